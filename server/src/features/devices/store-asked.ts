import type { DeviceFilter } from '@heatfleet/contract/devices/devices.ts'
import type { RawBuilder } from 'kysely'
import type { Connections } from '../../platform/db.ts'
import { type Planned, runStatement, type Statement, statementOf } from '../../platform/prepared.ts'
import type { Scope } from '../../platform/scope.ts'
import { type Narrowed, shapeOf, withValues } from './store-filter.ts'

/** Questions kept as statements, each of some kilobytes, and how long the words may be under which one is kept. */
const KEPT_MAX = 500
const KEY_MAX = 4_000

const kept = new Map<string, Statement<unknown>>()

/**
 * Asks the database about devices. People ask the same questions over and over, of which only the moment and what they type
 * change: a statement is put together once for each, which costs as much as reading its answer. `what` tells the statements of one
 * question apart.
 */
export const askDevices = <Row>(
  database: Connections,
  scope: Scope,
  narrowed: Narrowed,
  what: string,
  build: () => RawBuilder<Row>,
): Promise<Row[]> => {
  const { filter, agent_path, uid } = narrowed
  const send = ({ values, ...statement }: Statement<Row>) =>
    runStatement(database, { ...statement, values: withValues(values, narrowed) })
  const put = (planned: Planned) => statementOf<Row>({ compile: () => build().compile(database.db) }, planned)
  if (namesDevices(filter)) return send(put('each_time'))
  const key = JSON.stringify([what, uid, agent_path, shapeOf(filter), scope])
  const known = kept.get(key)
  // Kept under what it was built from, so its rows are of the type that is asked for.
  if (known !== undefined) return send(known as Statement<Row>)
  const statement = put(isTyped(filter) ? 'each_time' : 'once')
  if (key.length <= KEY_MAX) keep(key, statement)
  return send(statement)
}

const keep = (key: string, statement: Statement<unknown>): void => {
  if (kept.size >= KEPT_MAX) kept.clear()
  kept.set(key, statement)
}

/** A statement about a list of ids is as long as the list, and hardly ever asked twice. */
const namesDevices = ({ macs, except_macs }: DeviceFilter): boolean => macs !== undefined || except_macs !== undefined

/** Of what people type some is rare and some is not: no plan serves all of it. */
const isTyped = ({ search, device_name }: DeviceFilter): boolean => Boolean(search) || Boolean(device_name)
