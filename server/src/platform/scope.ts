import { type Expression, type SqlBool, sql } from 'kysely'

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

/** The one predicate: the column starts with the scope's path, as an index range. Put it into each query's `where`. */
export const withinScope = (
  scope: Scope,
  column: 'agent_path' | 'devices.agent_path' | 'distributors.agent_path',
): Expression<SqlBool> =>
  scope.agent_path === EVERYTHING.agent_path
    ? sql<SqlBool>`true`
    : sql<SqlBool>`(${sql.ref(column)} >= ${scope.agent_path} and ${sql.ref(column)} < ${upperBound(scope.agent_path)})`

/** The first text after every text with this prefix. A path ends with '/', and '0' is the character after '/'. */
export const upperBound = (agent_path: string): string => `${agent_path.slice(0, -1)}0`
