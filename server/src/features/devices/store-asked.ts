import type { DeviceFilter } from '@heatfleet/contract/devices.ts'
import type { RawBuilder } from 'kysely'
import type { Connections } from '../../platform/db.ts'
import { runStatement, type Statement, statementOf } from '../../platform/prepared.ts'
import type { Scope } from '../../platform/scope.ts'
import { atMoment, type Narrowed } from './store-filter.ts'

/** Questions kept as statements, each of some kilobytes, and how long the words may be under which one is kept. */
const KEPT_MAX = 500
const KEY_MAX = 4_000

const kept = new Map<string, Statement<unknown>>()

/**
 * Asks the database about devices. People ask the same questions over and over, of which only the moment changes: a
 * statement is put together once for each, which costs as much as reading its answer. `what` tells the statements of one
 * question apart.
 */
export const askDevices = <Row>(
  database: Connections,
  scope: Scope,
  narrowed: Narrowed,
  what: string,
  build: () => RawBuilder<Row>,
): Promise<Row[]> => {
  const { filter, agent_path, uid, now } = narrowed
  const send = ({ values, ...statement }: Statement<Row>) =>
    runStatement(database, { ...statement, values: atMoment(values, now) })
  const put = (is_prepared: boolean) =>
    statementOf<Row>({ compile: () => build().compile(database.db) }, { is_prepared })
  if (!isSteady(filter)) return send(put(false))
  const key = JSON.stringify([what, uid, agent_path, filter, scope])
  const known = kept.get(key)
  // Kept under what it was built from, so its rows are of the type that is asked for.
  if (known !== undefined) return send(known as Statement<Row>)
  const statement = put(true)
  if (key.length <= KEY_MAX) keep(key, statement)
  return send(statement)
}

const keep = (key: string, statement: Statement<unknown>): void => {
  if (kept.size >= KEPT_MAX) kept.clear()
  kept.set(key, statement)
}

/** True where one plan serves all values: without texts and ids, of which some are rare and some are not. */
const isSteady = (filter: DeviceFilter): boolean =>
  !filter.search && !filter.device_name && filter.macs === undefined && filter.except_macs === undefined
