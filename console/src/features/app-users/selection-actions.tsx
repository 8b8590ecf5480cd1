import type { api } from '@heatfleet/contract/api.ts'
import type { AppUser } from '@heatfleet/contract/app-users/app-users.ts'
import type { RequestOf } from '@heatfleet/contract/endpoint.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useState } from 'react'
import { useStartBatch, whichOf } from '../../batches/start-batch.tsx'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { ReasonConfirm } from '../../ui/confirm-dialog.tsx'
import { countSelected, type Selection } from '../../ui/data-table-selection.ts'
import { BatchMarks } from './batch-marks.tsx'
import { WriteMessageDrawer } from './write-message-drawer.tsx'

type SelectionProps = {
  selection: Selection<AppUser>
  total: number
  request: RequestOf<typeof api.appUserList>
}
type ActionKind = 'mark' | 'message' | 'disable' | 'enable'

/** Bulk actions on app users, run in the background: marks, message, disable, enable. */
export function SelectionActions({ selection, total, request }: SelectionProps) {
  const t = useMessages('app-users')
  const messages = useMessages('app-users')
  const shared = useMessages('shared')
  const { start, drawer } = useStartBatch()
  const missing_disable_permission = useMissingPermission('appuser:disable')
  const missing_permission: Record<ActionKind, string | undefined> = {
    mark: useMissingPermission('appuser:mark'),
    message: useMissingPermission('appuser:message'),
    disable: missing_disable_permission,
    enable: missing_disable_permission,
  }
  const [dialog, setDialog] = useState<ActionKind | null>(null)
  const close = () => setDialog(null)
  const count = countSelected(selection, total)
  const max = LIMITS.batch_objects_max
  const too_many = count > max ? shared(($) => $.errors.batch_too_large, { max }) : undefined
  const which = whichOf(selection, ({ app_user_id }) => app_user_id, request.body ?? {})
  return (
    <>
      {(['mark', 'message', 'disable', 'enable'] as const).map((action) => (
        <Button
          key={action}
          kind="text"
          size="small"
          disabledReason={missing_permission[action] ?? too_many}
          onClick={() => setDialog(action)}
        >
          {t(($) => $.actions[action])}
        </Button>
      ))}
      {dialog === 'mark' && (
        <BatchMarks
          title={t(($) => $.batch.mark_title, { count })}
          onStart={(input) => start({ action: 'app-user-mark', which, input })}
          onClose={close}
        />
      )}
      {dialog === 'message' && (
        <WriteMessageDrawer
          title={messages(($) => $.write_message.to_people, { count })}
          hint={messages(($) => $.write_message.app_hint)}
          onSend={(input) => start({ action: 'app-user-message', which, input })}
          onClose={close}
        />
      )}
      {(dialog === 'disable' || dialog === 'enable') && (
        <ReasonConfirm
          danger={dialog === 'disable'}
          title={t(($) => $.batch[`${dialog}_title`], { count })}
          text={t(($) => (dialog === 'disable' ? $.disable.text : $.disable.enable_text))}
          confirm={t(($) => $.actions[dialog])}
          max={LIMITS.reason_max}
          onClose={close}
          onConfirm={(reason) => start({ action: `app-user-${dialog}`, which, input: { reason } })}
        />
      )}
      {drawer}
    </>
  )
}
