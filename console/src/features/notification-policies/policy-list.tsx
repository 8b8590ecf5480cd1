import { api } from '@heatfleet/contract/api.ts'
import { NOTIFICATION_LIMITS } from '@heatfleet/contract/notification-policies/limits.ts'
import { NOTIFIED_EVENTS, POLICY_SORTS, type Policy } from '@heatfleet/contract/notification-policies/policy.ts'
import { creatorColumn } from '../../lists/columns.tsx'
import { listOf } from '../../lists/list.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { BellIcon, CheckIcon, CloseIcon, EditIcon } from '../../ui/icons.tsx'
import { RowActions } from '../../ui/row-actions.tsx'
import { StateChip } from '../../ui/status.tsx'

type Given = {
  onEdit: (policy: Policy) => void
  onDelete: (policy: Policy) => void
  onEnable: (policy: Policy) => void
}

const { list, column, filter } = listOf(api.policyList, 'notification-policies', (given: Given) => ({
  ...given,
  words: useMessages('notification-policies'),
}))

/** The notification policies. */
export const policies = list({
  name: 'notification-policies',
  needs: 'notification:view',
  shares_address: true,
  label: ({ t }) => t(($) => $.tabs.policies),
  key: ({ policy_id }) => String(policy_id),
  title: ({ policy_name }) => policy_name,
  summary: ({ t }, count) => t(($) => $.policies, { count }),
  never: ({ t }) => ({ icon: BellIcon, title: t(($) => $.never.policies), text: t(($) => $.never.policies_hint) }),
  sorts: POLICY_SORTS,
  sorted: { by: 'policy_name', order: 'asc' },
  filters: {
    policy_name: filter.text(NOTIFICATION_LIMITS.name_max),
    event: filter.choice(NOTIFIED_EVENTS).text(({ t }, code) => t(($) => $.events[code])),
    enabled: filter.either(({ t }) => ({ yes: t(($) => $.status.on), no: t(($) => $.status.off) })),
  },
  columns: {
    policy_name: column.text(200, { fixed: 'start', always: true }),
    enabled: column.custom(100, ({ enabled }, { t }) => (
      <StateChip tone={enabled ? 'ok' : 'neutral'} shape={enabled ? 'filled' : 'hollow'}>
        {enabled ? t(($) => $.status.on) : t(($) => $.status.off)}
      </StateChip>
    )),
    events: column.textOf(220, ({ events }, { t }) => events.map((event) => t(($) => $.events[event])).join(', ')),
    least: column.word(124, ({ t }) => t(($) => $.severities, { returnObjects: true })),
    place: column.textOf(180, placeText),
    recipients: column.textOf(260, recipientsText),
    ways: column.textOf(220, ({ in_app, channels }, { t }) =>
      [...(in_app ? [t(($) => $.kinds.in_app)] : []), ...channels.map(({ channel_name }) => channel_name)].join(', '),
    ),
    rules: column.textOf(240, rulesText),
    creator: creatorColumn(150),
    updated_at: column.age(110, { sort: 'updated_at' }),
    actions: column.actions((policy, given) => <PolicyMenu policy={policy} {...given} />),
  },
})

type Say = { words: ReturnType<typeof useMessages<'notification-policies'>> }

function recipientsText({ roles, to_distributor, to_app_users }: Policy, { words: t }: Say): string {
  const parts = [
    ...(roles.length > 0 ? [t(($) => $.to.roles, { roles: roles.map(({ role_name }) => role_name).join(', ') })] : []),
    ...(to_distributor ? [t(($) => $.to.distributor)] : []),
    ...(to_app_users ? [t(($) => $.to.app_users)] : []),
  ]
  return parts.length === 0 ? t(($) => $.to.channels) : parts.join('; ')
}

function placeText({ product_keys, resource_group_id, resource_group_name }: Policy, { words: t }: Say): string {
  const parts = [
    ...(product_keys.length > 0 ? [product_keys.join(', ')] : []),
    ...(resource_group_id === null ? [] : [resource_group_name ?? t(($) => $.policy.group_gone)]),
  ]
  return parts.length === 0 ? t(($) => $.policy.group_none) : parts.join('; ')
}

function rulesText({ quiet_hours, digest_minutes, escalation }: Policy, { words: t }: Say): string {
  const { on, from, to } = quiet_hours
  return [
    ...(on ? [t(($) => $.rule.quiet, { from, to })] : []),
    ...(digest_minutes > 0 ? [t(($) => $.rule.digest, { minutes: digest_minutes })] : []),
    ...escalation.map(({ after_minutes }) => t(($) => $.rule.escalation, { minutes: after_minutes })),
  ].join('; ')
}

function PolicyMenu({ policy, onEdit, onDelete, onEnable }: { policy: Policy } & Given) {
  const t = useMessages('notification-policies')
  const not_own = policy.lock === 'not_own' ? t(($) => $.not_own) : undefined
  const edit = useMissingPermission('notification:edit') ?? not_own
  const enable = useMissingPermission('notification:enable') ?? not_own
  return (
    <RowActions
      label={t(($) => $.actions_of, { name: policy.policy_name })}
      items={[
        { key: 'edit', label: t(($) => $.edit), icon: EditIcon, disabledReason: edit, onSelect: () => onEdit(policy) },
        {
          key: 'enable',
          label: policy.enabled ? t(($) => $.disable) : t(($) => $.enable),
          icon: CheckIcon,
          disabledReason: enable,
          onSelect: () => onEnable(policy),
        },
        {
          key: 'delete',
          label: t(($) => $.delete.action),
          icon: CloseIcon,
          danger: true,
          disabledReason: edit,
          onSelect: () => onDelete(policy),
        },
      ]}
    />
  )
}
