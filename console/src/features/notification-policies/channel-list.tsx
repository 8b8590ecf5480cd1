import { api } from '@heatfleet/contract/api.ts'
import { CHANNEL_KINDS, CHANNEL_SORTS, type Channel } from '@heatfleet/contract/notification-policies/channel.ts'
import { NOTIFICATION_LIMITS } from '@heatfleet/contract/notification-policies/limits.ts'
import { creatorColumn } from '../../lists/columns.tsx'
import { listOf } from '../../lists/list.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { BellIcon, BoltIcon, CheckIcon, CloseIcon, EditIcon } from '../../ui/icons.tsx'
import { RowActions } from '../../ui/row-actions.tsx'
import { StateChip } from '../../ui/status.tsx'

type Given = {
  onOpen: (what: 'edit' | 'test' | 'delete', channel: Channel) => void
  onEnable: (channel: Channel) => void
}

const { list, column, filter } = listOf(api.channelList, 'notification-policies', (given: Given) => given)

/** The channels of notifications. */
export const channels = list({
  name: 'notification-channels',
  needs: 'notification:view',
  shares_address: true,
  label: ({ t }) => t(($) => $.tabs.channels),
  key: ({ channel_id }) => String(channel_id),
  title: ({ channel_name }) => channel_name,
  summary: ({ t }, count) => t(($) => $.channels, { count }),
  never: ({ t }) => ({ icon: BellIcon, title: t(($) => $.never.channels), text: t(($) => $.never.channels_hint) }),
  sorts: CHANNEL_SORTS,
  sorted: { by: 'channel_name', order: 'asc' },
  filters: {
    channel_name: filter.text(NOTIFICATION_LIMITS.name_max),
    kind: filter.choice(CHANNEL_KINDS).text(({ t }, code) => t(($) => $.kinds[code])),
    enabled: filter.either(({ t }) => ({ yes: t(($) => $.status.on), no: t(($) => $.status.off) })),
  },
  columns: {
    channel_name: column.text(200, { fixed: 'start', always: true }),
    enabled: column.custom(100, ({ enabled }, { t }) => (
      <StateChip tone={enabled ? 'ok' : 'neutral'} shape={enabled ? 'filled' : 'hollow'}>
        {enabled ? t(($) => $.status.on) : t(($) => $.status.off)}
      </StateChip>
    )),
    kind: column.word(150, ({ t }) => t(($) => $.kinds, { returnObjects: true }), { sort: 'kind' }),
    target: column.text(240),
    shared: column.textOf(90, ({ shared }, { t }) => (shared ? t(($) => $.yes) : t(($) => $.no))),
    last_sent_time: column.age(130),
    last_error: column.text(260),
    creator: creatorColumn(150),
    updated_at: column.age(110, { sort: 'updated_at' }),
    actions: column.actions((channel, given) => <ChannelMenu channel={channel} {...given} />),
  },
})

function ChannelMenu({ channel, onOpen, onEnable }: { channel: Channel } & Given) {
  const t = useMessages('notification-policies')
  const not_own = channel.lock === 'not_own' ? t(($) => $.not_own) : undefined
  const edit = useMissingPermission('notification:edit') ?? not_own
  const enable = useMissingPermission('notification:enable') ?? not_own
  return (
    <RowActions
      label={t(($) => $.actions_of, { name: channel.channel_name })}
      items={[
        {
          key: 'test',
          label: t(($) => $.test.action),
          icon: BoltIcon,
          disabledReason: edit,
          onSelect: () => onOpen('test', channel),
        },
        {
          key: 'edit',
          label: t(($) => $.edit),
          icon: EditIcon,
          disabledReason: edit,
          onSelect: () => onOpen('edit', channel),
        },
        {
          key: 'enable',
          label: channel.enabled ? t(($) => $.disable) : t(($) => $.enable),
          icon: CheckIcon,
          disabledReason: enable,
          onSelect: () => onEnable(channel),
        },
        {
          key: 'delete',
          label: t(($) => $.delete.action),
          icon: CloseIcon,
          danger: true,
          disabledReason: edit,
          onSelect: () => onOpen('delete', channel),
        },
      ]}
    />
  )
}
