import { api } from '@heatfleet/contract/api.ts'
import type { Webhook } from '@heatfleet/contract/webhooks/webhook.ts'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { useChange } from '../../cloud/call.ts'
import { FillAction } from '../../lists/fill-action.tsx'
import { ListFilters, ListTable, ListViews } from '../../lists/list-screen.tsx'
import { useCreateRequest } from '../../lists/use-create-request.ts'
import { useList } from '../../lists/use-list.ts'
import { useErrorText } from '../../messages/error-text.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { PlainConfirm } from '../../ui/confirm-dialog.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { Page } from '../../ui/page.tsx'
import { SecretOnce } from '../../ui/secret-once.tsx'
import { ReplayDialog } from './replay-dialog.tsx'
import { RotateDialog } from './rotate-dialog.tsx'
import { TestDialog } from './test-dialog.tsx'
import { WebhookForm } from './webhook-form.tsx'
import { type WebhookAction, webhooks } from './webhook-list.tsx'

type Opened = { what: WebhookAction; webhook: Webhook } | 'new' | null

/** The webhooks: which program is called about what. */
export function WebhooksTab({ tabs }: { tabs: ReactNode }) {
  const t = useMessages('webhooks')
  const notify = useNotify()
  const navigate = useNavigate()
  const errorText = useErrorText()
  const missing = useMissingPermission('webhook:edit')
  const [opened, open] = useState<Opened>(null)
  const [shown, showSecret] = useState<{ name: string; secret: string } | null>(null)
  const enable = useChange(api.enableWebhook)
  const remove = useChange(api.deleteWebhook)
  const onEnable = async ({ webhook_id, webhook_name, state }: Webhook) => {
    const enabled = state === 'off' || state === 'paused'
    try {
      await enable.mutateAsync({ params: { id: webhook_id }, body: { enabled } })
      notify.success(t(($) => (enabled ? $.enabled_done : $.disabled_done), { name: webhook_name }))
    } catch (error) {
      notify.failed(errorText(error))
    }
  }
  const list = useList(webhooks, {
    onOpen: (what, webhook) => open({ what, webhook }),
    onLog: ({ webhook_id }) => void navigate(`/system/integrations?tab=log&webhook_id=${webhook_id}`),
    onEnable: (webhook) => void onEnable(webhook),
  })
  useCreateRequest(missing, () => open('new'))
  const create = t(($) => $.form.create)
  const close = () => open(null)
  const onSecret = (name: string, secret: string) => {
    close()
    showSecret({ name, secret })
  }
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
        emptyAction={<FillAction needs="webhook:edit" label={create} onPress={() => open('new')} />}
        onOpen={(webhook) => webhook.lock === null && open({ what: 'edit', webhook })}
      />
      {opened === 'new' && <WebhookForm webhook={null} onClose={close} onSecret={onSecret} />}
      {named?.what === 'edit' && <WebhookForm webhook={named.webhook} onClose={close} onSecret={onSecret} />}
      {named?.what === 'test' && <TestDialog webhook={named.webhook} onClose={close} />}
      {named?.what === 'rotate' && <RotateDialog webhook={named.webhook} onClose={close} onSecret={onSecret} />}
      {named?.what === 'replay' && <ReplayDialog webhook={named.webhook} onClose={close} />}
      {named?.what === 'delete' && (
        <PlainConfirm
          danger
          title={t(($) => $.delete.title, { name: named.webhook.webhook_name })}
          text={t(($) => $.delete.text)}
          confirm={t(($) => $.delete.action)}
          onClose={close}
          onConfirm={async () => {
            const { webhook_id, updated_at, webhook_name } = named.webhook
            await remove.mutateAsync({ params: { id: webhook_id }, query: { updated_at } })
            notify.success(t(($) => $.delete.done, { name: webhook_name }))
          }}
        />
      )}
      {shown !== null && (
        <SecretOnce
          title={t(($) => $.secret.title, { name: shown.name })}
          text={t(($) => $.secret.text)}
          secret={shown.secret}
          onClose={() => showSecret(null)}
        />
      )}
    </Page>
  )
}
