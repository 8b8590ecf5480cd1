import { api } from '@heatfleet/contract/api.ts'
import { type IccidCard, IccidChange, IccidDraft, normalizeIccid, operatorOf } from '@heatfleet/contract/iccids/card.ts'
import { hasIccidChecksum, normalizeDeviceId } from '@heatfleet/contract/identifiers.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { ICCID_MOVES, ICCID_STATES, type IccidState } from '@heatfleet/contract/transitions.ts'
import { useState } from 'react'
import { z } from 'zod'
import { useChange } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { PlainConfirm } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DayField, NumberField, SelectField, TextAreaField, TextField } from '../../ui/field.tsx'
import { FormDrawer } from '../../ui/form.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { Problem } from '../../ui/problem.tsx'
import { useForm } from '../../ui/use-form.ts'
import { usePendingRequest } from '../../ui/use-pending-request.ts'
import { dayEnd, dayOf, dayStart } from '../../ui/zone-day.ts'
import css from './iccids.module.css'

const dayText = (time: string | null | undefined): string => (time == null ? '' : dayOf(time))
const orNull = (time: string | undefined): string | null => time ?? null

/** Enters a card, or changes what is known of one. Mounted = open. */
export function CardForm({ card, onClose }: { card: IccidCard | null; onClose: () => void }) {
  const t = useMessages('iccids')
  const notify = useNotify()
  const create = useChange(api.iccidCreate)
  const edit = useChange(api.iccidEdit)
  const form = useForm({
    schema: card === null ? z.union([IccidDraft]) : IccidChange,
    initial: {
      iccid: card?.iccid ?? '',
      msisdn: card?.msisdn ?? '',
      operator: card?.operator ?? '',
      plan: card?.plan ?? '',
      activation_time: dayText(card?.activation_time),
      expiration_time: dayText(card?.expiration_time),
      status: card?.status ?? ('in_stock' as IccidState),
      traffic_total_mb: card?.traffic_total_mb ?? null,
      remark: card?.remark ?? '',
    },
    toBody: ({ iccid, activation_time, expiration_time, traffic_total_mb, ...facts }) => ({
      ...(card === null ? { iccid } : {}),
      ...facts,
      traffic_total_mb,
      activation_time: timeOf(activation_time, card?.activation_time, dayStart),
      expiration_time: timeOf(expiration_time, card?.expiration_time, dayEnd),
    }),
    onSave: async (body) => {
      if (card === null) await create.mutateAsync({ body: IccidDraft.parse(body) })
      else await edit.mutateAsync({ params: { id: card.card_id }, body })
    },
    onSaved: () => {
      notify.success(t(($) => (card === null ? $.add.done : $.change.done)))
      onClose()
    },
  })
  const iccid = normalizeIccid(form.values.iccid)
  const operator = iccid === null ? '' : operatorOf(iccid)
  const states = card === null ? ICCID_STATES : [card.status, ...ICCID_MOVES[card.status]]
  return (
    <FormDrawer form={form} title={t(($) => (card === null ? $.add.title : $.change.title))} onClose={onClose}>
      <TextField
        label={t(($) => $.columns.iccid)}
        required
        disabled={card !== null}
        maxLength={40}
        hint={t(($) => (iccid === null || hasIccidChecksum(iccid) ? $.add.iccid_hint : $.add.checksum_hint))}
        {...form.field('iccid')}
      />
      <SelectField
        label={t(($) => $.columns.status)}
        options={states.map((value) => ({ value, label: t(($) => $.states[value]) }))}
        value={form.values.status}
        error={form.error('status')}
        onChange={(status) => status !== undefined && form.set('status', status)}
      />
      <TextField label={t(($) => $.columns.msisdn)} maxLength={LIMITS.msisdn_max} {...form.field('msisdn')} />
      <TextField
        label={t(($) => $.columns.operator)}
        maxLength={LIMITS.iccid_text_max}
        hint={operator === '' ? t(($) => $.add.operator_hint_none) : t(($) => $.add.operator_hint, { operator })}
        {...form.field('operator')}
      />
      <TextField label={t(($) => $.columns.plan)} maxLength={LIMITS.iccid_text_max} {...form.field('plan')} />
      <DayField label={t(($) => $.fields.activation)} {...form.field('activation_time')} />
      <DayField label={t(($) => $.fields.expiration)} {...form.field('expiration_time')} />
      <NumberField
        label={t(($) => $.fields.traffic_total_mb)}
        min={0}
        max={LIMITS.iccid_traffic_mb_max}
        {...form.field('traffic_total_mb')}
      />
      <TextAreaField label={t(($) => $.columns.remark)} maxLength={LIMITS.remark_max} {...form.field('remark')} />
    </FormDrawer>
  )
}

