import type { Account } from '@heatfleet/contract/accounts/row.ts'
import { api } from '@heatfleet/contract/api.ts'
import type { RequestOf } from '@heatfleet/contract/endpoint.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useState } from 'react'
import { type BatchWish, useStartBatch, whichOf } from '../../batches/start-batch.tsx'
import { useRead } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { useRoleNameText } from '../../messages/role-name.ts'
import { Button } from '../../ui/button.tsx'
import { TypedConfirm } from '../../ui/confirm-dialog.tsx'
import { countSelected, type Selection } from '../../ui/data-table-selection.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/field-select.tsx'
import { Problem } from '../../ui/problem.tsx'
import { usePendingRequest } from '../../ui/use-pending-request.ts'
import { useProtectedReason } from './protected-account.ts'

type SelectionProps = { selection: Selection<Account>; total: number; request: RequestOf<typeof api.accountList> }

/**
 * Bulk actions on accounts, run in the background; each account is validated on its own, and refused ones are listed.
 */
export function SelectionActions({ selection, total, request }: SelectionProps) {
  const t = useMessages('accounts')
  const [open, setOpen] = useState<'role' | 'disable' | 'enable' | null>(null)
  const { start, drawer } = useStartBatch()
  const missing_permission = {
    role: useMissingPermission('account:edit'),
    disable: useMissingPermission('account:disable'),
  }
  const count = countSelected(selection, total)
  const which = whichOf(selection, ({ uid }) => uid, request.body ?? {})
  const too_many =
    count > LIMITS.batch_objects_max ? t(($) => $.batch.limit, { max: LIMITS.batch_objects_max }) : undefined
  const begin = async (request: BatchWish) => {
    await start(request)
    setOpen(null)
  }
  const note = <Exclusions selection={selection} />
  return (
    <>
      <Button
        kind="text"
        size="small"
        disabledReason={missing_permission.role ?? too_many}
        onClick={() => setOpen('role')}
      >
        {t(($) => $.batch.role)}
      </Button>
      {(['disable', 'enable'] as const).map((action) => (
        <Button
          key={action}
          kind="text"
          size="small"
          disabledReason={missing_permission.disable ?? too_many}
          onClick={() => setOpen(action)}
        >
          {t(($) => $.actions[action])}
        </Button>
      ))}
      {open === 'role' && (
        <RoleDialog
          count={count}
          onClose={() => setOpen(null)}
          onRole={(role_id) => begin({ action: 'account-role', which, input: { role_id } })}
        >
          {note}
        </RoleDialog>
      )}
      {(open === 'disable' || open === 'enable') && (
        <TypedConfirm
          danger={open === 'disable'}
          title={t(($) => $.batch[`${open}_title`], { count })}
          text={
            <>
              {open === 'disable' && <p>{t(($) => $.disable.text)}</p>}
              {note}
            </>
          }
          confirm={t(($) => $.actions[open])}
          expected={String(count)}
          onClose={() => setOpen(null)}
          onConfirm={() => begin({ action: `account-${open}`, which, input: {} })}
        />
      )}
      {drawer}
    </>
  )
}

/** The selected accounts that will be refused, as far as the console can tell. */
function Exclusions({ selection }: { selection: Selection<Account> }) {
  const t = useMessages('accounts')
  const protected_reason = useProtectedReason()
  const rows = selection.kind === 'some' ? [...selection.rows.values()] : []
  const refused = rows.flatMap((account) => {
    const reason = protected_reason(account).above_or_own
    return reason === undefined ? [] : [{ ...account, reason }]
  })
  if (refused.length === 0) return null
  return (
    <div>
      {t(($) => $.batch.excluded, { count: refused.length })}
      <ul>
        {refused.slice(0, LIMITS.refusal_names_max).map(({ uid, user_name, reason }) => (
          <li key={uid}>
            <b>{user_name}</b>: {reason}
          </li>
        ))}
      </ul>
    </div>
  )
}

function RoleDialog(props: {
  count: number
  onRole: (role_id: number) => Promise<void>
  onClose: () => void
  children: React.ReactNode
}) {
  const t = useMessages('accounts')
  const ui = useMessages('ui')
  const roleName = useRoleNameText()
  const grantable = useRead(api.accountGrantable)
  const [role_id, setRole] = useState<number>()
  const { busy, problem, send } = usePendingRequest()
  return (
    <Dialog
      open
      title={t(($) => $.batch.role_title, { count: props.count })}
      onClose={props.onClose}
      footer={
        <>
          <Button onClick={props.onClose}>{ui(($) => $.cancel)}</Button>
          <Button
            kind="primary"
            busy={busy}
            disabledReason={role_id === undefined ? t(($) => $.form.role_first) : undefined}
            onClick={() =>
              send(async () => {
                if (role_id !== undefined) await props.onRole(role_id)
              })
            }
          >
            {t(($) => $.batch.role)}
          </Button>
        </>
      }
    >
      <SelectField
        label={t(($) => $.columns.role)}
        required
        search
        value={role_id}
        onChange={setRole}
        loading={grantable.data === undefined}
        options={(grantable.data?.roles ?? []).map((role) => ({
          value: role.role_id,
          label: roleName(role.role_name),
        }))}
      />
      {props.children}
      <Problem problem={problem} />
    </Dialog>
  )
}
