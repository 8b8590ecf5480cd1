import type { Account } from '@heatfleet/contract/account-row.ts'
import { api } from '@heatfleet/contract/api.ts'
import type { ResultOf } from '@heatfleet/contract/endpoint.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useState } from 'react'
import { useChange, useRead } from '../../cloud/call.ts'
import { Button } from '../../ui/button.tsx'
import { TypedConfirm } from '../../ui/confirm-dialog.tsx'
import type { Selection } from '../../ui/data-table-selection.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/field-select.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { Problem } from '../../ui/problem.tsx'
import { useSending } from '../../ui/sending.ts'
import { useCodeText } from '../../words/error-text.ts'
import { useRoleNameText } from '../../words/role-name.ts'
import { useWords } from '../../words/words.ts'
import { useLacks } from './lacks.ts'

type Results = ResultOf<typeof api.accountBatchDisable>

/** What can be done with several accounts at once; each is judged by itself, and who was refused is named. */
export function SelectionActions({ selection, onDone }: { selection: Selection<Account>; onDone: () => void }) {
  const t = useWords('accounts')
  const [open, setOpen] = useState<'role' | 'disable' | null>(null)
  const [refused, setRefused] = useState<Results>([])
  const notify = useNotify()
  const disable = useChange(api.accountBatchDisable)
  const lacks = { role: useLacks('account:edit'), disable: useLacks('account:disable') }
  const uids = selection.kind === 'some' ? [...selection.rows.values()].map(({ uid }) => uid) : []
  const count = uids.length
  const unable =
    selection.kind === 'all' || count > LIMITS.batch_accounts_max
      ? t(($) => $.batch.limit, { max: LIMITS.batch_accounts_max })
      : undefined
  const finish = (results: Results) => {
    const failed = results.filter(({ result }) => result !== 'ok')
    if (failed.length < results.length)
      notify.success(t(($) => $.batch.done, { count: results.length - failed.length }))
    setRefused(failed)
    setOpen(null)
    onDone()
  }
  return (
    <>
      <Button kind="text" size="small" disabledReason={lacks.role ?? unable} onClick={() => setOpen('role')}>
        {t(($) => $.batch.role)}
      </Button>
      <Button kind="text" size="small" disabledReason={lacks.disable ?? unable} onClick={() => setOpen('disable')}>
        {t(($) => $.actions.disable)}
      </Button>
      {open === 'role' && <RoleDialog uids={uids} onDone={finish} onClose={() => setOpen(null)} />}
      {open === 'disable' && (
        <TypedConfirm
          danger
          title={t(($) => $.batch.disable_title, { count })}
          text={t(($) => $.disable.text)}
          confirm={t(($) => $.actions.disable)}
          expected={String(count)}
          onClose={() => setOpen(null)}
          onConfirm={async () => finish(await disable.mutateAsync({ body: { uids } }))}
        />
      )}
      {refused.length > 0 && <RefusedDialog results={refused} onClose={() => setRefused([])} />}
    </>
  )
}

function RoleDialog(props: { uids: number[]; onDone: (results: Results) => void; onClose: () => void }) {
  const t = useWords('accounts')
  const ui = useWords('ui')
  const roleName = useRoleNameText()
  const grantable = useRead(api.accountGrantable)
  const change = useChange(api.accountBatchRole)
  const [role_id, setRole] = useState<number>()
  const { busy, problem, send } = useSending()
  return (
    <Dialog
      open
      title={t(($) => $.batch.role_title, { count: props.uids.length })}
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
                if (role_id !== undefined)
                  props.onDone(await change.mutateAsync({ body: { uids: props.uids, role_id } }))
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
      <Problem problem={problem} />
    </Dialog>
  )
}

function RefusedDialog({ results, onClose }: { results: Results; onClose: () => void }) {
  const t = useWords('accounts')
  const ui = useWords('ui')
  const codeText = useCodeText()
  return (
    <Dialog
      open
      title={t(($) => $.batch.refused_title, { count: results.length })}
      onClose={onClose}
      footer={<Button onClick={onClose}>{ui(($) => $.close)}</Button>}
    >
      <ul>
        {results.map(({ uid, user_name, result }) => (
          <li key={uid}>
            <b>{user_name || `#${uid}`}</b>: {result === 'ok' ? '' : codeText(result)}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
