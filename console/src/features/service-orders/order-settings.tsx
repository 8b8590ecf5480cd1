import { api } from '@heatfleet/contract/api.ts'
import type { CannedAnswer } from '@heatfleet/contract/service-orders/canned-answers.ts'
import { useState } from 'react'
import { useChange } from '../../cloud/call.ts'
import { FillAction } from '../../lists/fill-action.tsx'
import { ListFilters, ListTable, ListViews } from '../../lists/list-screen.tsx'
import { useList } from '../../lists/use-list.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { PlainConfirm } from '../../ui/confirm-dialog.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { Page } from '../../ui/page.tsx'
import { CannedForm } from './canned-form.tsx'
import { cannedAnswers } from './canned-list.tsx'
import { EscalationPanel } from './escalation-panel.tsx'

type Opened = { what: 'edit' | 'delete'; answer: CannedAnswer } | 'new' | null

/** Settings of service orders: when they go up the tree, and canned answers. */
export function Component() {
  const t = useMessages('service-orders')
  const notify = useNotify()
  const missing = useMissingPermission('order:canned-edit')
  const [opened, open] = useState<Opened>(null)
  const remove = useChange(api.cannedAnswerDelete)
  const list = useList(cannedAnswers, { onOpen: (what, answer) => open({ what, answer }) })
  const create = t(($) => $.canned.create)
  const close = () => open(null)
  const named = opened === null || opened === 'new' ? null : opened
  return (
    <Page
      fill
      title={t(($) => $.settings.title)}
      note={t(($) => $.canned.note)}
      actions={
        <Button kind="primary" icon={PlusIcon} disabledReason={missing} onClick={() => open('new')}>
          {create}
        </Button>
      }
    >
      <EscalationPanel />
      <ListFilters of={list}>
        <ListViews of={list} />
      </ListFilters>
      <ListTable
        of={list}
        emptyAction={<FillAction needs="order:canned-edit" label={create} onPress={() => open('new')} />}
        onOpen={(answer) => answer.lock === null && open({ what: 'edit', answer })}
      />
      {opened === 'new' && <CannedForm answer={null} onClose={close} />}
      {named?.what === 'edit' && <CannedForm answer={named.answer} onClose={close} />}
      {named?.what === 'delete' && (
        <PlainConfirm
          danger
          title={t(($) => $.canned.delete_title, { title: named.answer.title })}
          text={t(($) => $.canned.delete_text)}
          confirm={t(($) => $.canned.delete)}
          onClose={close}
          onConfirm={async () => {
            const { canned_answer_id: id, updated_at } = named.answer
            await remove.mutateAsync({ params: { id }, query: { updated_at } })
            notify.success(t(($) => $.canned.deleted))
          }}
        />
      )}
    </Page>
  )
}
