import { Refusal } from '@heatfleet/contract/errors.ts'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { keepDevice } from '../../cloud/session.ts'
import { loadLazyMessages, useMessages } from '../../messages/messages.ts'
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
import { laterPart } from './later-part.tsx'
import { OfferBanners } from './offer-banners.tsx'
import { Overview } from './overview/overview.tsx'
import { useAskedMoment } from './past/use-moment.ts'
import { useIdlePrefetch } from './use-idle-prefetch.ts'

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
/** What shows nothing without the points of the product. */
const NEEDS_POINTS: readonly Tab[] = ['live', 'control', 'curves']

// The overview comes with the screen, each other tab when it is opened, or before: when the pointer or the focus nears it,
// those that are opened most when the screen is idle.
const LiveData = laterPart(async () => (await import('./live/live-data.tsx')).LiveData)
const Control = laterPart(async () => (await import('./control/control.tsx')).Control)
const Curves = laterPart(async () => (await import('../../curves/curves.tsx')).Curves)
const Alarms = laterPart(async () => (await import('../alarms/public.ts')).DeviceAlarms)
const DeviceRecords = laterPart(async () => (await import('./records/device-records.tsx')).DeviceRecords)
const UnitLog = laterPart(async () => (await import('../device-log/public.ts')).UnitLog)
const Energy = laterPart(async () => (await import('./energy/energy.tsx')).Energy)
const DeviceDiagnosis = laterPart(async () => (await import('./diagnosis/diagnosis.tsx')).DeviceDiagnosis)
const Users = laterPart(async () => (await import('./users/users.tsx')).Users)
const UnitModel = laterPart(async () => (await import('../models/public.ts')).UnitModel)
const DeviceUpgrade = laterPart(async () => (await import('../firmware/public.ts')).DeviceUpgrade)
const Install = laterPart(async () => (await import('./install/install.tsx')).Install)
const Ownership = laterPart(async () => (await import('./ownership/ownership.tsx')).Ownership)
const PastDevice = laterPart(async () => (await import('./past/past-device.tsx')).PastDevice)

const FaultDrawer = lazy(async () => {
  const [{ FaultDrawer: part }] = await Promise.all([import('./faults/fault-drawer.tsx'), loadLazyMessages()])
  return { default: part }
})

/** What a tab needs, by the tab; the alarms have two parts. */
const PARTS: Readonly<Partial<Record<Tab, readonly { prefetch: () => Promise<void> }[]>>> = {
  live: [LiveData],
  control: [Control],
  curves: [Curves],
  alarms: [Alarms, DeviceRecords],
  log: [UnitLog],
  energy: [Energy],
  diagnosis: [DeviceDiagnosis],
  users: [Users],
  model: [UnitModel],
  upgrade: [DeviceUpgrade],
  install: [Install],
  ownership: [Ownership],
}
/** Live data brings the texts of all others. */
const PREFETCHED = [LiveData, Control, Curves]
const prefetch = (tab: Tab) => {
  for (const part of PARTS[tab] ?? []) void part.prefetch()
}

const LIST_PATH = '/device/device-list'

/** One device (product 3.12): `/device/device-detail/:mac`, the tab in the query. */
export function Component() {
  const { mac = '' } = useParams()
  return <DeviceDetail key={mac} mac={mac} />
}

const DeviceDetail = ({ mac }: { mac: string }) => {
  const t = useMessages('device-detail')
  const navigate = useNavigate()
  const { view, error, retry, points_failed } = useDeviceView(mac)
  const [at, ask] = useAskedMoment()
  if (view !== null && at !== null) return <PastDevice view={view} at={at} onAsk={ask} />
  if (view !== null) return <Device view={view} points_failed={points_failed} />
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

type PointsFailed = ReturnType<typeof useDeviceView>['points_failed']

const Device = ({ view, points_failed }: { view: DeviceView; points_failed: PointsFailed }) => {
  const t = useMessages('device-detail')
  const [query, setQuery] = useSearchParams()
  useOfferSiteZone(view.device.time_zone)
  const { mac, device_name, product_key } = view.device
  useEffect(() => keepDevice({ mac, device_name, product_key }), [mac, device_name, product_key])
  useIdlePrefetch(PREFETCHED)
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
  const no_points = NEEDS_POINTS.includes(tab) ? points_failed : null
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
      <OfferBanners mac={view.device.mac} />
      <Tabs
        label={t(($) => $.header.sections)}
        items={TABS.map((key) => ({ key, label: t(($) => $.tabs[key]) }))}
        value={tab}
        onChange={show}
        onNear={prefetch}
      />
      <div ref={panel} className={css.content} role="tabpanel" tabIndex={-1} aria-label={t(($) => $.tabs[tab])}>
        {no_points !== null && <ErrorState error={no_points.error} needs="product:view" onRetry={no_points.retry} />}
        <Suspense fallback={<Loading />}>
          {tab === 'overview' && <Overview view={view} commands={commands} onShow={enter} />}
          {tab === 'live' && no_points === null && <LiveData view={view} />}
          {tab === 'control' && no_points === null && <Control view={view} commands={commands} />}
          {tab === 'curves' && no_points === null && <Curves view={view} />}
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
