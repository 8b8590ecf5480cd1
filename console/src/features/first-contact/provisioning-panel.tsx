import { api } from '@heatfleet/contract/api.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useState } from 'react'
import { useChange, useRead } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { NumberField, SwitchField } from '../../ui/field.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Problem } from '../../ui/problem.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { usePendingRequest } from '../../ui/use-pending-request.ts'
import css from './first-contact.module.css'

const FIRST_QUOTA = 100

/** Whether units of a product may log in with its secret the first time, and how many. */
export function ProvisioningPanel({ product_key }: { product_key: string }) {
  const t = useMessages('first-contact')
  const read = useRead(api.productProvisioning, { params: { product_key } })
  return (
    <Panel title={t(($) => $.provisioning.title)} note={t(($) => $.provisioning.hint)}>
      {read.data !== undefined ? (
        <Form key={read.data.quota} product_key={product_key} {...read.data} />
      ) : read.error === null ? (
        <Loading rows={2} />
      ) : (
        <ErrorState error={read.error} needs="product:view" onRetry={() => void read.refetch()} />
      )}
    </Panel>
  )
}

function Form(props: { product_key: string; quota: number | null; provisioned: number }) {
  const { product_key, quota, provisioned } = props
  const t = useMessages('first-contact')
  const notify = useNotify()
  const missing_permission = useMissingPermission('product:secret')
  const edit = useChange(api.productProvisioningEdit)
  const { busy, problem, send } = usePendingRequest()
  const [draft, setDraft] = useState<{ is_on: boolean; quota: number | null }>({
    is_on: quota !== null,
    quota: quota ?? FIRST_QUOTA,
  })
  const is_wrong = draft.is_on && (draft.quota === null || draft.quota < 1 || draft.quota > LIMITS.quota_max)
  const next = draft.is_on ? draft.quota : null
  return (
    <div className={css.fields}>
      <SwitchField
        label={t(($) => $.provisioning.allow)}
        disabled={missing_permission !== undefined}
        checked={draft.is_on}
        onChange={(is_on) => setDraft((before) => ({ ...before, is_on }))}
      />
      {draft.is_on && (
        <NumberField
          label={t(($) => $.provisioning.quota)}
          hint={t(($) => $.provisioning.used, { count: provisioned })}
          error={is_wrong ? t(($) => $.provisioning.wrong, { max: LIMITS.quota_max }) : undefined}
          disabled={missing_permission !== undefined}
          min={1}
          max={LIMITS.quota_max}
          value={draft.quota}
          onChange={(value) => setDraft((before) => ({ ...before, quota: value }))}
        />
      )}
      <Problem problem={problem} />
      <div>
        <Button
          busy={busy}
          disabled={next === quota || is_wrong}
          disabledReason={missing_permission}
          onClick={() =>
            send(async () => {
              await edit.mutateAsync({ params: { product_key }, body: { quota: next } })
              notify.success(t(($) => $.provisioning.saved))
            })
          }
        >
          {t(($) => $.provisioning.save)}
        </Button>
      </div>
    </div>
  )
}
