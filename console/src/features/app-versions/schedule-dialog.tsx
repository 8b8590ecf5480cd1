import { api } from '@heatfleet/contract/api.ts'
import type { AppVersion } from '@heatfleet/contract/app-versions/app-versions.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useId, useState } from 'react'
import { useChange } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DateTimeField } from '../../ui/field-date-time.tsx'
import { TextField } from '../../ui/field-text.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { Problem } from '../../ui/problem.tsx'
import { usePendingRequest } from '../../ui/use-pending-request.ts'
import css from './app-versions.module.css'

/** Plans the release of a draft. A forced update is confirmed by typing the version. */
export function ScheduleDialog({ version, onClose }: { version: AppVersion; onClose: () => void }) {
  const t = useMessages('app-versions')
  const ui = useMessages('ui')
  const notify = useNotify()
  const id = useId()
  const schedule = useChange(api.scheduleAppVersion)
  const { busy, problem, send } = usePendingRequest()
  const [at_ms, setAt] = useState<number | null>(null)
  const [typed, setTyped] = useState('')
  const is_forced = version.update_type === 'forced'
  const is_in_time = at_ms !== null && at_ms > Date.now() && at_ms <= Date.now() + LIMITS.version_schedule_ms
  const late = is_in_time ? undefined : t(($) => $.schedule.past)
  const unconfirmed =
    is_forced && typed !== version.version ? t(($) => $.schedule.forced, { version: version.version }) : undefined
  return (
    <Dialog
      open
      title={t(($) => $.schedule.title, { name: `${version.app_name} ${version.version}` })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{ui(($) => $.cancel)}</Button>
          <Button kind="primary" type="submit" form={id} busy={busy} disabledReason={late ?? unconfirmed}>
            {t(($) => $.actions.schedule)}
          </Button>
        </>
      }
    >
      <form
        id={id}
        className={css.stack}
        onSubmit={(event) => {
          event.preventDefault()
          if (at_ms === null || late !== undefined || unconfirmed !== undefined) return
          send(async () => {
            const body = { release_time: new Date(at_ms).toISOString(), confirm_version: typed }
            await schedule.mutateAsync({ params: { id: version.version_id }, body })
            notify.success(t(($) => $.schedule.done))
            onClose()
          })
        }}
      >
        <div>{t(($) => $.schedule.text, { percent: version.staged_percent })}</div>
        <DateTimeField
          label={t(($) => $.schedule.time)}
          required
          value={at_ms}
          onChange={setAt}
          error={at_ms === null ? undefined : late}
        />
        {is_forced && (
          <TextField
            label={t(($) => $.schedule.forced, { version: version.version })}
            value={typed}
            onChange={setTyped}
          />
        )}
        <Problem problem={problem} />
      </form>
    </Dialog>
  )
}
