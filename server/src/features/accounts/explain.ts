import type { AccessCheck, AccessExplanation, AccessReason } from '@heatfleet/contract/accounts/access.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import type { Kysely } from 'kysely'
import { effectivePermissionsOf } from '../../effective-permissions.ts'
import { EVERYTHING, type Scope, subtreeOf } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'
import { findDeviceWithin } from './store-access.ts'
import type { AccountRow } from './store-list.ts'

type Step = AccessExplanation['steps'][number]
type Within = Record<keyof ReturnType<typeof partsOf>, boolean>

/**
 * Why an account sees a device, or does not: the parts of its scope, each evaluated by the predicate that guards every call.
 * The device must be in the caller's scope (`device_not_found`), so that no foreign device is revealed.
 */
export const explainAccess = async (
  db: Kysely<Tables>,
  callerScope: Scope,
  account: AccountRow,
  mac: string,
): Promise<AccessExplanation> => {
  const { permissions, scope } = effectivePermissionsOf(account)
  const device = await findDeviceWithin(db, callerScope, mac, partsOf(scope))
  if (device === null) throw new Refusal('device_not_found', { field: 'mac' })
  const steps = [
    accountStep(account),
    distributorStep(account),
    step('right', permissions.has('device:view') ? 'has_right' : 'lacks_right', account.role_name),
    step('subtree', subtreeReason(account, device.within), account.agent_name ?? ''),
    step('data_scope', dataScopeReason(account, device.within), account.role_name),
    step('resource_group', groupReason(account, scope, device.within), account.resource_group_name),
  ]
  const decided_by = steps.find(({ ok }) => !ok)?.check ?? null
  return { mac: device.mac, device_name: device.device_name, sees: decided_by === null, decided_by, steps }
}

/** The parts of a scope, each alone. */
const partsOf = (scope: Scope) => {
  const { group } = scope
  const only = (part: Partial<NonNullable<Scope['group']>>): Scope => ({
    ...EVERYTHING,
    group:
      group === null
        ? null
        : { ...group, agent_paths: [], region_prefixes: [], product_keys: [], device_ids: [], ...part },
  })
  return {
    subtree: subtreeOf(scope.agent_path),
    data_scope: { ...scope, group: null },
    group: { ...EVERYTHING, group },
    listed: only({ device_ids: group?.device_ids ?? [] }),
    where: only({ agent_paths: group?.agent_paths ?? [], region_prefixes: group?.region_prefixes ?? [] }),
  }
}

const FAILS: ReadonlySet<AccessReason> = new Set([
  'disabled',
  'expired',
  'lacks_right',
  'not_in_subtree',
  'not_own_agent',
  'not_own_records',
  'wrong_where',
  'wrong_what',
  'not_listed',
  'empty_group',
  'no_group',
])

const step = (check: AccessCheck, reason: AccessReason, named: string): Step => ({
  check,
  ok: !FAILS.has(reason),
  reason,
  named,
})

const accountStep = ({ disabled, is_over }: AccountRow): Step =>
  step('account', disabled ? 'disabled' : is_over ? 'expired' : 'enabled', '')

const distributorStep = ({ agent_id, agent_name, agent_disabled }: AccountRow): Step =>
  step('distributor', agent_id === null ? 'manufacturer' : agent_disabled ? 'disabled' : 'enabled', agent_name ?? '')

const subtreeReason = ({ agent_id }: AccountRow, within: Within): AccessReason => {
  if (agent_id === null) return 'manufacturer'
  return within.subtree ? 'in_subtree' : 'not_in_subtree'
}

/** The role's data scope for devices, whether of the role as a whole or for devices alone. */
const dataScopeReason = ({ data_scope, scope_overrides }: AccountRow, within: Within): AccessReason => {
  const kind = scope_overrides.device ?? data_scope
  if (kind === 'own_agent') return within.data_scope ? 'own_agent' : 'not_own_agent'
  if (kind === 'own_records') return within.data_scope ? 'own_records' : 'not_own_records'
  return kind
}

const groupReason = (account: AccountRow, { group }: Scope, within: Within): AccessReason => {
  if (group === null) return 'whole_fleet'
  if (account.group_everything) return 'no_group'
  if (within.group) return within.listed ? 'by_device' : 'by_rule'
  const has_where = group.agent_paths.length + group.region_prefixes.length > 0
  if (!has_where && group.product_keys.length === 0) return group.device_ids.length === 0 ? 'empty_group' : 'not_listed'
  return has_where && !within.where ? 'wrong_where' : 'wrong_what'
}
