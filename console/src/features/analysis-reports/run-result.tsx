import type { ReportRun } from '@heatfleet/contract/analysis-reports/analysis-reports.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { formatTime } from '../../ui/format.ts'
import { StateChip, type Tone } from '../../ui/status.tsx'
import css from './reports.module.css'

const TONES: Record<ReportRun['state'], Tone> = { running: 'accent', done: 'ok', failed: 'bad' }

/** What came of a run, with the reason of a failure and what became of its mails. */
export function RunResult({ run, with_time = false }: { run: ReportRun; with_time?: boolean }) {
  const t = useMessages('analysis-reports')
  const lang = useLanguage()
  const { state, reason, mails, started_time } = run
  const texts = [
    ...(with_time ? [formatTime(started_time, lang, 'minute')] : []),
    ...(reason === null ? [] : [t(($) => $.reasons[reason])]),
    ...(mails.sent > 0 ? [t(($) => $.mails.sent, { count: mails.sent })] : []),
    ...(mails.waiting > 0 ? [t(($) => $.mails.waiting, { count: mails.waiting })] : []),
    ...(mails.failed > 0 ? [t(($) => $.mails.failed, { count: mails.failed })] : []),
  ]
  return (
    <span className={css.cell}>
      <StateChip tone={TONES[state]} shape={state === 'running' ? 'turning' : 'filled'}>
        {t(($) => $.states[state])}
      </StateChip>
      {texts.length > 0 && <small>{texts.join(' · ')}</small>}
    </span>
  )
}
