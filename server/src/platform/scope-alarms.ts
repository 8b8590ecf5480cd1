import { type Expression, type SqlBool, sql } from 'kysely'
import {
  any,
  every,
  type GroupScope,
  pathRange,
  pathWithin,
  placesOfGroup,
  rowsOfGroup,
  type Scope,
  withinScope,
} from './scope.ts'

/**
 * The predicate over rows of `alarms`, which follow their devices. Where place and product decide it reads no other table, so
 * that lists keep to the indexes of alarms.
 */
export const alarmsWithin = (scope: Scope, _of: 'alarms'): Expression<SqlBool> =>
  scope.own_records === null
    ? every(pathWithin(scope, 'alarms.agent_path'), scope.group === null ? null : alarmsOfGroup(scope.group))
    : sql<SqlBool>`exists (select from devices where devices.device_id = alarms.device_id and ${withinScope(scope, 'devices')})`

const alarmsOfGroup = (group: GroupScope) =>
  rowsOfGroup(
    group,
    'alarms',
    placesOfGroup(group, (agent_paths, patterns) => {
      const regions = sql<SqlBool>`alarms.agent_path in (select agent_path from distributors where region_code like any(${patterns}))`
      return any([
        ...agent_paths.map((path) => pathRange('alarms.agent_path', path)),
        ...(patterns.length === 0 ? [] : [regions]),
      ])
    }),
  )
