import { api } from '@heatfleet/contract/api.ts'
import type { Binding, BindingSelection, TransferRow } from '@heatfleet/contract/bindings/device-binder.ts'
import type { ResultOf } from '@heatfleet/contract/endpoint.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useState } from 'react'
import { useStartBatch, whichOf } from '../../batches/start-batch.tsx'
import { appUserName } from '../../bindings/app-user-name.ts'
import { PersonSuggestions } from '../../bindings/person-suggestions.tsx'
import { isPersonId, usePerson } from '../../bindings/use-person.ts'
import { call } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { countSelected, type Selection } from '../../ui/data-table-selection.ts'
import { Drawer } from '../../ui/drawer.tsx'
import { TextField } from '../../ui/field-text.tsx'
import { TextAreaField } from '../../ui/field-text-area.tsx'
import { type PlainColumn, PlainTable } from '../../ui/plain-table.tsx'
import { Problem } from '../../ui/problem.tsx'
import { StateChip } from '../../ui/status.tsx'
import { usePendingRequest } from '../../ui/use-pending-request.ts'
import styles from './bindings.module.css'

type Props = {
  selection: Selection<Binding>
  total: number
  filter: Partial<BindingSelection>
  onDone: () => void
}
type Check = ResultOf<typeof api.transferCheck>

/** Transfers the units of the selected bindings to one person, after a dry run with a verdict for each. */
export function TransferSelected({ selection, total, filter, onDone }: Props) {
  const t = useMessages('bindings')
  const shared = useMessages('shared')
  const missing_permission = useMissingPermission('binding:transfer')
  const [open, setOpen] = useState(false)
  const { start, drawer } = useStartBatch()
  const count = countSelected(selection, total)
  const max = selection.kind === 'all' ? LIMITS.batch_objects_max : LIMITS.filter_ids_max
  const too_many = count > max ? shared(($) => $.errors.batch_too_large, { max }) : undefined
  return (
    <>
      <Button kind="text" size="small" disabledReason={missing_permission ?? too_many} onClick={() => setOpen(true)}>
        {t(($) => $.transfer_selected.action)}
      </Button>
      {open && (
        <TransferDrawer
          selection={selection}
          filter={filter}
          count={count}
          onStart={async (input) => {
            const which = whichOf(selection, ({ binding_id }) => binding_id, filter)
            await start({ action: 'binding-transfer', which, input })
            setOpen(false)
            onDone()
          }}
          onClose={() => setOpen(false)}
        />
      )}
      {drawer}
    </>
  )
}

type DrawerProps = Pick<Props, 'selection' | 'filter'> & {
  count: number
  onStart: (input: { to_app_user_id: number; reason: string }) => Promise<void>
  onClose: () => void
}

function TransferDrawer({ selection, filter, count, onStart, onClose }: DrawerProps) {
  const t = useMessages('bindings')
  const ui = useMessages('ui')
  const { busy, problem, send } = usePendingRequest()
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState('')
  const [check, setCheck] = useState<Check | null>(null)
  const { person, hint, error } = usePerson(typed.trim(), {
    hint: t(($) => $.transfer.to_hint),
    found: ({ name, contact }) =>
      contact === '' ? t(($) => $.transfer.found, { name }) : t(($) => $.transfer.found_with, { name, contact }),
  })
  const to_first = person === null ? t(($) => $.transfer.to_first) : undefined
  const missing =
    to_first ??
    (check === null
      ? t(($) => $.transfer_selected.check_first)
      : check.ok === 0
        ? t(($) => $.transfer_selected.none)
        : reason.trim() === ''
          ? ui(($) => $.parts.confirm.reason_first)
          : undefined)
  const look = () =>
    send(async () => {
      if (person === null) return
      const which =
        selection.kind === 'all'
          ? { ...filter, except_binding_ids: [...selection.except].map(Number) }
          : { binding_ids: [...selection.rows.values()].map(({ binding_id }) => binding_id) }
      setCheck(await call(api.transferCheck, { body: { ...which, to_app_user_id: person.app_user_id } }))
    })
  return (
    <Drawer
      open
      title={t(($) => $.transfer_selected.title, { count })}
      width={620}
      onClose={onClose}
      footer={
        <>
          <Problem problem={problem} />
          <Button onClick={onClose}>{ui(($) => $.cancel)}</Button>
          <Button kind={check === null ? 'primary' : 'default'} busy={busy} disabledReason={to_first} onClick={look}>
            {t(($) => $.transfer_selected.check)}
          </Button>
          {check !== null && (
            <Button
              kind="danger"
              busy={busy}
              disabledReason={missing}
              onClick={() =>
                send(async () => {
                  if (person !== null) await onStart({ to_app_user_id: person.app_user_id, reason: reason.trim() })
                })
              }
            >
              {t(($) => $.transfer_selected.confirm, { count: check.ok })}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.fields}>
        <p>{t(($) => $.transfer_selected.text)}</p>
        <TextField
          label={t(($) => $.transfer.to)}
          required
          autoFocus
          maxLength={LIMITS.email_max}
          value={typed}
          onChange={(value) => {
            setTyped(value)
            setCheck(null)
          }}
          hint={hint}
          error={error}
        />
        {!isPersonId(typed) && <PersonSuggestions typed={typed} onChoose={setTyped} />}
        <TextAreaField
          label={ui(($) => $.parts.confirm.reason)}
          required
          maxLength={LIMITS.reason_max}
          value={reason}
          onChange={setReason}
        />
        {check !== null && <Verdicts check={check} />}
      </div>
    </Drawer>
  )
}

const TONES = { ok: 'ok', not_owner: 'warn', already_bound: 'neutral' } as const

function Verdicts({ check: { ok, refused, rows } }: { check: Check }) {
  const t = useMessages('bindings')
  const columns: PlainColumn<TransferRow>[] = [
    {
      key: 'unit',
      title: t(($) => $.transfer_selected.columns.unit),
      least_px: 130,
      cell: ({ device_name, mac }) => device_name || mac,
    },
    { key: 'owner', title: t(($) => $.transfer_selected.columns.owner), cell: appUserName },
    { key: 'shared', title: t(($) => $.transfer_selected.columns.shared), align: 'end', cell: ({ shared }) => shared },
    {
      key: 'verdict',
      title: t(($) => $.transfer_selected.columns.verdict),
      least_px: 150,
      cell: ({ verdict }) => (
        <StateChip tone={TONES[verdict]}>{t(($) => $.transfer_selected.verdicts[verdict])}</StateChip>
      ),
    },
  ]
  const more = ok + refused - rows.length
  return (
    <>
      <b role="status">
        {t(($) => $.transfer_selected.ok, { count: ok })}
        {refused > 0 && ` · ${t(($) => $.transfer_selected.refused, { count: refused })}`}
      </b>
      <PlainTable
        label={t(($) => $.transfer_selected.columns.verdict)}
        columns={columns}
        rows={rows}
        keyOf={({ binding_id }) => binding_id}
      />
      {more > 0 && <p>{t(($) => $.transfer_selected.more, { count: more })}</p>}
    </>
  )
}
