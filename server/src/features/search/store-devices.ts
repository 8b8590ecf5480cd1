import type { SearchWords } from '@heatfleet/contract/search/search-words.ts'
import { type Expression, type Kysely, type SqlBool, sql } from 'kysely'
import { agentsWithin, type Scope, withinScope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'
import { NOT_VIRTUAL } from '../../platform/virtual-devices.ts'
import { ONLINE_STATUS } from '../devices/public.ts'
import { inOrderOf, literal, nameConditions, rankedIds } from './store-ranked.ts'
import { similarIds } from './store-similar.ts'

type Db = Kysely<Tables>

/** How many, and whether a similar name is looked for in place of what matches. */
export type Listed = { size: number; is_similar?: boolean }

const reversed = (text: string): string => text.split('').reverse().join('')

const KEY = 'devices.device_id'
const NAME = sql`search_text(devices.device_name)`

/**
 * Devices of `devices` by id, its last digits, SIM card or name; virtual ones only by their complete id. Distributors are named
 * when they are within `agents`. `is_similar` = by a similar name alone.
 */
export const findDevices = async (
  db: Db,
  { devices: scope, agents }: { devices: Scope; agents: Scope },
  words: SearchWords,
  { size, is_similar = false }: Listed,
) => {
  const { id_part } = words
  const of_fleet = (condition: Expression<SqlBool>) => sql<SqlBool>`(${condition} and ${NOT_VIRTUAL})`
  const seen = db.selectFrom('devices').where(withinScope(scope, 'devices'))
  const ids = is_similar
    ? await similarIds(db, seen.where(NOT_VIRTUAL), { key: KEY, of: NAME, words, size })
    : await rankedIds(db, seen, {
        key: KEY,
        conditions: [
          ...(id_part === null
            ? []
            : [
                sql<SqlBool>`devices.mac = ${id_part}`,
                of_fleet(sql<SqlBool>`reverse(devices.mac) like ${`${reversed(id_part)}%`}`),
                of_fleet(sql<SqlBool>`devices.mac like ${`${id_part}%`}`),
                of_fleet(sql<SqlBool>`devices.iccid like ${`${literal(id_part)}%`}`),
              ]),
          ...nameConditions(NAME, words).map(of_fleet),
        ],
        size,
      })
  const rows = await db
    .selectFrom('devices')
    .leftJoin('device_status', 'device_status.device_id', 'devices.device_id')
    .leftJoin('distributors', (join) =>
      join.onRef('distributors.agent_id', '=', 'devices.agent_id').on(agentsWithin(agents, 'distributors')),
    )
    .where(sql<SqlBool>`devices.device_id = any(${ids}::int[])`)
    .select([
      'devices.device_id',
      'devices.mac',
      'devices.device_name',
      ONLINE_STATUS.as('online_status'),
      'device_status.last_offline_at',
      'distributors.agent_name',
    ])
    .execute()
  return inOrderOf(ids, rows, ({ device_id }) => device_id)
}
