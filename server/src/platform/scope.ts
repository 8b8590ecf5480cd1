import { type Expression, type ExpressionBuilder, type ReferenceExpression, type SqlBool, sql } from 'kysely'

/**
 * Which owned rows a caller may touch: the second argument of every store function that reads them. There is no
 * default; work of the system itself must say {@link EVERYTHING} aloud.
 */
export type Scope = { readonly agent_path: string }

/** The whole fleet: the manufacturer's own people, and the system itself. Every path starts with a slash. */
export const EVERYTHING: Scope = { agent_path: '/' }

/** A distributor and all below it. */
export const subtreeOf = (agent_path: string): Scope => ({ agent_path })

/** True when a row with this path lies in the scope; for pushes and caches, where no SQL runs. */
export const isWithin = (scope: Scope, agent_path: string): boolean => agent_path.startsWith(scope.agent_path)

/** The one predicate: `path` starts with the scope's path, as an index range. Compose it into each query. */
export const withinScope =
  <DB, TB extends keyof DB>(scope: Scope, path: ReferenceExpression<DB, TB>) =>
  (builder: ExpressionBuilder<DB, TB>): Expression<SqlBool> =>
    scope.agent_path === EVERYTHING.agent_path
      ? sql<SqlBool>`true`
      : builder.and([
          builder(path, '>=', sql.lit(scope.agent_path) as never),
          builder(path, '<', sql.lit(upperBound(scope.agent_path)) as never),
        ])

/** The first text after every text with this prefix. A path ends with '/', and '0' is the character after '/'. */
export const upperBound = (agent_path: string): string => `${agent_path.slice(0, -1)}0`
