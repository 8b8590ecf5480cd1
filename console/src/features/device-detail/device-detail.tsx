import { Refusal } from '@heatfleet/contract/errors.ts'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { keepDevice } from '../../cloud/session.ts'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { useOfferSiteZone } from '../../ui/site-zone.ts'
import { ErrorState, Gone, Loading } from '../../ui/states.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { ReplacementNotice } from '../replacements/public.ts'
import { Banners } from './banners.tsx'
import { useCommands } from './control/use-commands.ts'
import css from './device-detail.module.css'
import { DeviceName } from './device-name.tsx'
import { type DeviceView, useDeviceView } from './device-view.ts'
import { useDeviceFaults } from './faults/use-device-faults.ts'
import { useOpenedFault } from './faults/use-opened-fault.ts'
import { DeviceChips, DeviceIdentity } from './header.tsx'
import { HeaderActions } from './header-actions.tsx'
import { Overview } from './overview/overview.tsx'
import { useAskedMoment } from './past/use-moment.ts'

const TABS = [
  'overview',
  'live',
  'control',
  'curves',
  'alarms',
  'log',
  'energy',
  'diagnosis',
  'users',
  'model',
  'upgrade',
  'install',
  'ownership',
] as const
type Tab = (typeof TABS)[number]

// The overview loads first, the other tabs on demand.
const LiveData = lazy(() => import('./live/live-data.tsx').then((part) => ({ default: part.LiveData })))
const Control = lazy(() => import('./control/control.tsx').then((part) => ({ default: part.Control })))
const Curves = lazy(() => import('../../curves/curves.tsx').then((part) => ({ default: part.Curves })))

const UnitModel = lazy(() => import('../models/public.ts').then((part) => ({ default: part.UnitModel })))
const Alarms = lazy(() => import('../alarms/public.ts').then((part) => ({ default: part.DeviceAlarms })))
const DeviceRecords = lazy(() =>
  import('./records/device-records.tsx').then((part) => ({ default: part.DeviceRecords })),
)
const UnitLog = lazy(() => import('../device-log/public.ts').then((part) => ({ default: part.UnitLog })))
const Energy = lazy(() => import('./energy/energy.tsx').then((part) => ({ default: part.Energy })))
const Users = lazy(() => import('./users/users.tsx').then((part) => ({ default: part.Users })))

const DeviceUpgrade = lazy(() => import('../firmware/public.ts').then((part) => ({ default: part.DeviceUpgrade })))

const Install = lazy(() => import('./install/install.tsx').then((part) => ({ default: part.Install })))
const Ownership = lazy(() => import('./ownership/ownership.tsx').then((part) => ({ default: part.Ownership })))

const DeviceDiagnosis = lazy(() =>
  import('./diagnosis/diagnosis.tsx').then((part) => ({ default: part.DeviceDiagnosis })),
)
const FaultDrawer = lazy(() => import('./faults/fault-drawer.tsx').then((part) => ({ default: part.FaultDrawer })))

const PastDevice = lazy(() => import('./past/past-device.tsx').then((part) => ({ default: part.PastDevice })))

const LIST_PATH = '/device/device-list'

/** One device (product 3.12): `/device/device-detail/:mac`, the tab in the query. */
export function Component() {
  const { mac = '' } = useParams()
  return <DeviceDetail key={mac} mac={mac} />
}

const DeviceDetail = ({ mac }: { mac: string }) => {
  const t = useMessages('device-detail')
  const navigate = useNavigate()
  const { view, error, retry } = useDeviceView(mac)
  const [at, ask] = useAskedMoment()
  if (view !== null && at !== null)
    return (
      <Suspense fallback={<Loading />}>
        <PastDevice view={view} at={at} onAsk={ask} />
      </Suspense>
    )
  if (view !== null) return <Device view={view} />
  return (
    <Page title={t(($) => $.title)}>
      {error instanceof Refusal && (error.code === 'device_not_found' || error.code === 'invalid_input') ? (
        <>
          <ReplacementNotice mac={mac} />
          <Gone action={<Button onClick={() => void navigate(LIST_PATH)}>{t(($) => $.gone.back)}</Button>} />
        </>
      ) : error !== null ? (
        <ErrorState error={error} onRetry={retry} />
      ) : (
        <Loading />
      )}
    </Page>
  )
}

const Device = ({ view }: { view: DeviceView }) => {
  const t = useMessages('device-detail')
  const [query, setQuery] = useSearchParams()
  useOfferSiteZone(view.device.time_zone)
  const { mac, device_name, product_key } = view.device
  useEffect(() => keepDevice({ mac, device_name, product_key }), [mac, device_name, product_key])
  const commands = useCommands(view.device.mac, view.readings)
  const faults = useDeviceFaults(view)
  const [opened, open] = useOpenedFault()
  const requested = query.get('tab')
  const tab: Tab = TABS.find((one) => one === requested) ?? 'overview'
  const show = (next: string) =>
    setQuery((before) => {
      const after = new URLSearchParams(before)
      after.set('tab', next)
      return after
    })
  const panel = useRef<HTMLDivElement>(null)
  // The button that leads to another tab goes with its own: the next Tab press is in what it opened.
  const enter = (next: string) => {
    show(next)
    panel.current?.focus({ preventScroll: true })
  }
  return (
    <Page
      title={<DeviceName device={view.device} />}
      tab={view.device.device_name || view.device.mac}
      note={<DeviceChips view={view} />}
      actions={<HeaderActions view={view} onControl={tab === 'control' ? undefined : () => enter('control')} />}
      sheet
    >
      <DeviceIdentity view={view} />
      <ReplacementNotice mac={view.device.mac} />
      <Banners view={view} faults={faults} />
      <Tabs
        label={t(($) => $.header.sections)}
        items={TABS.map((key) => ({ key, label: t(($) => $.tabs[key]) }))}
        value={tab}
        onChange={show}
      />
      <div ref={panel} className={css.content} role="tabpanel" tabIndex={-1} aria-label={t(($) => $.tabs[tab])}>
        <Suspense fallback={<Loading />}>
          {tab === 'overview' && <Overview view={view} commands={commands} onShow={enter} />}
          {tab === 'live' && <LiveData view={view} />}
          {tab === 'control' && <Control view={view} commands={commands} />}
          {tab === 'curves' && <Curves view={view} />}
          {tab === 'alarms' && <Alarms mac={view.device.mac} />}
          {tab === 'alarms' && <DeviceRecords view={view} />}
          {tab === 'log' && <UnitLog mac={view.device.mac} />}
          {tab === 'energy' && <Energy mac={view.device.mac} product_key={view.device.product_key} />}
          {tab === 'users' && <Users view={view} />}
          {tab === 'model' && <UnitModel mac={view.device.mac} />}
          {tab === 'upgrade' && <DeviceUpgrade mac={view.device.mac} />}
          {tab === 'install' && <Install view={view} />}
          {tab === 'ownership' && <Ownership view={view} />}
          {tab === 'diagnosis' && <DeviceDiagnosis view={view} />}
        </Suspense>
      </div>
      {opened !== null && (
        <Suspense>
          <FaultDrawer
            key={opened}
            code={opened}
            product_key={view.device.product_key}
            active_faults={faults}
            onClose={() => open(null)}
          />
        </Suspense>
      )}
    </Page>
  )
}
