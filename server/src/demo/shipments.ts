import type { Transaction } from 'kysely'
import type { Created } from '../features/distributors/public.ts'
import { confirmUnits, recall, type Shipper, ship } from '../features/shipments/public.ts'
import { EVERYTHING } from '../platform/scope.ts'
import type { Tables } from '../platform/tables.ts'
import type { DemoPlan, PlannedUnit } from './plan.ts'

const DAY_MS = 86_400_000
/** Devices with shipments; further ones of a larger fleet are created at their distributor, so that the start stays fast. */
const SHIPPED_MAX = 400
/** Ages of the shipments: older imports and newer ones; counties received theirs some days after their cities. */
const LEFT_DAYS_AGO = { '01': 110, '02': 19 } as const
const DAYS_TO_COUNTY = 4
const DAYS_TO_CONFIRM = 2
/** Every third of the newest shipments to counties is not confirmed yet. */
const ON_ITS_WAY_EVERY = 3
const BY_STAFF: Shipper = {
  by: { uid: null, user_name: 'admin' },
  device: EVERYTHING,
  agent: EVERYTHING,
  agent_id: null,
}

/** The first holder of a device: the top of its branch, from where it is shipped down; unpowered ones stay there. */
export const firstHolderOf = ({ distributors }: DemoPlan, unit: PlannedUnit, at: number): number =>
  at < SHIPPED_MAX ? (chainOf(distributors, unit.distributor)[0] ?? unit.distributor) : unit.distributor

/** Events before the history of a device are shifted back by this many days. */
export const historyDaysOf = ({ state }: PlannedUnit, { days }: { days: number }): number =>
  state === 'never' ? 0 : days

/** Ships the devices level by level to their planned distributor; one is recalled. */
export const shipDemo = async (
  tx: Transaction<Tables>,
  plan: DemoPlan,
  made: readonly Created[],
  { made_at, days }: { made_at: number; days: number },
): Promise<void> => {
  const units = plan.units.slice(0, SHIPPED_MAX)
  const moment = (days_ago: number) => new Date(made_at - days_ago * DAY_MS)
  const send = async (receiver: number, some: readonly PlannedUnit[], days_ago: number) => {
    const agent_id = made[receiver]?.agent_id
    if (agent_id === undefined) throw new Error('Every distributor of the plan was made.')
    const requested = some.map(({ mac }, at) => ({ row: at + 1, text: mac, mac }))
    const papers = { order_no: `PO-${1_000 + receiver}`, logistics_no: `SF${410_000 + receiver * 7}`, remark: '' }
    return (await ship(tx, BY_STAFF, { agent_id, asked: requested, papers, now: moment(days_ago) })).shipment_id
  }
  for (const [at, { level }] of plan.distributors.entries()) {
    if (level === 1) continue
    for (const [part, left] of Object.entries(LEFT_DAYS_AGO)) {
      const some = units.filter(
        ({ state, distributor, import_tag }) =>
          state !== 'never' && import_tag.endsWith(part) && chainOf(plan.distributors, distributor).includes(at),
      )
      if (some.length === 0) continue
      const is_on_its_way = level === 3 && part === '02' && at % ON_ITS_WAY_EVERY === 0
      const days_ago = left - (level === 3 ? DAYS_TO_COUNTY : 0) + (is_on_its_way ? 0 : days)
      const shipment_id = await send(at, some, days_ago)
      if (is_on_its_way) continue
      const by = BY_STAFF.by.user_name
      await confirmUnits(tx, EVERYTHING, { shipment_id, macs: undefined, now: moment(days_ago - DAYS_TO_CONFIRM), by })
    }
  }
  const waiting = units.find(
    ({ state, distributor }) => state === 'never' && chainOf(plan.distributors, distributor).length > 1,
  )
  const city = waiting === undefined ? undefined : chainOf(plan.distributors, waiting.distributor)[1]
  if (waiting === undefined || city === undefined) return
  const shipment_id = await send(city, [waiting], 12)
  await recall(tx, BY_STAFF, { shipment_id, macs: undefined, reason: 'Ordered by mistake', now: moment(9) })
}

/** The ancestors of a distributor of the plan, the highest first, and itself. */
const chainOf = (distributors: DemoPlan['distributors'], at: number): number[] => {
  const parent = distributors[at]?.parent ?? null
  return parent === null ? [at] : [...chainOf(distributors, parent), at]
}
