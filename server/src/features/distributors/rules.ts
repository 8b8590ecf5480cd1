import type { ErrorCode } from '@heatfleet/contract/errors.ts'

/** A distributor's position in the tree. */
export type Placed = { agent_level: number; agent_path: string }
/** A broken rule and its field. */
export type Flaw = { code: ErrorCode; field: string }

/** The lowest level: county. */
const LOWEST = 3

/** Why no distributor of this level may be created below `parent` (null = at the top), or null (spec 5). */
export const placeFlaw = (agent_level: number, parent: Placed | null): Flaw | null => {
  if (parent === null) return agent_level === 1 ? null : { code: 'parent_required', field: 'parent_id' }
  if (parent.agent_level >= LOWEST) return { code: 'sub_distributor_forbidden', field: 'parent_id' }
  return parent.agent_level + 1 === agent_level ? null : { code: 'parent_level_wrong', field: 'parent_id' }
}

/** The level below `parent`. */
export const levelBelow = (parent: Placed | null): number => (parent?.agent_level ?? 0) + 1

/** Why a distributor may not be moved below `parent` (null = to the top), or null. A level may rise, never fall. */
export const moveFlaw = (agent: Placed, parent: Placed | null): Flaw | null => {
  if (parent?.agent_path.startsWith(agent.agent_path)) return { code: 'parent_below_itself', field: 'parent_id' }
  if (levelBelow(parent) > LOWEST) return { code: 'sub_distributor_forbidden', field: 'parent_id' }
  return levelBelow(parent) > agent.agent_level ? { code: 'distributor_downgrade', field: 'parent_id' } : null
}

/** Why level and parent may not be changed like this, or null; undefined = unchanged. */
export const editedPlaceFlaw = (
  agent: Placed,
  wanted: { agent_level: number | undefined; parent: Placed | null | undefined },
): Flaw | null => {
  if (wanted.agent_level !== undefined && wanted.agent_level > agent.agent_level)
    return { code: 'distributor_downgrade', field: 'agent_level' }
  if (wanted.parent === undefined)
    return wanted.agent_level === undefined || wanted.agent_level === agent.agent_level
      ? null
      : { code: 'parent_level_wrong', field: 'parent_id' }
  return moveFlaw(agent, wanted.parent) ?? placeFlaw(wanted.agent_level ?? levelBelow(wanted.parent), wanted.parent)
}

/** Fields of the own distributor that its accounts may change; others belong to the parent. */
const OWN_FIELDS: ReadonlySet<string> = new Set(['address', 'phone', 'email'])

/** The first changed field that only the parent may change, or null. */
export const ownFlaw = (changed: readonly string[]): Flaw | null => {
  const field = changed.find((name) => !OWN_FIELDS.has(name))
  return field === undefined ? null : { code: 'own_distributor_fixed', field }
}

/** Why a quota may not be set below the current use, or null. */
export const quotaFlaw = (
  quotas: { account_quota: number | null; device_quota: number | null },
  used: { accounts: number; devices: number },
): (Flaw & { details: { used: number } }) | null => {
  if (quotas.account_quota !== null && quotas.account_quota < used.accounts)
    return { code: 'quota_below_use', field: 'account_quota', details: { used: used.accounts } }
  if (quotas.device_quota !== null && quotas.device_quota < used.devices)
    return { code: 'quota_below_use', field: 'device_quota', details: { used: used.devices } }
  return null
}

/** References to a distributor: while one is not zero, it cannot be deleted. */
export type Use = {
  sub_distributors: number
  devices: number
  accounts: number
  roles: number
  resource_groups: number
}
export const isInUse = (use: Use): boolean => Object.values(use).some((count) => count > 0)

/** The changed fields with old and new value. */
export const changesOf = <Row extends object>(
  before: Row,
  after: Row,
): { before: Partial<Row>; after: Partial<Row>; fields: (keyof Row & string)[] } => {
  const fields = (Object.keys(after) as (keyof Row & string)[]) // keys of its own type
    .filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
  const pick = (row: Row) => Object.fromEntries(fields.map((key) => [key, row[key]])) as Partial<Row>
  return { before: pick(before), after: pick(after), fields }
}

/** Ids of the distributors on a path, the highest first. */
export const idsOf = (agent_path: string): number[] => agent_path.split('/').filter(Boolean).map(Number)
