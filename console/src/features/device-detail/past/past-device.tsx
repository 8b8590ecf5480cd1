import { useSearchParams } from 'react-router'
import { Curves } from '../../../curves/curves.tsx'
import { useMessages } from '../../../messages/messages.ts'
import { usePointText } from '../../../points/point-text.ts'
import { WarningIcon } from '../../../ui/icons.tsx'
import { Page } from '../../../ui/page.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { ErrorState, Loading } from '../../../ui/states.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { useMinute } from '../../../ui/use-minute.ts'
import detail from '../device-detail.module.css'
import type { DeviceView } from '../device-view.ts'
import { DeviceIdentity } from '../header.tsx'
import { LiveData } from '../live/live-data.tsx'
import { DayChart } from '../overview/day-chart.tsx'
import { SchematicPanel } from '../overview/overview.tsx'
import css from './past.module.css'
import { PastBar } from './past-bar.tsx'
import { useMoment } from './use-moment.ts'

const TABS = ['overview', 'live', 'curves'] as const
const HALF_DAY_MS = 12 * 3_600_000
/** Points listed beside the drawing, where the product has them. */
const KEYS = [
  'sp_heat',
  'sp_dhw',
  'p_el',
  'q_heat',
  'cop_now',
  'dt_water',
  'superheat',
  't_discharge',
  'p_high',
  'p_low',
]

type PastDeviceProps = { view: DeviceView; at: number; onAsk: (at: number | null) => void }

/** A unit as it stood at a moment: drawing, values, faults and curves of then. Nothing here changes anything. */
export const PastDevice = ({ view, at, onAsk }: PastDeviceProps) => {
  const t = useMessages('device-detail')
  const now = useMinute(1)
  const [query, setQuery] = useSearchParams()
  const { past, moment, error, retry } = useMoment(view, at)
  const tab = TABS.find((one) => one === query.get('tab')) ?? 'overview'
  const show = (next: string) =>
    setQuery((before) => {
      const after = new URLSearchParams(before)
      after.set('tab', next)
      if (next === 'curves' && !after.has('from')) {
        after.set('from', String(at - HALF_DAY_MS))
        after.set('to', String(Math.min(at + HALF_DAY_MS, now)))
      }
      return after
    })
  const name = view.device.device_name || view.device.mac
  return (
    <Page title={name} tab={name}>
      <DeviceIdentity view={view} />
      <PastBar at={at} moment={moment} now={now} onAsk={onAsk} />
      <Tabs
        label={t(($) => $.header.sections)}
        items={TABS.map((key) => ({ key, label: t(($) => (key === 'live' ? $.past.values : $.tabs[key])) }))}
        value={tab}
        onChange={show}
      />
      <div className={detail.content} role="tabpanel" aria-label={t(($) => $.tabs[tab])}>
        {tab === 'curves' ? (
          <Curves view={view} />
        ) : error !== null ? (
          <ErrorState error={error} onRetry={retry} />
        ) : past === null ? (
          <Loading />
        ) : tab === 'live' ? (
          <LiveData view={past} past />
        ) : (
          <div className={css.overview}>
            <SchematicPanel view={past} note={null} />
            <Panel title={t(($) => $.past.then)}>
              <Faults view={past} />
              <KeyValues view={past} />
            </Panel>
            <div className={css.wide}>
              <DayChart view={view} around={at} onOpen={() => show('curves')} />
            </div>
          </div>
        )}
      </div>
    </Page>
  )
}

const Faults = ({ view: { device, definition } }: { view: DeviceView }) => {
  const t = useMessages('device-detail')
  const { nameOf } = usePointText()
  if (device.alarm_keys.length === 0) return <p>{t(($) => $.past.no_faults)}</p>
  return (
    <ul className={css.faults} aria-label={t(($) => $.past.faults)}>
      {device.alarm_keys.map((key) => {
        const point = definition?.get(key)
        return (
          <li key={key} className={detail.banner} data-tone="bad">
            <WarningIcon />
            {point === undefined ? key : nameOf(point)}
          </li>
        )
      })}
    </ul>
  )
}

const KeyValues = ({ view: { definition, readings } }: { view: DeviceView }) => {
  const { nameOf, textOf } = usePointText()
  const points = KEYS.flatMap((key) => definition?.get(key) ?? [])
  return (
    <dl className={css.values}>
      {points.map((point) => {
        const { text, unit } = textOf(point, readings.get(point.key)?.value)
        return (
          <div key={point.key}>
            <dt>{nameOf(point)}</dt>
            <dd>
              {text} <small>{unit}</small>
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
