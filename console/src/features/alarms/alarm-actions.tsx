import type { AlarmDetail } from '@heatfleet/contract/alarms/alarm.ts'
import { AlarmText } from '@heatfleet/contract/alarms/alarm.ts'
import { ALARM_LIMITS } from '@heatfleet/contract/alarms/limits.ts'
import { api } from '@heatfleet/contract/api.ts'
import { RowIdText } from '@heatfleet/contract/row-id.ts'
import { OF_ALARM } from '@heatfleet/contract/service-orders/limits.ts'
import { ALARM_HANDLING_MOVES, type AlarmHandling } from '@heatfleet/contract/transitions.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { useChange, useRead } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/field-select.tsx'
import { TextAreaField } from '../../ui/field-text-area.tsx'
import { FormDrawer } from '../../ui/form.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { useForm } from '../../ui/use-form.ts'
import { MuteDrawer } from './mute-drawer.tsx'
import { ResultDrawer } from './result-drawer.tsx'
import { useAccept } from './use-accept.tsx'

const CALLS = { process: api.alarmProcess, close: api.alarmClose, reopen: api.alarmReopen } as const
type Written = keyof typeof CALLS

/** A result or a reason, and what becomes of the alarm. Mounted = open. */
export function TextDrawer({
  action,
  title,
  onSend,
  onClose,
}: {
  action: 'close' | 'reopen'
  title: string
  onSend: (text: string) => Promise<unknown>
  onClose: () => void
}) {
  const t = useMessages('alarms')
  const form = useForm({
    schema: AlarmText,
    initial: { text: '' },
    onSave: ({ text }) => onSend(text),
    onSaved: onClose,
  })
  return (
    <FormDrawer form={form} title={title} save={t(($) => $.actions[action])} onClose={onClose}>
      <TextAreaField
        label={t(($) => $[action].text)}
        hint={t(($) => $[action].hint)}
        required
        autoFocus
        rows={6}
        maxLength={ALARM_LIMITS.text_max}
        {...form.field('text')}
      />
    </FormDrawer>
  )
}

const Assignment = z.object({ assignee_uid: RowIdText })

/** Names who processes an alarm, or several. Mounted = open. */
export function AssignDrawer({
  of,
  assignee_uid,
  title,
  onSend,
  onClose,
}: {
  /** The alarm whose possible assignees are offered. */
  of: number
  assignee_uid: number | null
  title: string
  onSend: (assignee_uid: number) => Promise<unknown>
  onClose: () => void
}) {
  const t = useMessages('alarms')
  const assignees = useRead(api.alarmAssignees, { params: { id: of } })
  const form = useForm({
    schema: Assignment,
    initial: { assignee_uid: assignee_uid ?? 0 },
    onSave: (body) => onSend(body.assignee_uid),
    onSaved: onClose,
  })
  return (
    <FormDrawer form={form} title={title} save={t(($) => $.actions.assign)} onClose={onClose}>
      <SelectField
        label={t(($) => $.assign.who)}
        hint={t(($) => $.assign.hint)}
        required
        value={form.values.assignee_uid === 0 ? undefined : form.values.assignee_uid}
        onChange={(next) => form.set('assignee_uid', next ?? 0)}
        options={(assignees.data ?? []).map(({ uid, user_name, nick_name, agent_name }) => ({
          value: uid,
          label: [user_name, nick_name, agent_name].filter((part) => part !== '').join(' · '),
        }))}
        error={form.error('assignee_uid')}
        loading={assignees.isPending}
        search
      />
    </FormDrawer>
  )
}

const mayMove = (from: AlarmHandling, to: AlarmHandling): boolean =>
  (ALARM_HANDLING_MOVES[from] as readonly AlarmHandling[]).includes(to)

/** What can be done with an alarm in its state. */
export function AlarmActions({ alarm }: { alarm: AlarmDetail }) {
  const t = useMessages('alarms')
  const rules = useMessages('alarm-rules')
  const notify = useNotify()
  const navigate = useNavigate()
  const [open, setOpen] = useState<Written | 'assign' | 'mute' | null>(null)
  const close = () => setOpen(null)
  const { accept, busy } = useAccept()
  const calls = { process: useChange(CALLS.process), close: useChange(CALLS.close), reopen: useChange(CALLS.reopen) }
  const assign = useChange(api.alarmAssign)
  const mute = useChange(api.alarmMute)
  const missing_rights = {
    accept: useMissingPermission('alarm:ack'),
    assign: useMissingPermission('alarm:assign'),
    process: useMissingPermission('alarm:process'),
    close: useMissingPermission('alarm:close'),
    reopen: useMissingPermission('alarm:reopen'),
    mute: useMissingPermission('alarm:mute'),
    order: useMissingPermission('order:create'),
  }
  const { alarm_id: id, handling, condition, assignee_uid, muted } = alarm
  const is_open = handling === 'unprocessed' || handling === 'in_process'
  const written = (action: Written, primary = false) => (
    <Button
      kind={primary ? 'primary' : 'default'}
      disabledReason={missing_rights[action]}
      onClick={() => setOpen(action)}
    >
      {t(($) => $.actions[action])}
    </Button>
  )
  return (
    <>
      {is_open && (
        <Button disabledReason={missing_rights.assign} onClick={() => setOpen('assign')}>
          {t(($) => $.actions.assign)}
        </Button>
      )}
      {!muted && (
        <Button disabledReason={missing_rights.mute} onClick={() => setOpen('mute')}>
          {t(($) => $.actions.mute)}
        </Button>
      )}
      <Button
        disabledReason={missing_rights.order}
        onClick={() => void navigate(`/service/userFeedback?${OF_ALARM}=${id}`)}
      >
        {t(($) => $.actions.order)}
      </Button>
      {mayMove(handling, 'closed') && written('close')}
      {!is_open && written('reopen')}
      {mayMove(handling, 'processed') && written('process', handling === 'in_process')}
      {handling === 'unprocessed' && (
        <Button kind="primary" busy={busy} disabledReason={missing_rights.accept} onClick={() => void accept(id)}>
          {t(($) => $.actions.accept)}
        </Button>
      )}
      {open === 'assign' && (
        <AssignDrawer
          of={id}
          assignee_uid={assignee_uid}
          title={t(($) => $.assign.title, { id })}
          onSend={async (uid) => {
            await assign.mutateAsync({ params: { id }, body: { assignee_uid: uid } })
            notify.success(t(($) => $.assign.done))
          }}
          onClose={close}
        />
      )}
      {open === 'mute' && (
        <MuteDrawer
          title={rules(($) => $.mutes.title_alarm, { id })}
          onSend={(body) => mute.mutateAsync({ params: { id }, body })}
          onClose={close}
        />
      )}
      {open === 'reopen' && (
        <TextDrawer
          action="reopen"
          title={t(($) => $.reopen.title, { id })}
          onSend={async (text) => {
            await calls.reopen.mutateAsync({ params: { id }, body: { text } })
            notify.success(t(($) => $.reopen.done))
          }}
          onClose={close}
        />
      )}
      {(open === 'process' || open === 'close') && (
        <ResultDrawer
          action={open}
          title={t(($) => $[open].title, { id })}
          note={open === 'close' && condition === 'active' ? t(($) => $.close.still_active) : undefined}
          onSend={async (body) => {
            await calls[open].mutateAsync({ params: { id }, body })
            notify.success(t(($) => $[open].done))
          }}
          onClose={close}
        />
      )}
    </>
  )
}
