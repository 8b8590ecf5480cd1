import { useLanguage, useMessages } from '../../messages/messages.ts'
import { useNow } from '../../ui/clock.ts'
import { formatTime } from '../../ui/format.ts'
import css from './device-log.module.css'
import { deviceLog } from './list.tsx'
import { passedRetention } from './passed-retention.ts'
import type { DeviceLogInUse } from './use-device-log.ts'

/** What of the period is no longer there: said where it reaches past what is kept, above entries and where there are none. */
export function RetentionNote({ of: { list } }: { of: DeviceLogInUse }) {
  const t = useMessages('device-log')
  const lang = useLanguage()
  const now = useNow()
  const { data } = list.read
  if (data === undefined) return null
  const passed = passedRetention(
    { type: list.address.type, from: deviceLog.bodyOf(list.address).from },
    data.kept_days,
    now,
  )
  if (passed.length === 0) return null
  return (
    <p className={css.hidden} role="status">
      {passed
        .map(({ of, days, since }) => t(($) => $.kept[of], { count: days, date: formatTime(since, lang, 'date') }))
        .concat(t(($) => $.kept.others))
        .join(' ')}
    </p>
  )
}
