import { type Kysely, sql } from 'kysely'
import type { Tables } from '../src/platform/tables.ts'

const DAY_MS = 86_400_000
/** The UTC day so many days ago. */
export const dayAgo = (ago: number): string => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10)

export type TestDay = ReturnType<typeof testDay>

/** Heat, electricity and temperature of a day of a unit, each unit its own; every third has no COP, today lasts. */
export const testDay = ({ device_id }: { device_id: number }, ago: number) => {
  const [heat_kwh, electricity_kwh] = [10 + (device_id % 7) + ago, 4 + (device_id % 3)]
  return {
    device_id,
    day: dayAgo(ago),
    time_zone: 'UTC',
    product_key: 'r290-monobloc',
    reports: 1_440,
    is_complete: ago > 0,
    computed_at: new Date().toISOString(),
    quality: 1,
    alarms_raised: 0,
    heat_kwh,
    electricity_kwh,
    cop: device_id % 3 === 0 ? null : heat_kwh / electricity_kwh,
    mean_ambient_c: (device_id % 5) - ago,
  }
}

export const insertDays = async (db: Kysely<Tables>, days: readonly TestDay[]): Promise<void> => {
  await sql`insert into device_days select * from jsonb_populate_recordset(null::device_days, ${JSON.stringify(days)}::jsonb)`.execute(
    db,
  )
}

/** Heat over electricity of the days with a COP, as the server rounds it. */
export const copOf = (days: readonly TestDay[]): number | null => {
  const known = days.filter(({ cop }) => cop !== null)
  const sum = (key: 'heat_kwh' | 'electricity_kwh') => known.reduce((all, row) => all + row[key], 0)
  return known.length === 0 ? null : sum('heat_kwh') / sum('electricity_kwh')
}

export const ambientOf = (days: readonly TestDay[]): number | null =>
  days.length === 0 ? null : days.reduce((all, { mean_ambient_c }) => all + mean_ambient_c, 0) / days.length

export const rounded = (value: number | null, decimals: number): number | null =>
  value === null ? null : Number(value.toFixed(decimals))
