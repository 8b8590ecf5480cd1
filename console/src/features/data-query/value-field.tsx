import type { QueryColumn } from '@heatfleet/contract/data-query/columns.ts'
import type { SingleCondition } from '@heatfleet/contract/data-query/data-query.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useMessages } from '../../messages/messages.ts'
import {
  DateRangeField,
  DateTimeField,
  MultiSelectField,
  NumberField,
  parseNumber,
  SelectField,
  TagsField,
  TextField,
} from '../../ui/field.tsx'
import { dayOf, dayStart } from '../../ui/zone-day.ts'
import { useColumnTexts } from './column-texts.ts'
import css from './query.module.css'
import { takesOf } from './query-draft.ts'

type Value = SingleCondition['value']
type ValueProps = {
  no: number
  condition: SingleCondition
  column: QueryColumn | undefined
  error: string | undefined
  onChange: (condition: SingleCondition) => void
}

const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const msOf = (value: unknown): number | null => {
  const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(ms) ? null : ms
}
const timeOf = (ms: number | null): string => (ms === null ? '' : new Date(ms).toISOString())
const DAY_PLACEHOLDER = '2026-11-21'
const dayStartMs = (value: unknown): number | null =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? msOf(dayStart(value)) : null
const dayAt = (ms: number | null): string => (ms === null ? '' : dayOf(timeOf(ms)))
const decimalsOf = (value: unknown): number => `${numberOf(value) ?? ''}`.split('.')[1]?.length ?? 0

/** The value of a condition: a field that fits what the column holds and what the comparison takes. */
export function ValueField(props: ValueProps) {
  const { condition, column, onChange } = props
  const set = (value: Value) => {
    const { value: _, ...rest } = condition
    onChange(value === undefined ? rest : { ...rest, value })
  }
  const takes = takesOf(condition.option)
  const kind = column?.kind ?? 'text'
  if (takes === 'many') return <ManyValues {...props} set={set} />
  if (takes === 'two' && (kind === 'time' || kind === 'day')) return <Period {...props} set={set} />
  if (takes === 'two') return <TwoNumbers {...props} set={set} />
  return <OneValue {...props} set={set} />
}

type SetProps = ValueProps & { set: (value: Value) => void }

function OneValue({ no, condition: { table, name, option, value }, column, error, set }: SetProps) {
  const t = useMessages('data-query')
  const yes_no = useMessages('ui')
  const texts = useColumnTexts()
  const shared = { quiet: true, label: t(($) => $.build.value, { no }), error }
  const kind = column?.kind ?? 'text'
  if (kind === 'boolean')
    return (
      <SelectField
        {...shared}
        value={typeof value === 'boolean' ? String(value) : undefined}
        options={[
          { value: 'true', label: yes_no(($) => $.parts.changes.yes) },
          { value: 'false', label: yes_no(($) => $.parts.changes.no) },
        ]}
        onChange={(next) => set(next === undefined ? undefined : next === 'true')}
      />
    )
  if (kind === 'day')
    return (
      <TextField
        {...shared}
        value={textOf(value)}
        placeholder={DAY_PLACEHOLDER}
        maxLength={DAY_PLACEHOLDER.length}
        onChange={(next) => set(next === '' ? undefined : next)}
      />
    )
  if (kind === 'time')
    return (
      <DateTimeField {...shared} value={msOf(value)} onChange={(ms) => set(ms === null ? undefined : timeOf(ms))} />
    )
  if (kind !== 'text')
    return (
      <NumberField
        {...shared}
        value={numberOf(value)}
        decimals={decimalsOf(value)}
        onChange={(next) => set(next ?? undefined)}
      />
    )
  const { values } = column ?? {}
  if (values !== undefined && table !== undefined && (option === '=' || option === '!='))
    return (
      <SelectField
        {...shared}
        search
        value={typeof value === 'string' ? value : undefined}
        options={values.map((one) => ({ value: one, label: texts.value(table, name, one) }))}
        onChange={set}
      />
    )
  return (
    <TextField
      {...shared}
      value={textOf(value)}
      maxLength={LIMITS.query_text_max}
      onChange={(next) => set(next === '' ? undefined : next)}
    />
  )
}

function TwoNumbers({ no, condition: { value }, error, set }: SetProps) {
  const t = useMessages('data-query')
  const [from, to] = Array.isArray(value) ? value : []
  return (
    <div className={css.two}>
      <NumberField
        quiet
        label={t(($) => $.build.value_from, { no })}
        value={numberOf(from)}
        decimals={decimalsOf(from)}
        error={error}
        onChange={(next) => set([next ?? '', to ?? ''])}
      />
      <NumberField
        quiet
        label={t(($) => $.build.value_to, { no })}
        value={numberOf(to)}
        decimals={decimalsOf(to)}
        onChange={(next) => set([from ?? '', next ?? ''])}
      />
    </div>
  )
}

/** Days are those of the units, so the calendar stands for them in whatever zone it shows. */
function Period({ no, condition: { value }, column, error, set }: SetProps) {
  const t = useMessages('data-query')
  const [from, to] = Array.isArray(value) ? value : []
  const of_days = column?.kind === 'day'
  const [read, write] = of_days ? [dayStartMs, dayAt] : [msOf, timeOf]
  return (
    <DateRangeField
      quiet
      time={!of_days}
      label={t(($) => $.build.value, { no })}
      value={{ from: read(from), to: read(to) }}
      error={error}
      onChange={(range) =>
        set(range.from === null && range.to === null ? undefined : [write(range.from), write(range.to)])
      }
    />
  )
}

function ManyValues({ no, condition: { table, name, value }, column, error, set }: SetProps) {
  const t = useMessages('data-query')
  const texts = useColumnTexts()
  const all = Array.isArray(value) ? value : []
  const shared = { quiet: true, label: t(($) => $.build.value, { no }), error, max: LIMITS.query_values_max }
  const keep = (next: readonly (string | number)[]) => set(next.length === 0 ? undefined : [...next])
  const { values, kind = 'text' } = column ?? {}
  if (values !== undefined && table !== undefined)
    return (
      <MultiSelectField
        {...shared}
        value={all.map(String)}
        options={values.map((one) => ({ value: one, label: texts.value(table, name, one) }))}
        onChange={keep}
      />
    )
  return (
    <TagsField
      {...shared}
      value={all.map(String)}
      placeholder={t(($) => $.build.values_hint)}
      onChange={(tags) => keep(kind === 'text' ? tags : tags.map(parseNumber).filter((one) => one !== null))}
    />
  )
}
