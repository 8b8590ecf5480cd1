import { api } from '@heatfleet/contract/api.ts'
import { AUDIT_RESULTS } from '@heatfleet/contract/audit/audit.ts'
import { useRead } from '../../cloud/call.ts'
import { usePermission } from '../../cloud/session.ts'
import { useMessages } from '../../messages/messages.ts'
import { useRoleNameText } from '../../messages/role-name.ts'
import type { FilterField } from '../../ui/filter-bar.tsx'
import { choiceFilter, textFilter, useDaysFilter } from '../../ui/list-filters.tsx'
import type { AuditAddress } from './address.ts'

/** The filters of the audit log, on every column, bound to its address. */
export const useAuditFilters = (
  address: AuditAddress,
  change: (part: Partial<AuditAddress>) => void,
): FilterField[] => {
  const t = useMessages('audit')
  const days = useDaysFilter()
  const shared = useMessages('shared')
  const actions: Readonly<Record<string, string>> = shared(($) => $.audit_actions, { returnObjects: true })
  const text = (key: 'user_name' | 'object' | 'address' | 'request_id' | 'text'): FilterField =>
    textFilter(
      key,
      t(($) => $.fields[key]),
      address[key],
      (value) => change({ [key]: value }),
    )
  const role = useRoleFilter(address, change)
  return [
    text('user_name'),
    choiceFilter(
      'action',
      t(($) => $.fields.action),
      Object.entries(actions).map(([value, label]) => ({ value, label })),
      address.action === '' ? undefined : address.action,
      (action) => change({ action: action ?? '' }),
    ),
    ...(role === null ? [] : [role]),
    text('object'),
    choiceFilter(
      'result',
      t(($) => $.fields.result),
      AUDIT_RESULTS.map((value) => ({ value, label: t(($) => $.results[value]) })),
      address.result,
      (result) => change({ result }),
    ),
    days(
      'period',
      t(($) => $.fields.from),
      { from: address.from, to: address.to },
      change,
    ),
    text('text'),
    text('address'),
    text('request_id'),
  ]
}

const ROLES_STALE_MS = 60_000

/** The role that the account has now; null for who may not see roles. */
const useRoleFilter = (address: AuditAddress, change: (part: Partial<AuditAddress>) => void): FilterField | null => {
  const t = useMessages('audit')
  const roleName = useRoleNameText()
  const sees_roles = usePermission('role:view')
  const roles = useRead(api.roleList, { body: {} }, { enabled: sees_roles, staleTime: ROLES_STALE_MS })
  if (!sees_roles) return null
  return choiceFilter(
    'role_id',
    t(($) => $.fields.role_name),
    (roles.data?.list ?? []).map((role) => ({ value: String(role.role_id), label: roleName(role.role_name) })),
    address.role_id === undefined ? undefined : String(address.role_id),
    (role_id) => change({ role_id: role_id === undefined ? undefined : Number(role_id) }),
  )
}
