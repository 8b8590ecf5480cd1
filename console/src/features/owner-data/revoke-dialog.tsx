import { api } from '@heatfleet/contract/api.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { DataGrant } from '@heatfleet/contract/owner-data/data-grants.ts'
import { useId, useState } from 'react'
import { useChange } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextAreaField } from '../../ui/field-text-area.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { Problem } from '../../ui/problem.tsx'
import { usePendingRequest } from '../../ui/use-pending-request.ts'
import styles from './owner-data.module.css'

/** Ends the access of a third party with a reason that the owner sees. Mounted = open. */
export function RevokeDialog(props: { grant: DataGrant; recipient: string; onClose: () => void }) {
  const { grant, recipient, onClose } = props
  const t = useMessages('owner-data')
  const ui = useMessages('ui')
  const notify = useNotify()
  const id = useId()
  const revoke = useChange(api.dataGrantRevoke)
  const [reason, setReason] = useState('')
  const { busy, problem, send } = usePendingRequest()
  const is_ready = reason.trim() !== ''
  const confirm = async () => {
    await revoke.mutateAsync({ body: { grant_id: grant.grant_id, reason: reason.trim() } })
    notify.success(t(($) => $.revoke.saved))
    onClose()
  }
  return (
    <Dialog
      open
      title={t(($) => $.revoke.title, { recipient })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{ui(($) => $.cancel)}</Button>
          <Button
            kind="danger"
            type="submit"
            form={id}
            busy={busy}
            disabledReason={is_ready ? undefined : t(($) => $.revoke.missing)}
          >
            {t(($) => $.revoke.confirm)}
          </Button>
        </>
      }
    >
      <form
        id={id}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (is_ready) send(confirm)
        }}
      >
        <p className={styles.note}>{t(($) => $.revoke.text)}</p>
        <TextAreaField
          label={t(($) => $.revoke.reason)}
          required
          value={reason}
          onChange={setReason}
          maxLength={LIMITS.reason_max}
        />
        <Problem problem={problem} />
      </form>
    </Dialog>
  )
}