/** The time of a day that was entered; one that was not touched stays as it is, to the second. */
const timeOf = (
  day: string,
  before: string | null | undefined,
  instantOf: (day: string | undefined) => string | undefined,
): string | null => {
  if (day === '') return null
  return before != null && dayOf(before) === day ? before : orNull(instantOf(day))
}

/** Says in which unit a card is. */
export function LinkDialog({ card, onClose }: { card: IccidCard; onClose: () => void }) {
  const t = useMessages('iccids')
  const ui = useMessages('ui')
  const notify = useNotify()
  const bind = useChange(api.iccidBind)
  const [text, setText] = useState(card.mac ?? '')
  const { busy, problem, send } = usePendingRequest()
  const mac = text.trim() === '' ? null : normalizeDeviceId(text)
  const wrong = text.trim() !== '' && mac === null
  const is_moved = card.marks.includes('moved') && mac === card.mac
  return (
    <Dialog
      open
      title={t(($) => $.link.title)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{ui(($) => $.cancel)}</Button>
          <Button
            kind="primary"
            busy={busy}
            disabledReason={wrong ? t(($) => $.link.wrong) : undefined}
            onClick={() =>
              send(async () => {
                await bind.mutateAsync({ params: { id: card.card_id }, body: { mac } })
                notify.success(t(($) => $.link.done))
                onClose()
              })
            }
          >
            {t(($) => (is_moved ? $.link.confirm : $.save))}
          </Button>
        </>
      }
    >
      <TextField label={t(($) => $.link.mac)} hint={t(($) => $.link.hint)} value={text} onChange={setText} />
      <Problem problem={problem} />
    </Dialog>
  )
}

/** A new end of one card or of several. */
export function EndDialog(props: {
  of: 'renew' | 'expiry'
  count: number
  onEnd: (expiration_time: string) => Promise<unknown>
  onClose: () => void
}) {
  const t = useMessages('iccids')
  const ui = useMessages('ui')
  const [day, setDay] = useState('')
  const { busy, problem, send } = usePendingRequest()
  const expiration_time = day === '' ? undefined : dayEnd(day)
  return (
    <Dialog
      open
      title={t(($) => $[props.of].title, { count: props.count })}
      onClose={props.onClose}
      footer={
        <>
          <Button onClick={props.onClose}>{ui(($) => $.cancel)}</Button>
          <Button
            kind="primary"
            busy={busy}
            disabledReason={expiration_time === undefined ? t(($) => $.renew.until) : undefined}
            onClick={() =>
              send(async () => {
                if (expiration_time === undefined) return
                await props.onEnd(expiration_time)
                props.onClose()
              })
            }
          >
            {t(($) => $[props.of].action)}
          </Button>
        </>
      }
    >
      <div className={css.fields}>
        <DayField
          required
          label={t(($) => $.renew.until)}
          hint={t(($) => $[props.of].hint)}
          value={day}
          onChange={setDay}
        />
        <Problem problem={problem} />
      </div>
    </Dialog>
  )
}

/** Has the carrier stop or resume a card. */
export function SuspendDialog(props: { action: 'stop' | 'resume'; card: IccidCard; onClose: () => void }) {
  const t = useMessages('iccids')
  const notify = useNotify()
  const suspend = useChange(api.iccidSuspend)
  const { action, card, onClose } = props
  return (
    <PlainConfirm
      danger={action === 'stop'}
      title={t(($) => $[action].title, { count: 1 })}
      text={t(($) => $[action].text)}
      confirm={t(($) => $[action].action)}
      onClose={onClose}
      onConfirm={async () => {
        await suspend.mutateAsync({ params: { id: card.card_id }, body: { stopped: action === 'stop' } })
        notify.success(t(($) => $[action].done))
        onClose()
      }}
    />
  )
}
