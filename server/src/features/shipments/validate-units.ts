import { isShipError, type ShipCheck, type ShipProblem, type ShipRow } from '@heatfleet/contract/shipments/shipments.ts'
import { regionPrefix } from '../../platform/region-prefix.ts'
import type { Receiver, Unit } from './store.ts'

/** A row of a file, or one of the given ids; null = no valid id. */
export type RequestedUnit = { row: number; text: string; mac: string | null }

/** A result for each requested device; `units` = the visible ones. */
export const validateUnits = (
  requested: readonly RequestedUnit[],
  units: readonly Unit[],
  receiver: Receiver,
): ShipRow[] => {
  const visible = new Map(units.map((unit) => [unit.mac, unit]))
  const seen = new Set<string>()
  const outside_area = isOutsideArea(receiver)
  return requested.map(({ row, text, mac }) => {
    const unit = mac === null ? undefined : visible.get(mac)
    const is_repeat = mac !== null && seen.has(mac)
    if (mac !== null) seen.add(mac)
    const problems =
      mac === null ? (['malformed'] as const) : is_repeat ? (['twice'] as const) : problemsOf(unit, receiver)
    return {
      row,
      mac: mac ?? text,
      product_name: unit?.product_name ?? '',
      product_english_name: unit?.product_english_name ?? '',
      problems: outside_area && !problems.some(isShipError) ? [...problems, 'outside_area'] : [...problems],
      holder_name: problems.some((problem) => problem === 'already_shipped') ? (unit?.holder_name ?? '') : '',
    }
  })
}

/** Result of the dry run; `room` = remaining device quota of the receiver. */
export const checkOf = (rows: ShipRow[], room: number | null): ShipCheck => ({ rows, errors: errorsOf(rows), room })

/** How many units cannot be shipped. */
export const errorsOf = (rows: readonly ShipRow[]): number =>
  rows.filter(({ problems }) => problems.some(isShipError)).length

const problemsOf = (unit: Unit | undefined, { sender_path, product_keys }: Receiver): ShipProblem[] => {
  if (unit === undefined) return ['unknown']
  if (unit.agent_path !== sender_path)
    return [unit.agent_path.startsWith(sender_path) ? 'already_shipped' : 'not_in_stock']
  return [
    ...(unit.bound ? (['bound'] as const) : []),
    ...(product_keys.length > 0 && !product_keys.includes(unit.product_key) ? (['product_not_sold'] as const) : []),
    ...(unit.active ? (['in_use'] as const) : []),
  ]
}

/** The receiver is outside the sender's sales regions. */
const isOutsideArea = ({ sender_area, region_code }: Receiver): boolean =>
  sender_area.length > 0 && !sender_area.some((area) => (region_code ?? '').startsWith(regionPrefix(area)))
