import { api } from '@heatfleet/contract/api.ts'
import type { BoundDevice } from '@heatfleet/contract/bindings/bindings.ts'
import { useState } from 'react'
import { useChange } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { CheckboxField } from '../../ui/field-check.tsx'
import { useNotify } from '../../ui/notify.tsx'
import styles from './app-users.module.css'
import { BatchMarks, type MarkRequest } from './batch-marks.tsx'

/**
 * Selects all devices of an app user or none, and marks the selected ones; there are few, so the calls are sequential.
 * Always above the table: keyboard users would not find controls that appear behind the focus.
 */
export function MarkSelected(props: {
  app_user_id: number
  devices: readonly BoundDevice[]
  chosen: readonly BoundDevice[]
  onAll: (all: boolean) => void
}) {
  const t = useMessages('app-users')
  const notify = useNotify()
  const missing_permission = useMissingPermission('appuser:mark')
  const mark = useChange(api.markDevice)
  const [open, setOpen] = useState(false)
  const { app_user_id, devices, chosen, onAll } = props
  const count = chosen.length
  const all = count === devices.length
  const start = async (request: MarkRequest) => {
    for (const { mac } of chosen) await mark.mutateAsync({ params: { id: app_user_id, x: mac }, body: request })
    notify.success(t(($) => $.mark.saved))
    onAll(false)
  }
  return (
    <div className={styles.chosen}>
      <CheckboxField label={t(($) => $.bound.all)} checked={all} some={count > 0 && !all} onChange={onAll} />
      <Button
        size="small"
        disabledReason={missing_permission ?? (count === 0 ? t(($) => $.bound.choose_first) : undefined)}
        onClick={() => setOpen(true)}
      >
        {count === 0 ? t(($) => $.bound.mark) : t(($) => $.bound.mark_chosen, { count })}
      </Button>
      {open && (
        <BatchMarks title={t(($) => $.bound.mark_title, { count })} onStart={start} onClose={() => setOpen(false)} />
      )}
    </div>
  )
}
