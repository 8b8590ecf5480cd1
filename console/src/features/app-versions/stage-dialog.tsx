import { api } from '@heatfleet/contract/api.ts'
import type { AppVersion } from '@heatfleet/contract/app-versions/app-versions.ts'
import { useId, useState } from 'react'
import { useChange } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { NumberField } from '../../ui/field-number.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { Problem } from '../../ui/problem.tsx'
import { usePendingRequest } from '../../ui/use-pending-request.ts'
import css from './app-versions.module.css'

const ALL = 100

/** Raises the share of installations that a released version is offered to; it never falls. */
export function StageDialog({ version, onClose }: { version: AppVersion; onClose: () => void }) {
  const t = useMessages('app-versions')
  const ui = useMessages('ui')
  const notify = useNotify()
  const id = useId()
  const stage = useChange(api.stageAppVersion)
  const { busy, problem, send } = usePendingRequest()
  const { staged_percent: now } = version
  const [percent, setPercent] = useState<number | null>(Math.min(ALL, now * 2))
  const right = percent !== null && Number.isInteger(percent) && percent > now && percent <= ALL
  const range = t(($) => $.stage.range, { from: now + 1 })
  return (
    <Dialog
      open
      title={t(($) => $.stage.title, { name: `${version.app_name} ${version.version}` })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{ui(($) => $.cancel)}</Button>
          <Button kind="primary" type="submit" form={id} busy={busy} disabledReason={right ? undefined : range}>
            {t(($) => $.actions.stage)}
          </Button>
        </>
      }
    >
      <form
        id={id}
        className={css.stack}
        onSubmit={(event) => {
          event.preventDefault()
          if (!right) return
          send(async () => {
            await stage.mutateAsync({ params: { id: version.version_id }, body: { staged_percent: percent } })
            notify.success(t(($) => $.stage.done, { percent }))
            onClose()
          })
        }}
      >
        <div>{t(($) => $.stage.text, { percent: now })}</div>
        <NumberField
          label={t(($) => $.columns.staged_percent)}
          unit="%"
          min={now + 1}
          max={ALL}
          value={percent}
          onChange={setPercent}
          error={right ? undefined : range}
        />
        <Problem problem={problem} />
      </form>
    </Dialog>
  )
}
