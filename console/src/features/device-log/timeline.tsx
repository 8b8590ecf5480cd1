import type { DeviceLogEntry, DeviceLogType } from '@heatfleet/contract/device-log/device-log.ts'
import { Link } from 'react-router'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { formatTime } from '../../ui/format.ts'
import css from './device-log.module.css'
import { EntryLine } from './entry-line.tsx'
import { ResultMark } from './entry-marks.tsx'

type Tone = 'ok' | 'warn' | 'bad' | 'accent' | 'neutral'
const TYPE_TONES = {
  connection: 'ok',
  bus: 'warn',
  alarm: 'bad',
  command: 'accent',
  model: 'accent',
  ownership: 'neutral',
  sim: 'neutral',
  upgrade: 'accent',
  module: 'neutral',
  error: 'bad',
  report: 'neutral',
  raw: 'neutral',
} as const satisfies Record<DeviceLogType, Tone>
/** Where the type alone does not say it. */
const KIND_TONES: Partial<Record<DeviceLogEntry['kind'], Tone>> = {
  offline: 'neutral',
  cloned: 'bad',
  bus_lost: 'bad',
  bus_back: 'ok',
}

/** Entries under the days on which they happened, the newest first. */
export function Timeline({
  entries,
  with_unit,
  onOpen,
}: {
  entries: readonly DeviceLogEntry[]
  /** Names the unit of each entry. */
  with_unit: boolean
  onOpen: (entry: DeviceLogEntry) => void
}) {
  const t = useMessages('device-log')
  const lang = useLanguage()
  const days = Map.groupBy(entries, ({ at }) => formatTime(at, lang, 'date'))
  return (
    <div className={css.timeline}>
      {[...days].map(([day, of_day]) => (
        <section key={day} aria-label={day}>
          <h2 className={css.day}>{day}</h2>
          <ol className={css.entries}>
            {of_day.map((entry) => (
              <li key={entry.entry_id} data-tone={KIND_TONES[entry.kind] ?? TYPE_TONES[entry.type]}>
                <time dateTime={entry.at}>{formatTime(entry.at, lang, 'second')}</time>
                <div className={css.what}>
                  <button type="button" className={css.open} onClick={() => onOpen(entry)}>
                    {t(($) => $.kinds[entry.kind])}
                  </button>
                  <EntryLine entry={entry} />
                  {entry.kind !== 'command' && entry.result !== 'ok' && <ResultMark result={entry.result} />}
                </div>
                <div className={css.whose}>
                  {with_unit && (
                    <Link to={`/device/device-detail/${entry.mac}?tab=log`} title={entry.mac}>
                      {entry.device_name || entry.mac}
                    </Link>
                  )}
                  {entry.operator !== '' && <span>{entry.operator}</span>}
                </div>
              </li>
            ))}
          </ol>
        </section>
      ))}
    </div>
  )
}
