import type { Device } from '@heatfleet/contract/devices/devices.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useContext } from 'react'
import { useMessages } from '../../messages/messages.ts'
import { Age } from '../../ui/age.tsx'
import { useTicking } from '../../ui/clock.ts'
import { StarFilledIcon, StarIcon } from '../../ui/icons.tsx'
import { signalBars } from '../../ui/signal.ts'
import { AlarmMark, BusMark, OnlineMark, RecognitionMark, SignalMark } from '../../ui/status.tsx'
import { Value } from '../../ui/value.tsx'
import s from './cells.module.css'
import { DeviceChangesContext } from './device-changes.ts'
import type { DeviceWords } from './device-words.ts'
import { useLiveDevice } from './live-device.ts'

const BARS = [1, 2, 3, 4] as const

type SignalProps = { rssi_dbm: number | null; net: 'wifi' | '4g'; t: DeviceWords }

/** Strength of the signal as four bars; network and dBm on hover. */
const SignalBars = ({ rssi_dbm, net, t }: SignalProps) => {
  const ui = useMessages('ui')
  if (rssi_dbm === null) return null
  const { bars, grade } = signalBars(rssi_dbm, net)
  const words = `${t(($) => $.net[net])} · ${ui(($) => $.signal[grade])} · ${String(rssi_dbm).replace('-', '−')} dBm`
  return (
    <svg className={s.bars} viewBox="0 0 14 12" role="img" aria-label={words} data-weak={grade === 'weak' || undefined}>
      <title>{words}</title>
      {BARS.map((bar) => (
        <rect
          key={bar}
          x={(bar - 1) * 3.6}
          y={12 - bar * 2.8}
          width="2.6"
          height={bar * 2.8}
          rx="0.6"
          data-on={bar <= bars}
        />
      ))}
    </svg>
  )
}

type CellProps = { device: Device }
type WordsProps = CellProps & { t: DeviceWords }

/** Online with the strength of its signal, offline since, or never; follows the socket. */
export const StatusCell = ({ device, t }: WordsProps) => {
  const { online_status, since, rssi_dbm } = useLiveDevice(device)
  return (
    <>
      <OnlineMark state={online_status} since={since} />
      {online_status === 'online' && <SignalBars rssi_dbm={rssi_dbm} net={device.net} t={t} />}
    </>
  )
}

/** Signal of a module that is online; an old one tells nothing. */
export const SignalCell = ({ device }: CellProps) => {
  const { online_status, rssi_dbm } = useLiveDevice(device)
  return <SignalMark rssi_dbm={online_status === 'online' ? rssi_dbm : null} net={device.net} />
}

/** Faults of the last report, the worst by its code as the unit's own display shows it. */
export const AlarmCell = ({ device }: CellProps) => {
  const { alarm_count, alarm_keys, alarm_severity } = useLiveDevice(device)
  return <AlarmMark count={alarm_count} keys={alarm_keys} severity={alarm_severity} />
}

/** Flow temperature while the unit is online; fades when it is old, its age stands in the column of the last report. */
export const FlowCell = ({ device }: CellProps) => {
  const { online_status, flow } = useLiveDevice(device)
  const stale = useTicking((now) => (flow.at !== null && now - flow.at > LIMITS.stale_after_ms ? 'stale' : ''))
  return (
    <span className={stale === '' ? undefined : s.stale}>
      <Value value={online_status === 'online' ? flow.value : null} unit="°C" />
    </span>
  )
}

/** Age of the last report, ticking; "none yet" where the unit has been online but never reported. */
export const ReportCell = ({ device, t }: WordsProps) => (
  <Age at={useLiveDevice(device).report_at} never={t(($) => $.no_report)} />
)

/** State of the bus between module and board. */
export const BusCell = ({ device }: CellProps) => <BusMark state={useLiveDevice(device).bus_status} />

/** Recognition of the board: the usual is a quiet word, what needs somebody carries its mark. */
export const RecognitionCell = ({ device: { vcard_pk }, t }: WordsProps) => {
  if (vcard_pk === 'identifying' || vcard_pk === 'unrecognized') return <RecognitionMark state={vcard_pk} />
  return <Quiet usual={vcard_pk === 'recognized'}>{t(($) => $.recognition[vcard_pk])}</Quiet>
}

/** Whether the device was activated. */
export const ActiveCell = ({ device: { active_status }, t }: WordsProps) => (
  <Quiet usual={active_status}>{active_status ? t(($) => $.active.yes) : t(($) => $.active.no)}</Quiet>
)

const Quiet = ({ usual, children }: { usual: boolean; children: string }) => (
  <span className={usual ? s.text : s.weak} title={children}>
    {children}
  </span>
)

/** The star of a row: the person's own favourites. */
export const FavouriteCell = ({ device, t }: WordsProps) => {
  const changes = useContext(DeviceChangesContext)
  const shown = changes.shown(device)
  const { favourite, device_name: name } = shown
  return (
    <button
      type="button"
      tabIndex={-1}
      className={s.star}
      aria-pressed={favourite}
      aria-label={favourite ? t(($) => $.favourite_remove, { name }) : t(($) => $.favourite_add, { name })}
      onClick={() => changes.toggleFavourite(shown)}
    >
      {favourite ? <StarFilledIcon size={16} /> : <StarIcon size={16} />}
    </button>
  )
}

/** Tags of a device; in a row the first ones, all on hover. */
export const TagsCell = ({ tags, wrap = false }: { tags: readonly string[]; wrap?: boolean }) => (
  <span className={s.tags} data-wrap={wrap || undefined} title={tags.join(', ')}>
    {tags.map((tag) => (
      <span key={tag} className={s.tag}>
        {tag}
      </span>
    ))}
  </span>
)
