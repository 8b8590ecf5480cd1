import { AGGREGATES, EXPORT_RESOLUTIONS } from '@heatfleet/contract/history/history.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useMessages } from '../messages/messages.ts'
import { Button } from '../ui/button.tsx'
import { DateRangeField, SelectField } from '../ui/field.tsx'
import { ChevronLeftIcon, ChevronRightIcon, ExternalIcon, MinusIcon, PlusIcon } from '../ui/icons.tsx'
import { useNotify } from '../ui/notify.tsx'
import { QuickTabs, Tabs } from '../ui/tabs.tsx'
import type { CurveDevice, OtherDevice } from './curve-device.ts'
import { boundsOf, type CurveView, isPeriod, PARTS, pan, SPAN_MIN_MS, VERSUS, writeView, zoomBy } from './curve-view.ts'
import css from './curves.module.css'
import { HistoryExport } from './history-export.tsx'

type ToolbarProps = {
  device: CurveDevice
  others: readonly OtherDevice[]
  view: CurveView
  now: number
  onChange: (view: CurveView) => void
}

const CUSTOM = 'custom'

/** Toolbar of the history: period, zoom, comparison, link and export. */
export const CurveToolbar = ({ device, others, view, now, onChange }: ToolbarProps) => {
  const t = useMessages('history')
  const notify = useNotify()
  const { from, to } = boundsOf(view, now)
  const copyLink = async () => {
    // The link carries the fixed period, not "the last 24 hours", so that the recipient sees the same.
    const { origin, pathname, hash } = location
    const [path, query] = hash.split('?')
    const fixed = writeView(new URLSearchParams(query), { ...view, span: { kind: 'fixed', from, to } })
    await navigator.clipboard.writeText(`${origin}${pathname}${path}?${fixed}`)
    notify.success(t(($) => $.curves.link_copied))
  }
  return (
    <div className={css.toolbar}>
      <QuickTabs
        label={t(($) => $.curves.period)}
        items={[
          ...(['24h', '7d', '30d', '365d'] as const).map((key) => ({
            key,
            label: t(($) => $.curves[`period_${key}`]),
          })),
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
            clearable={false}
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
        <HistoryExport device={device} others={others} view={view} now={now} />
      </span>
      <ViewChoices view={view} onChange={onChange} />
    </div>
  )
}

/** View and comparison. */
const ViewChoices = ({ view, onChange }: Pick<ToolbarProps, 'view' | 'onChange'>) => {
  const t = useMessages('history')
  return (
    <div className={css.choose}>
      <Tabs
        label={t(($) => $.curves.views)}
        items={PARTS.map((key) => ({ key, label: t(($) => $.curves.part[key]) }))}
        value={view.part}
        onChange={(part) => onChange({ ...view, part })}
      />
      {view.part !== 'timeline' && (
        <span className={css.selects}>
          <SelectField
            label={t(($) => $.curves.versus)}
            quiet
            prefix={`${t(($) => $.curves.versus)}:`}
            value={view.versus}
            options={VERSUS.map((value) => ({ value, label: t(($) => $.curves.versus_kind[value]) }))}
            onChange={(versus = 'none') => onChange({ ...view, versus })}
          />
          {view.part !== 'statistics' && <StepChoices view={view} onChange={onChange} />}
        </span>
      )}
    </div>
  )
}

/** Resolution and aggregate. */
const StepChoices = ({ view, onChange }: Pick<ToolbarProps, 'view' | 'onChange'>) => {
  const t = useMessages('history')
  return (
    <>
      <SelectField
        label={t(($) => $.curves.resolution_label)}
        quiet
        prefix={`${t(($) => $.curves.resolution_label)}:`}
        value={view.resolution}
        options={RESOLUTION_CHOICES.map((value) => ({ value, label: t(($) => $.curves.resolution_kind[value]) }))}
        onChange={(resolution = 'auto') => onChange({ ...view, resolution })}
      />
      <SelectField
        label={t(($) => $.curves.aggregate_label)}
        quiet
        prefix={`${t(($) => $.curves.aggregate_label)}:`}
        value={view.aggregate}
        options={AGGREGATES.map((value) => ({ value, label: t(($) => $.curves.aggregate_kind[value]) }))}
        onChange={(aggregate = 'auto') => onChange({ ...view, aggregate })}
      />
    </>
  )
}

const RESOLUTION_CHOICES = ['auto', ...EXPORT_RESOLUTIONS] as const
