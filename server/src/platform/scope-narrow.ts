import type { Scope } from './scope.ts'

/** A path nothing lies below: the numbers of distributors begin with 1. */
export const NOWHERE = '/0/'

/** True when a path lies at or below another. */
export const isAtOrBelow = (agent_path: string, above: string): boolean => agent_path.startsWith(above)

/**
 * The part of a scope that lies at one place of the tree and below it. Never more than the scope: who sees one
 * distributor alone sees nothing below it, and what does not meet is nothing.
 */
export const narrowScope = (scope: Scope, agent_path: string): Scope => {
  if (isAtOrBelow(scope.agent_path, agent_path)) return scope
  const is_part = isAtOrBelow(agent_path, scope.agent_path) && !scope.own_agent
  return { ...scope, agent_path: is_part ? agent_path : NOWHERE }
}
