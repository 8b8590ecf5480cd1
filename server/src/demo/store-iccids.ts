import { iccidKey } from '@heatfleet/contract/iccids/card.ts'
import { type Kysely, sql } from 'kysely'
import { insertCards, type NewCard } from '../features/iccids/public.ts'
import type { Tables } from '../platform/tables.ts'
import type { PlannedUnit } from './plan.ts'

const DAY_MS = 86_400_000
const YEAR_DAYS = 365
const TRAFFIC_DAYS = 30
const SPARE_CARDS = 4
const OPERATORS = { '8986': 'China Mobile', '8948': 'Orange Polska', '8949': 'Telekom' } as const

/** Days from the demo's time zero to the end of a card: most are good for years, some end soon, a few have ended. */
const daysLeftOf = (at: number): number => {
  if (at % 17 === 5) return -6
  if (at % 13 === 2) return 5
  if (at % 9 === 4) return 22
  if (at % 7 === 3) return 51
  return 120 + ((at * 37) % (2 * YEAR_DAYS))
}

/** A megabyte a day, more in some houses. */
const megabytesOf = (at: number, day: number): number =>
  Math.round((at % 11 === 1 ? 0.95 : (0.3 + ((at * 7 + day * 13) % 10) / 25) * (0.5 + (at % 6) / 5)) * 100) / 100

/** Cards of the demo's 4G modules with their traffic, and some that wait in stock. */
export const insertDemoCards = async (
  db: Kysely<Tables>,
  units: readonly PlannedUnit[],
  made_at: number,
): Promise<void> => {
  const devices = await db.selectFrom('devices').where('iccid', 'is not', null).select(['device_id', 'iccid']).execute()
  const device_ids = new Map(devices.map(({ device_id, iccid }) => [iccid, device_id]))
  const used = units.flatMap(({ iccid, state }, at) => (iccid === null ? [] : [{ iccid, state, at }]))
  const cards = used.map(({ iccid, state, at }) => ({
    ...cardOf(iccid, at, made_at),
    status: state === 'never' ? ('in_stock' as const) : daysLeftOf(at) < 0 ? ('expired' as const) : ('active' as const),
    device_id: device_ids.get(iccid) ?? null,
  }))
  const spare = Array.from({ length: SPARE_CARDS }, (_, at) => ({
    ...cardOf(`898600249900000${String(at).padStart(4, '0')}`, at, made_at),
    activated_at: null,
    expires_at: null,
    status: 'in_stock' as const,
    device_id: null,
  }))
  const made = await insertCards(db, [...cards, ...spare], { by: { user_name: 'admin' }, at: new Date(made_at) })
  const traffic = used.flatMap(({ iccid, state, at }) =>
    state === 'never'
      ? []
      : Array.from({ length: TRAFFIC_DAYS }, (_, day) => ({
          card_id: made.get(iccidKey(iccid)),
          day: new Date(made_at - (TRAFFIC_DAYS - day) * DAY_MS).toISOString().slice(0, 10),
          mb: megabytesOf(at, day),
        })),
  )
  await sql`insert into iccid_traffic (card_id, day, mb)
    select card_id, day, mb from jsonb_to_recordset(${JSON.stringify(traffic)}::jsonb)
      as given (card_id int, day date, mb double precision)`.execute(db)
  await sql`update iccids set traffic_used_mb = used.mb, synced_at = ${new Date(made_at)}
    from (select card_id, sum(mb) as mb from iccid_traffic group by card_id) used
    where used.card_id = iccids.card_id`.execute(db)
}

const cardOf = (iccid: string, at: number, made_at: number): NewCard => {
  const expires_at = new Date(made_at + daysLeftOf(at) * DAY_MS)
  return {
    iccid,
    msisdn: `14400${String(10_000_000 + at * 311)}`,
    operator: Object.entries(OPERATORS).find(([issuer]) => iccid.startsWith(issuer))?.[1] ?? '',
    plan: '30 MB',
    activated_at: new Date(expires_at.getTime() - 3 * YEAR_DAYS * DAY_MS),
    expires_at,
    status: 'active',
    traffic_total_mb: 30,
    remark: '',
  }
}
