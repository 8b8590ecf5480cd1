import type { HistorySeries } from '@heatfleet/contract/history-series.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { Button } from '../../../ui/button.tsx'
import { DateRangeField } from '../../../ui/field.tsx'
import {
  ChevronLeftIcon,
  ChevronRightIcon,
  DownloadIcon,
  ExternalIcon,
  MinusIcon,
  PlusIcon,
} from '../../../ui/icons.tsx'
import { useNotify } from '../../../ui/notify.tsx'
import { QuickTabs } from '../../../ui/tabs.tsx'
import { useWords } from '../../../words/words.ts'
import { usePointText } from '../point-text.ts'
import type { Definition } from '../readings.ts'
import { unitLabel } from '../readings.ts'
import { curveCsv } from './curve-csv.ts'
import { boundsOf, type CurveView, isPeriod, pan, SPAN_MIN_MS, writeView, zoomBy } from './curve-view.ts'
import css from './curves.module.css'

type ToolbarProps = {
  view: CurveView
  now: number
  series: readonly HistorySeries[]
  definition: Definition
  onChange: (view: CurveView) => void
}

const CUSTOM = 'custom'

/** The period, zoom and ways to take the picture along. */
export const CurveToolbar = ({ view, now, series, definition, onChange }: ToolbarProps) => {
  const t = useWords('detail')
  const notify = useNotify()
  const { nameOf } = usePointText()
  const { from, to } = boundsOf(view, now)
  const download = () => {
    const header = (key: string) => {
      const point = definition.get(key)
      if (point === undefined) return key
      return point.unit === '' ? nameOf(point) : `${nameOf(point)} (${unitLabel(point.unit)})`
    }
    const url = URL.createObjectURL(
      new Blob(
        [
          curveCsv(
            series,
            header,
            t(($) => $.curves.time),
          ),
        ],
        { type: 'text/csv' },
      ),
    )
    const link = document.createElement('a')
    link.href = url
    link.download = `${series[0]?.mac ?? 'curves'}-${new Date(from).toISOString().slice(0, 10)}.csv`
    link.click()
    URL.revokeObjectURL(url)
  }
  const copyLink = async () => {
    // What is seen, not "the last 24 hours": the other one shall see the same.
    const { origin, pathname, hash } = location
    const [path, query] = hash.split('?')
    const fixed = writeView(new URLSearchParams(query), { ...view, span: { kind: 'fixed', from, to } })
    await navigator.clipboard.writeText(`${origin}${pathname}${path}?${fixed}`)
    notify.success(t(($) => $.curves.link_copied))
  }
  return (
    <div className={css.toolbar}>
      <QuickTabs
        label={t(($) => $.day.title)}
        items={[
          ...(['24h', '7d', '30d'] as const).map((key) => ({ key, label: t(($) => $.curves[`period_${key}`]) })),
          { key: CUSTOM, label: t(($) => $.curves.period_custom) },
        ]}
        value={view.span.kind === 'last' ? view.span.period : CUSTOM}
        onChange={(key) =>
          onChange({ ...view, span: isPeriod(key) ? { kind: 'last', period: key } : { kind: 'fixed', from, to } })
        }
      />
      {view.span.kind === 'fixed' && (
        <div className={css.range}>
          <DateRangeField
            label={t(($) => $.curves.period_custom)}
            quiet
            time
            days_max={LIMITS.history_period_days_max}
            value={{ from, to }}
            onChange={(range) => {
              if (range.from === null || range.to === null || range.to - range.from < SPAN_MIN_MS) return
              onChange({ ...view, span: { kind: 'fixed', from: range.from, to: range.to } })
            }}
          />
        </div>
      )}
      <span className={css.zoom}>
        <Button
          kind="text"
          icon={ChevronLeftIcon}
          label={t(($) => $.curves.earlier)}
          onClick={() => onChange(pan(view, -0.5, now))}
        />
        <Button
          kind="text"
          icon={ChevronRightIcon}
          label={t(($) => $.curves.later)}
          disabled={to >= now}
          onClick={() => onChange(pan(view, 0.5, now))}
        />
        <Button
          kind="text"
          icon={PlusIcon}
          label={t(($) => $.curves.zoom_in)}
          disabled={to - from <= SPAN_MIN_MS}
          onClick={() => onChange(zoomBy(view, 0.5, now))}
        />
        <Button
          kind="text"
          icon={MinusIcon}
          label={t(($) => $.curves.zoom_out)}
          onClick={() => onChange(zoomBy(view, 2, now))}
        />
      </span>
      <span className={css.take}>
        <Button kind="text" size="small" icon={ExternalIcon} onClick={() => void copyLink()}>
          {t(($) => $.curves.link)}
        </Button>
        <Button kind="text" size="small" icon={DownloadIcon} disabled={series.length === 0} onClick={download}>
          {t(($) => $.curves.csv)}
        </Button>
      </span>
    </div>
  )
}
