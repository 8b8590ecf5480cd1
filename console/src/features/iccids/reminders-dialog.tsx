import { api } from '@heatfleet/contract/api.ts'
import type { IccidReminders } from '@heatfleet/contract/iccids/card.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useState } from 'react'
import { useChange, useRead } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CheckboxField, TextField } from '../../ui/field.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { Problem } from '../../ui/problem.tsx'
import { usePendingRequest } from '../../ui/use-pending-request.ts'
import css from './iccids.module.css'

/** When the end of cards is reminded of, and whom. Mounted = open. */
export function RemindersDialog({ onClose }: { onClose: () => void }) {
  const { data } = useRead(api.iccidReminders)
  return data === undefined ? null : <Loaded saved={data} onClose={onClose} />
}

function Loaded({ saved, onClose }: { saved: IccidReminders; onClose: () => void }) {
  const t = useMessages('iccids')
  const ui = useMessages('ui')
  const notify = useNotify()
  const missing_permission = useMissingPermission('iccid:edit')
  const change = useChange(api.iccidRemindersChange)
  const [text, setText] = useState(saved.days.join(', '))
  const [who, setWho] = useState({ manufacturer: saved.manufacturer, distributors: saved.distributors })
  const { busy, problem, send } = usePendingRequest()
  const days = daysOf(text)
  const wrong = t(($) => $.reminders.days_wrong, { max: LIMITS.iccid_days_max, count: LIMITS.iccid_thresholds_max })
  return (
    <Dialog
      open
      title={t(($) => $.reminders.title)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{ui(($) => $.cancel)}</Button>
          <Button
            kind="primary"
            busy={busy}
            disabledReason={missing_permission ?? (days === null ? wrong : undefined)}
            onClick={() =>
              send(async () => {
                if (days === null) return
                await change.mutateAsync({ body: { days, ...who } })
                notify.success(t(($) => $.reminders.done))
                onClose()
              })
            }
          >
            {t(($) => $.save)}
          </Button>
        </>
      }
    >
      <div className={css.fields}>
        <TextField
          label={t(($) => $.reminders.days)}
          hint={t(($) => $.reminders.days_hint)}
          error={days === null ? wrong : undefined}
          value={text}
          onChange={setText}
        />
        <fieldset className={css.who}>
          <legend>{t(($) => $.reminders.who)}</legend>
          {(['manufacturer', 'distributors'] as const).map((group) => (
            <CheckboxField
              key={group}
              label={t(($) => $.reminders[group])}
              checked={who[group]}
              onChange={(on) => setWho((before) => ({ ...before, [group]: on }))}
            />
          ))}
        </fieldset>
        <span className={css.weak}>{t(($) => $.reminders.personal)}</span>
        <Problem problem={problem} />
      </div>
    </Dialog>
  )
}

/** Thresholds as they are typed; null = not all are. */
const daysOf = (text: string): number[] | null => {
  const parts = text.split(/[,，;\s]+/).filter((part) => part !== '')
  const days = [...new Set(parts.map(Number))]
  const is_good = days.every((day) => Number.isInteger(day) && day >= 0 && day <= LIMITS.iccid_days_max)
  return is_good && days.length <= LIMITS.iccid_thresholds_max ? days : null
}
