import { api } from '@heatfleet/contract/api.ts'
import {
  DEVICE_GROUP_KINDS,
  DEVICE_GROUP_SORTS,
  type DeviceGroup,
} from '@heatfleet/contract/device-groups/device-groups.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { Link } from 'react-router'
import { creatorColumn } from '../../lists/columns.tsx'
import { listOf } from '../../lists/list.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { CloseIcon, DeviceIcon, EditIcon } from '../../ui/icons.tsx'
import { RowActions } from '../../ui/row-actions.tsx'
import { useFilterSentence } from './filter-sentence.ts'

type Given = { onEdit: (group: DeviceGroup) => void; onDelete: (group: DeviceGroup) => void }

/** The device list with the members of a group. */
export const membersPath = (group_id: number): string => `/device/device-list?group_id=${group_id}`

const { list, column, filter } = listOf(api.deviceGroupList, 'device-groups', (given: Given) => ({
  ...given,
  sentenceOf: useFilterSentence(),
}))

/** The groups of devices (product 3.40). */
export const deviceGroups = list({
  name: 'device-groups',
  needs: 'device:view',
  label: ({ t }) => t(($) => $.title),
  key: ({ group_id }) => String(group_id),
  title: ({ group_name }) => group_name,
  path: ({ group_id }) => membersPath(group_id),
  summary: ({ t }, count) => t(($) => $.count, { count }),
  never: ({ t }) => ({ title: t(($) => $.never_any), text: t(($) => $.never_any_hint) }),
  sorts: DEVICE_GROUP_SORTS,
  sorted: { by: 'group_name', order: 'asc' },
  filters: {
    group_name: filter.text(LIMITS.group_name_max),
    kind: filter.choice(DEVICE_GROUP_KINDS).text(({ t }, code) => t(($) => $.kinds[code])),
  },
  columns: {
    group_name: column.link(
      200,
      ({ group_id }) => membersPath(group_id),
      ({ group_name }) => group_name,
    ),
    kind: column.textOf(100, (group, { t }) => t(($) => $.kinds[group.filter === null ? 'static' : 'dynamic'])),
    member_count: column.custom(
      90,
      ({ group_id, member_count }) => <Link to={membersPath(group_id)}>{member_count}</Link>,
      { align: 'end' },
    ),
    filter: column.textOf(320, (group, { sentenceOf }) => (group.filter === null ? '' : sentenceOf(group.filter))),
    description: column.text(220),
    creator: creatorColumn(150),
    created_at: column.age(110, { by_default: false }),
    updated_at: column.age(110),
    actions: column.actions((group, given) => <GroupMenu group={group} {...given} />),
  },
})

function GroupMenu({ group, onEdit, onDelete }: { group: DeviceGroup } & Given) {
  const t = useMessages('device-groups')
  const missing_permission = useMissingPermission('device:tag')
  const locked = missing_permission ?? (group.lock === 'not_own' ? t(($) => $.not_own) : undefined)
  return (
    <RowActions
      label={t(($) => $.actions_of, { name: group.group_name })}
      items={[
        {
          key: 'members',
          label: t(($) => $.members),
          icon: DeviceIcon,
          onSelect: () => window.location.assign(`#${membersPath(group.group_id)}`),
        },
        { key: 'edit', label: t(($) => $.edit), icon: EditIcon, disabledReason: locked, onSelect: () => onEdit(group) },
        {
          key: 'delete',
          label: t(($) => $.delete.action),
          icon: CloseIcon,
          danger: true,
          disabledReason: locked,
          onSelect: () => onDelete(group),
        },
      ]}
    />
  )
}
