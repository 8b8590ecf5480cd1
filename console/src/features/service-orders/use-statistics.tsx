import { api } from '@heatfleet/contract/api.ts'
import { ORDER_STEPS } from '@heatfleet/contract/service-orders/statistics.ts'
import { useSearchParams } from 'react-router'
import { useRead } from '../../cloud/call.ts'
import { useFleetFilters } from '../../lists/fleet-filters.ts'
import { useMessages } from '../../messages/messages.ts'
import { zoneInUse } from '../../ui/display.ts'
import type { FilterField } from '../../ui/filter-bar.tsx'
import {
  dayParam,
  defaultParam,
  numberParam,
  readParams,
  textParam,
  type ValuesOf,
  writeParams,
} from '../../ui/filter-bar-params.ts'
import { choiceFilter, useDaysFilter } from '../../ui/list-filters.tsx'
import { withoutEmpty } from '../../ui/list-request.ts'
import { dayEnd, dayOf, dayStart } from '../../ui/zone-day.ts'
import { ORDER_LIST } from './order-paths.ts'

const DAY_MS = 86_400_000
/** A month is looked at first. */
const SHOWN_DAYS = 30
const PARAMS = {
  from: dayParam,
  to: dayParam,
  step: defaultParam(ORDER_STEPS, 'day'),
  under: numberParam,
  product_key: textParam(64),
}
type Values = ValuesOf<typeof PARAMS>

const dayBefore = (days: number): string => dayOf(new Date(Date.now() - days * DAY_MS).toISOString())

const withoutChip = (is_default: boolean, field: FilterField): FilterField =>
  is_default ? { ...field, chip: undefined } : field

/** The statistics that the address names, and the filters that change them. */
export const useStatistics = () => {
  const t = useMessages('service-orders')
  const [query, setQuery] = useSearchParams()
  const values = readParams(PARAMS, query)
  const change = (next: Partial<Values>) => {
    const written = writeParams(PARAMS, { ...values, ...next })
    // Which figures are shown as tables stays.
    const tables = query.get('table')
    if (tables !== null) written.set('table', tables)
    setQuery(written)
  }
  const { step, under, product_key } = values
  const from = values.from ?? dayBefore(SHOWN_DAYS - 1)
  const to = values.to ?? dayBefore(0)
  const daysFilter = useDaysFilter()
  const { distributorFilter, productFilter } = useFleetFilters()
  const part = withoutEmpty({ under, product_key })
  const read = useRead(
    api.orderStatistics,
    { body: { ...part, step, time_zone: zoneInUse(), from: dayStart(from) ?? '', to: dayEnd(to) ?? '' } },
    { placeholder: 'keep' },
  )
  const fields: FilterField[] = [
    // What it opens with is no filter to be cleared.
    withoutChip(
      values.from === undefined && values.to === undefined,
      daysFilter(
        'period',
        t(($) => $.statistics.period),
        { from, to },
        (days) => change(days),
      ),
    ),
    withoutChip(
      true,
      choiceFilter(
        'step',
        t(($) => $.statistics.volume),
        ORDER_STEPS.map((value) => ({ value, label: t(($) => $.statistics.step[value]) })),
        step,
        (next) => change({ step: next ?? 'day' }),
      ),
    ),
    distributorFilter({
      key: 'under',
      label: t(($) => $.columns.agent_name),
      agent_id: under,
      below: (agent) => t(($) => $.filters.and_below, { agent }),
      onChange: (next) => change({ under: next }),
    }),
    productFilter({
      label: t(($) => $.columns.product),
      product_key,
      onChange: (next) => change({ product_key: next }),
    }),
  ]
  /** The list of the orders that a figure counts. */
  const listPath = (more: Readonly<Record<string, string | number>> = {}): string => {
    const named = { tab: 'all', feedback_from: from, feedback_to: to, ...part, ...more }
    return `${ORDER_LIST}?${new URLSearchParams(Object.entries(named).map(([key, value]) => [key, String(value)]))}`
  }
  return { read, fields, step, listPath, reset: () => setQuery(new URLSearchParams()) }
}
