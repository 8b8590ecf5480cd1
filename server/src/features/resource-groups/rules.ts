import type { ResourceGroup } from '@heatfleet/contract/resource-groups/resource-groups.ts'
import type { Caller } from '../../caller.ts'
import { type GroupRow, groupScopeOf } from '../../platform/group-scope.ts'
import { isGroupWithin } from '../../platform/scope-order.ts'
import { isOwnedWithin } from '../roles/public.ts'

type Group = GroupRow & { everything: boolean }

/**
 * True when the group names nothing beyond the caller's own; no group exceeds the fleet. A draft has id 0, so
 * that it is never compared as the group it will replace.
 */
export const isWithinOwn = ({ scope }: Pick<Caller, 'scope'>, group: Group): boolean =>
  scope.group === null || (!group.everything && isGroupWithin(groupScopeOf(group), scope.group))

/** Why the caller cannot change a visible group; null = allowed. */
export const lockOf = (
  caller: Pick<Caller, 'scope' | 'permissions' | 'agent_id' | 'agent_path'>,
  group: Group & { built_in: boolean; agent_id: number | null; agent_path: string | null },
): ResourceGroup['lock'] => {
  if (group.built_in) return 'built_in'
  if (!isOwnedWithin(caller, group)) return 'not_own'
  if (!isWithinOwn(caller, group)) return 'beyond_own'
  return caller.permissions.has('resgroup:edit') ? null : 'no_right'
}
