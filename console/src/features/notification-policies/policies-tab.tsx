import { api } from '@heatfleet/contract/api.ts'
import type { Policy } from '@heatfleet/contract/notification-policies/policy.ts'
import { type ReactNode, useState } from 'react'
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
import { PolicyForm } from './policy-form.tsx'
import { policies } from './policy-list.tsx'

/** The policies: who is told of what, and how. */
export function PoliciesTab({ tabs }: { tabs: ReactNode }) {
  const t = useMessages('notification-policies')
  const notify = useNotify()
  const errorText = useErrorText()
  const missing = useMissingPermission('notification:edit')
  const [edited, edit] = useState<Policy | 'new' | null>(null)
  useCreateRequest(missing, () => edit('new'))
  const [removing, setRemoving] = useState<Policy | null>(null)
  const enable = useChange(api.enablePolicy)
  const remove = useChange(api.deletePolicy)
  const onEnable = async ({ policy_id, policy_name, enabled }: Policy) => {
    try {
      await enable.mutateAsync({ params: { id: policy_id }, body: { enabled: !enabled } })
      notify.success(t(($) => (enabled ? $.disabled_done : $.enabled_done), { name: policy_name }))
    } catch (error) {
      notify.failed(errorText(error))
    }
  }
  const list = useList(policies, { onEdit: edit, onDelete: setRemoving, onEnable: (policy) => void onEnable(policy) })
  const create = t(($) => $.policy.create)
  return (
    <Page
      fill
      title={t(($) => $.title)}
      note={t(($) => $.note)}
      actions={
        <Button kind="primary" icon={PlusIcon} disabledReason={missing} onClick={() => edit('new')}>
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
        emptyAction={<FillAction needs="notification:edit" label={create} onPress={() => edit('new')} />}
        onOpen={(policy) => policy.lock === null && edit(policy)}
      />
      {edited !== null && <PolicyForm policy={edited === 'new' ? null : edited} onClose={() => edit(null)} />}
      {removing !== null && (
        <PlainConfirm
          danger
          title={t(($) => $.delete.title, { name: removing.policy_name })}
          text={t(($) => $.delete.policy_text)}
          confirm={t(($) => $.delete.action)}
          onClose={() => setRemoving(null)}
          onConfirm={async () => {
            const { policy_id, updated_at } = removing
            await remove.mutateAsync({ params: { id: policy_id }, query: { updated_at } })
            notify.success(t(($) => $.delete.done, { name: removing.policy_name }))
          }}
        />
      )}
    </Page>
  )
}
