import { api } from '@heatfleet/contract/api.ts'
import type { Channel } from '@heatfleet/contract/notification-policies/channel.ts'
import { type ReactNode, useState } from 'react'
import { useChange } from '../../cloud/call.ts'
import { FillAction } from '../../lists/fill-action.tsx'
import { ListFilters, ListTable, ListViews } from '../../lists/list-screen.tsx'
import { useList } from '../../lists/use-list.ts'
import { useErrorText } from '../../messages/error-text.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { PlainConfirm } from '../../ui/confirm-dialog.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { Page } from '../../ui/page.tsx'
import { ChannelForm } from './channel-form.tsx'
import { channels } from './channel-list.tsx'
import { TestDialog } from './test-dialog.tsx'

type Opened = { what: 'edit' | 'test' | 'delete'; channel: Channel } | 'new' | null

/** The channels: by which way messages leave. */
export function ChannelsTab({ tabs }: { tabs: ReactNode }) {
  const t = useMessages('notification-policies')
  const notify = useNotify()
  const errorText = useErrorText()
  const missing = useMissingPermission('notification:edit')
  const [opened, open] = useState<Opened>(null)
  const enable = useChange(api.enableChannel)
  const remove = useChange(api.deleteChannel)
  const onEnable = async ({ channel_id, channel_name, enabled }: Channel) => {
    try {
      await enable.mutateAsync({ params: { id: channel_id }, body: { enabled: !enabled } })
      notify.success(t(($) => (enabled ? $.disabled_done : $.enabled_done), { name: channel_name }))
    } catch (error) {
      notify.failed(errorText(error))
    }
  }
  const list = useList(channels, {
    onOpen: (what, channel) => open({ what, channel }),
    onEnable: (channel) => void onEnable(channel),
  })
  const create = t(($) => $.channel.create)
  const close = () => open(null)
  const named = opened === null || opened === 'new' ? null : opened
  return (
    <Page
      fill
      title={t(($) => $.title)}
      note={t(($) => $.note)}
      actions={
        <Button kind="primary" icon={PlusIcon} disabledReason={missing} onClick={() => open('new')}>
          {create}
        </Button>
      }
    >
      {tabs}
      <ListFilters of={list}>
        <ListViews of={list} />
      </ListFilters>
      <ListTable
        of={list}
        emptyAction={<FillAction needs="notification:edit" label={create} onPress={() => open('new')} />}
        onOpen={(channel) => channel.lock === null && open({ what: 'edit', channel })}
      />
      {opened === 'new' && <ChannelForm channel={null} onClose={close} />}
      {named?.what === 'edit' && <ChannelForm channel={named.channel} onClose={close} />}
      {named?.what === 'test' && <TestDialog channel={named.channel} onClose={close} />}
      {named?.what === 'delete' && (
        <PlainConfirm
          danger
          title={t(($) => $.delete.title, { name: named.channel.channel_name })}
          text={t(($) => $.delete.channel_text)}
          confirm={t(($) => $.delete.action)}
          onClose={close}
          onConfirm={async () => {
            const { channel_id, updated_at, channel_name } = named.channel
            await remove.mutateAsync({ params: { id: channel_id }, query: { updated_at } })
            notify.success(t(($) => $.delete.done, { name: channel_name }))
          }}
        />
      )}
    </Page>
  )
}
