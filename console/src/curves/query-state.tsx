import type { ReactNode } from 'react'
import { useMessages } from '../messages/messages.ts'
import { usePointText } from '../points/point-text.ts'
import { Button } from '../ui/button.tsx'
import { formatTime } from '../ui/format.ts'
import { ErrorState, Loading } from '../ui/states.tsx'
import { boundsOf, type CurveView, zoomTo } from './curve-view.ts'
import css from './curves.module.css'
import type { HistoryRequest } from './use-sources.ts'

type QueryResult<Data> = { data: Data | undefined; error: unknown; refetch: () => Promise<unknown> }

type QueryStateProps<Data> = HistoryRequest & {
  query: QueryResult<Data>
  /** True when the period holds no report. */
  is_empty: (data: Data) => boolean
  onChange: (view: CurveView) => void
  children: (data: Data) => ReactNode
}

/** Renders a history query: loading, failed, empty, or its data. */
export const QueryState = <Data,>({ query, is_empty, children, onChange, ...request }: QueryStateProps<Data>) => {
  const { data, error, refetch } = query
  if (data !== undefined) return is_empty(data) ? <NoData {...request} onChange={onChange} /> : children(data)
  return error === null ? <Loading rows={10} /> : <ErrorState error={error} onRetry={() => void refetch()} />
}

const [MINUTE_MS, HOUR_MS] = [60_000, 3_600_000]
/** Time shown before the last report. */
const BEFORE_MS = 12 * HOUR_MS

/** Says when the device reported last, with a link to that period when it is outside the shown one. */
const NoData = ({ device, view, now, onChange }: HistoryRequest & { onChange: (view: CurveView) => void }) => {
  const t = useMessages('history')
  const { language } = usePointText()
  const { from, to } = boundsOf(view, now)
  const { reported_at: last } = device
  const goThere = (at: number) => onChange(zoomTo(view, at - BEFORE_MS, at + MINUTE_MS, now))
  return (
    <div className={css.empty}>
      <p>
        {t(($) => $.curves.empty)}{' '}
        {last !== null && t(($) => $.curves.empty_last, { at: formatTime(last, language, 'minute') })}
      </p>
      {last !== null && (last < from || last >= to) && (
        <Button onClick={() => goThere(last)}>{t(($) => $.curves.jump)}</Button>
      )}
    </div>
  )
}
