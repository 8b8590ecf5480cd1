import { api } from '@heatfleet/contract/api.ts'
import { AUDIT_RESULTS, type AuditLine } from '@heatfleet/contract/audit/audit.ts'
import { useRead } from '../../cloud/call.ts'
import { PICKER_STALE_MS } from '../../cloud/picker-reads.ts'
import { usePermission } from '../../cloud/session.ts'
import { CutText } from '../../lists/columns.tsx'
import { fixedList, listOf } from '../../lists/list.ts'
import { useRoleNameText } from '../../messages/role-name.ts'
import { ChangeLine } from '../../ui/change-list.tsx'
import { changesOf } from '../../ui/changes.ts'
import { ListIcon } from '../../ui/icons.tsx'
import { ObjectLink } from './object-link.tsx'
import { ResultChip } from './result-chip.tsx'
import { useActionText, useActionTexts, useActorText, useFieldTexts } from './texts.ts'

/** Roles an account can have now; null for a person who may not see roles. */
const useRoles = (roleName: (name: string) => string) => {
  const sees_roles = usePermission('role:view')
  const { data } = useRead(api.roleList, { body: {} }, { enabled: sees_roles, staleTime: PICKER_STALE_MS })
  if (!sees_roles) return null
  return (data?.list ?? []).map(({ role_id, role_name }) => ({ value: role_id, label: roleName(role_name) }))
}

const useActions = () => Object.entries(useActionTexts()).map(([value, label]) => ({ value, label }))

const { list, column, filter } = listOf(api.auditList, 'audit', () => ({
  actionText: useActionText(),
  actorText: useActorText(),
  fieldTexts: useFieldTexts(),
  roleName: useRoleNameText(),
}))

/** The audit log (product 3.40). */
export const auditLog = list({
  name: 'audit',
  needs: 'audit:view',
  label: ({ t }) => t(($) => $.title),
  key: ({ audit_id }) => String(audit_id),
  title: ({ action, object }) => `${action} ${object}`,
  summary: ({ t }, count, { more }) => t(($) => (more ? $.total_more : $.total), { count }),
  never: ({ t }) => ({ icon: ListIcon, title: t(($) => $.never) }),
  visible: 5,
  // The server knows no other order.
  sorted: { by: 'at', order: 'desc' },
  body: ({ sort_order }) => ({ sort_order }),
  filters: {
    user_name: filter.text(64),
    action: filter.coded(60, useActions),
    role_id: filter.numbered(({ roleName }) => useRoles(roleName), { label: ({ t }) => t(($) => $.columns.role_name) }),
    object: filter.text(300),
    result: filter.choice(AUDIT_RESULTS).text(({ t }, code) => t(($) => $.results[code])),
    period: filter.days('from', 'to'),
    text: filter.text(100),
    address: filter.text(64),
    request_id: filter.text(64),
  },
  columns: {
    at: column.time(186, { fixed: 'start', always: true, sort: 'at' }),
    user_name: column.textOf(120, ({ user_name }, { t, actorText }) => actorText(user_name) || t(($) => $.nobody)),
    role_name: column.textOf(130, ({ role_name }, { roleName }) => roleName(role_name)),
    agent_name: column.textOf(110, ({ agent_name }, { t }) => agent_name ?? t(($) => $.manufacturer), {
      by_default: false,
    }),
    action: column.custom(200, ({ action }, { actionText }) => <CutText text={actionText(action)} hint={action} />),
    object: column.custom(170, ({ object }) => <ObjectLink object={object} />),
    change: column.custom(
      240,
      ({ detail }, { fieldTexts }) => <ChangeLine changes={changesOf(detail)} {...fieldTexts} />,
      {
        exports: ['before', 'after'],
      },
    ),
    reason: column.textOf(180, ({ detail }) => reasonOf(detail), {
      title: ({ t }) => t(($) => $.field_names.reason),
      by_default: false,
    }),
    result: column.custom(142, ({ result }) => <ResultChip result={result} />),
    address: column.text(120),
    request_id: column.text(280, { by_default: false }),
    method: column.text(70, { by_default: false }),
    user_agent: column.text(220, { by_default: false }),
  },
  export: { kind: 'audit-log', needs: 'audit:export' },
})

/** The log in the tab of another screen: an account and a kind have many objects, one object has reasons. */
const tabOf = (...columns: string[]): typeof auditLog => ({
  ...fixedList(auditLog, columns),
  summary: ({ t }, count) => t(($) => $.total, { count }),
  never: ({ t }) => ({ title: t(($) => $.never) }),
})
export const auditOfMany = tabOf('at', 'user_name', 'action', 'object', 'change', 'result', 'address')
export const auditOfOne = tabOf('at', 'user_name', 'action', 'change', 'reason', 'result', 'address')

/** The reason a person gave; empty where none was asked for. */
const reasonOf = ({ reason }: AuditLine['detail']): string => (typeof reason === 'string' ? reason : '')
