import { type Expression, type SqlBool, sql } from 'kysely'
import { any, every, type GroupScope, pathRange, pathWithin, regionsLike, type Scope } from './scope.ts'

/**
 * The predicate over rows of `device_imports`: those into the subtree; of own records, the account's own. A resource group
 * sees batches into distributors it names, of no other products than it names; single devices make no batch visible.
 */
export const importsWithin = (scope: Scope, _of: 'device_imports'): Expression<SqlBool> =>
  every(
    pathWithin(scope, 'device_imports.agent_path'),
    scope.own_records === null ? null : sql<SqlBool>`device_imports.uid = ${scope.own_records.uid}`,
    scope.group === null ? null : importsOfGroup(scope.group),
  )

const importsOfGroup = ({ agent_paths, region_prefixes, product_keys }: GroupScope): Expression<SqlBool> => {
  const where = [
    ...agent_paths.map((path) => pathRange('device_imports.agent_path', path)),
    ...(region_prefixes.length === 0
      ? []
      : [
          sql<SqlBool>`device_imports.agent_id in (select agent_id from distributors
            where region_code like any(${regionsLike(region_prefixes)}))`,
        ]),
  ]
  if (where.length + product_keys.length === 0) return sql<SqlBool>`false`
  return every(
    where.length === 0 ? null : any(where),
    product_keys.length === 0 ? null : sql<SqlBool>`device_imports.product_keys <@ ${[...product_keys]}::text[]`,
  )
}
