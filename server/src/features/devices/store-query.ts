import type { DeviceFilter } from '@heatfleet/contract/devices/devices.ts'
import type { RawBuilder } from 'kysely'
import type { Connections } from '../../platform/db.ts'
import { type Planned, runStatement, type Statement, statementOf } from '../../platform/prepared.ts'
import type { Scope } from '../../platform/scope.ts'
import { type Narrowed, shapeOf, withValues } from './store-filter.ts'

/** Cached statements (some kilobytes each) and the maximum length of a cache key. */
const CACHE_MAX = 500
const KEY_MAX = 4_000

const cache = new Map<string, Statement<unknown>>()

/**
 * Runs a device query. Queries repeat with other times and search texts only, and building a statement costs as much as
 * reading its result, so statements are cached. `what` distinguishes the statements of one query.
 */
export const queryDevices = <Row>(
  database: Connections,
  scope: Scope,
  narrowed: Narrowed,
  what: string,
  build: () => RawBuilder<Row>,
): Promise<Row[]> => {
  const { filter, agent_path, group, uid, sees_cards } = narrowed
  const execute = ({ values, ...statement }: Statement<Row>) =>
    runStatement(database, { ...statement, values: withValues(values, narrowed) })
  const prepare = (planned: Planned) => statementOf<Row>({ compile: () => build().compile(database.db) }, planned)
  // What a group holds may change at any time.
  if (namesDevices(filter) || (group !== null && group !== undefined)) return execute(prepare('each_time'))
  const key = JSON.stringify([what, uid, agent_path, shapeOf(filter), scope, sees_cards])
  const cached = cache.get(key)
  // The key determines the statement, so its row type is the requested one.
  if (cached !== undefined) return execute(cached as Statement<Row>)
  const statement = prepare(isTyped(filter) ? 'each_time' : 'once')
  if (key.length <= KEY_MAX) store(key, statement)
  return execute(statement)
}

const store = (key: string, statement: Statement<unknown>): void => {
  if (cache.size >= CACHE_MAX) cache.clear()
  cache.set(key, statement)
}

/** Statements with id lists are long and hardly ever repeat. */
const namesDevices = ({ macs, except_macs }: DeviceFilter): boolean => macs !== undefined || except_macs !== undefined

/** Search texts differ in selectivity: no single plan fits all. */
const isTyped = ({ search, device_name }: DeviceFilter): boolean => Boolean(search) || Boolean(device_name)
