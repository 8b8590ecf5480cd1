import type { MenuAgent } from '../../cloud/agent-tree.ts'

/** Who can receive units: those directly below the own distributor, for the manufacturer's people all that have one above. */
export const receiversOf = (agents: readonly MenuAgent[], own_id: number | null): MenuAgent[] =>
  agents.filter(({ parent_id }) => (own_id === null ? parent_id !== null : parent_id === own_id))
