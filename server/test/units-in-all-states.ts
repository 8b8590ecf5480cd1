import { imeiOf } from '@heatfleet/contract/identifiers.ts'
import { foldCounters } from '../src/features/devices/store-tally.ts'
import type { Connections } from '../src/platform/db.ts'
import type { SmallDistributor, SmallFleet } from './small-fleet.ts'

const HOUR_MS = 3_600_000
const UNITS = 120
/** Where units are; null = stock of the manufacturer. */
export const PLACES = ['A', 'A1', 'A11', 'A2', 'B', null] as const satisfies readonly (SmallDistributor | null)[]
const BUS = ['ok', 'lost', 'unknown'] as const
const SEVERITIES = ['minor', 'major', 'critical'] as const
/** Products beside that of the small fleet; units of the second are in stock of the manufacturer alone. */
export const OTHER = 'other-product'
export const STOCK_ONLY = 'stock-product'

/** A number below `below` that depends on unit and purpose alone. */
const pick = (unit: number, salt: number, below: number): number =>
  Math.floor((((unit * 7_919 + salt * 104_729) % 9_973) / 9_973) * below)

const putUnit = async ({ db }: Connections, fleet: SmallFleet, unit: number): Promise<void> => {
  const at = PLACES[pick(unit, 1, PLACES.length)] ?? null
  const state = pick(unit, 2, 3)
  const place = at === null ? { agent_id: null, agent_path: '/' } : fleet.distributors[at]
  const { device_id } = await db
    .insertInto('devices')
    .values({
      ...place,
      mac: imeiOf(`86111100${String(unit).padStart(6, '0')}`),
      device_name: `Unit ${unit}`,
      product_key:
        at === null && pick(unit, 3, 3) > 0 ? STOCK_ONLY : pick(unit, 3, 4) === 0 ? OTHER : fleet.product_key,
      net: '4g',
      secret_sealed: Buffer.alloc(60),
      import_time: new Date(Date.now() - pick(unit, 4, 200) * 24 * HOUR_MS),
      identify_status: pick(unit, 5, 5) === 0 ? 'unrecognized' : 'recognized',
      active: state !== 0,
      imported_user: 'admin',
    })
    .returning('device_id')
    .executeTakeFirstOrThrow()
  const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS)
  const alarms = pick(unit, 6, 3)
  await db
    .insertInto('device_status')
    .values({
      device_id,
      online: state === 1,
      first_online_at: state === 0 ? null : ago(24 * (1 + pick(unit, 7, 40))),
      last_online_at: state === 0 ? null : ago(60),
      last_offline_at: state === 2 ? ago(pick(unit, 8, 50)) : null,
      bus_status: BUS[pick(unit, 9, BUS.length)] ?? 'ok',
      alarm_count: state === 0 ? 0 : alarms,
      alarm_keys: state === 0 ? [] : ['E11', 'E14'].slice(0, alarms),
      alarm_severity: state === 0 || alarms === 0 ? null : (SEVERITIES[pick(unit, 10, 3)] ?? null),
    })
    .execute()
  await putAlarms({ db }, device_id, state === 0 ? 0 : alarms, unit)
}

/** One row for each alarm that stands, and an older one that has recovered. */
const putAlarms = async ({ db }: Pick<Connections, 'db'>, device_id: number, count: number, unit: number) => {
  const at = new Date(Date.now() - pick(unit, 11, 20) * 24 * HOUR_MS)
  const row = { device_id, type: 'device_fault', first_at: at, last_at: at } as const
  const severity = SEVERITIES[pick(unit, 10, 3)] ?? 'major'
  const codes = ['E11', 'E14'].slice(0, count)
  const standing = codes.map((code) => ({ ...row, code, rule_key: code, severity, recovered_at: null }))
  const over = { ...row, code: 'E20', rule_key: 'E20', severity, recovered_at: at }
  await db
    .insertInto('alarms')
    .values([...standing, over])
    .execute()
}

/**
 * Adds units in all states, of three products, at every distributor of the small fleet and in stock of the manufacturer. Half
 * of them are folded into the tally, the others are changes that it does not hold yet.
 */
export const addUnitsInAllStates = async (database: Connections, fleet: SmallFleet): Promise<void> => {
  const { db } = database
  const product = await db.selectFrom('products').selectAll().executeTakeFirstOrThrow()
  const { layout_id: _, ...row } = product
  for (const product_key of [OTHER, STOCK_ONLY])
    await db
      .insertInto('products')
      .values({ ...row, product_key, name: product_key, english_name: product_key })
      .execute()
  for (let unit = 0; unit < UNITS; unit += 1) {
    await putUnit(database, fleet, unit)
    if (unit === UNITS / 2) await foldCounters(db, new Date())
  }
}
