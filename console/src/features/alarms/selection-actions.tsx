import type { Alarm } from '@heatfleet/contract/alarms/alarm.ts'
import type { api } from '@heatfleet/contract/api.ts'
import type { RequestOf } from '@heatfleet/contract/endpoint.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useState } from 'react'
import { useStartBatch, whichOf } from '../../batches/start-batch.tsx'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { countSelected, type Selection } from '../../ui/data-table-selection.ts'
import { AssignDrawer, TextDrawer } from './alarm-actions.tsx'
import { MuteDrawer } from './mute-drawer.tsx'

type Props = { selection: Selection<Alarm>; total: number; request: RequestOf<typeof api.alarmList> }

/** Bulk actions on alarms, run in the background; each alarm is checked on its own, and refused ones are listed. */
export function SelectionActions({ selection, total, request }: Props) {
  const t = useMessages('alarms')
  const batches = useMessages('accounts')
  const rules = useMessages('alarm-rules')
  const [open, setOpen] = useState<'assign' | 'close' | 'mute' | null>(null)
  const { start, drawer } = useStartBatch()
  const missing_rights = {
    accept: useMissingPermission('alarm:ack'),
    assign: useMissingPermission('alarm:assign'),
    close: useMissingPermission('alarm:close'),
    mute: useMissingPermission('alarm:mute'),
  }
  const count = countSelected(selection, total)
  const which = whichOf(selection, ({ alarm_id }) => alarm_id, request.body ?? {})
  const max = LIMITS.batch_objects_max
  const too_many = count > max ? batches(($) => $.batch.limit, { max }) : undefined
  const first = selection.kind === 'some' ? [...selection.rows.values()][0] : undefined
  return (
    <>
      <Button
        kind="text"
        size="small"
        disabledReason={missing_rights.accept ?? too_many}
        onClick={() => void start({ action: 'alarm-accept', which, input: {} })}
      >
        {t(($) => $.actions.accept)}
      </Button>
      {first !== undefined && (
        <Button
          kind="text"
          size="small"
          disabledReason={missing_rights.assign ?? too_many}
          onClick={() => setOpen('assign')}
        >
          {t(($) => $.actions.assign)}
        </Button>
      )}
      <Button
        kind="text"
        size="small"
        disabledReason={missing_rights.close ?? too_many}
        onClick={() => setOpen('close')}
      >
        {t(($) => $.actions.close)}
      </Button>
      <Button kind="text" size="small" disabledReason={missing_rights.mute ?? too_many} onClick={() => setOpen('mute')}>
        {t(($) => $.actions.mute)}
      </Button>
      {open === 'mute' && (
        <MuteDrawer
          title={rules(($) => $.mutes.title_many, { count })}
          onSend={(input) => start({ action: 'alarm-mute', which, input })}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'assign' && first !== undefined && (
        <AssignDrawer
          of={first.alarm_id}
          assignee_uid={null}
          title={t(($) => $.assign.title_many, { count })}
          onSend={(assignee_uid) => start({ action: 'alarm-assign', which, input: { assignee_uid } })}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'close' && (
        <TextDrawer
          action="close"
          title={t(($) => $.close.title_many, { count })}
          onSend={(text) => start({ action: 'alarm-close', which, input: { text } })}
          onClose={() => setOpen(null)}
        />
      )}
      {drawer}
    </>
  )
}
