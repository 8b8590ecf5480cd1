import type { HistoryMoment } from '@heatfleet/contract/history/moment.ts'
import { useLanguage, useMessages } from '../../../messages/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { formatDuration, formatTime } from '../../../ui/format.ts'
import { ChevronLeftIcon, ChevronRightIcon, ClockIcon } from '../../../ui/icons.tsx'
import css from './past.module.css'

const HOUR_MS = 3_600_000

type PastBarProps = {
  at: number
  moment: HistoryMoment | undefined
  now: number
  onAsk: (at: number | null) => void
}

/** Says that the page shows the past, of which report, and steps through it. */
export const PastBar = ({ at, moment, now, onAsk }: PastBarProps) => {
  const t = useMessages('device-detail')
  const language = useLanguage()
  const { report_at = null, before_at = null, after_at = null } = moment ?? {}
  const none_there = t(($) => $.past.none_there)
  return (
    <section className={css.bar} aria-label={t(($) => $.past.title)}>
      <ClockIcon />
      <p role="status">
        <b>{t(($) => $.past.as_on, { time: formatTime(at, language) })}</b>{' '}
        <span>
          {report_at === null
            ? moment !== undefined && t(($) => $.past.no_report)
            : at - report_at < 1_000
              ? t(($) => $.past.report)
              : t(($) => $.past.report_before, { age: formatDuration(at - report_at, language) })}
        </span>
      </p>
      <span className={css.steps}>
        <Button size="small" kind="text" onClick={() => onAsk(at - HOUR_MS)}>
          {t(($) => $.past.hour_back)}
        </Button>
        <Button
          size="small"
          icon={ChevronLeftIcon}
          disabledReason={before_at === null ? none_there : undefined}
          onClick={() => onAsk(before_at)}
        >
          {t(($) => $.past.earlier)}
        </Button>
        <Button
          size="small"
          icon={ChevronRightIcon}
          disabledReason={after_at === null ? none_there : undefined}
          onClick={() => onAsk(after_at)}
        >
          {t(($) => $.past.later)}
        </Button>
        <Button
          size="small"
          kind="text"
          disabledReason={at + HOUR_MS > now ? t(($) => $.past.is_now) : undefined}
          onClick={() => onAsk(at + HOUR_MS)}
        >
          {t(($) => $.past.hour_on)}
        </Button>
        <Button size="small" kind="primary" onClick={() => onAsk(null)}>
          {t(($) => $.past.to_now)}
        </Button>
      </span>
    </section>
  )
}
