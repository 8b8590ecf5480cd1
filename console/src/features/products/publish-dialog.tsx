import { api } from '@heatfleet/contract/api.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { Product } from '@heatfleet/contract/products/products.ts'
import { useState } from 'react'
import { queryClient, useChange, useRead } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { useProductName } from '../../messages/product-name.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CheckboxField, TextAreaField } from '../../ui/field.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { Problem } from '../../ui/problem.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { usePendingRequest } from '../../ui/use-pending-request.ts'
import { FindingList } from './points/finding-list.tsx'
import { PollFiguresList } from './poll-figures-list.tsx'
import css from './products.module.css'
import { partsText } from './setting-names.ts'

/** Publishes after showing the consequences: changes, warnings, affected devices. Mounted = open. */
export function PublishDialog({ product, onClose }: { product: Product; onClose: () => void }) {
  const t = useMessages('products')
  const ui = useMessages('ui')
  const notify = useNotify()
  const name = useProductName()(product)
  const { product_key, version } = product
  const params = { product_key }
  const check = useRead(api.checkUpdate, { body: params })
  const diff = useRead(
    api.productDiff,
    { params, body: { from: product.layout_id ?? 'draft', to: 'draft' } },
    { enabled: product.layout_id !== null },
  )
  const publish = useChange(api.productPublish)
  const [note, setNote] = useState('')
  const [accepted, setAccepted] = useState(false)
  const { busy, problem, send } = usePendingRequest()
  const findings = check.data?.findings ?? []
  const errors = findings.filter(({ severity }) => severity === 'error').length
  const warnings = findings.length - errors
  const missing =
    check.data === undefined
      ? ui(($) => $.loading)
      : errors > 0
        ? t(($) => $.publish.errors, { count: errors })
        : warnings > 0 && !accepted
          ? t(($) => $.publish.accept_first)
          : undefined
  const next = (version ?? 0) + 1
  const publishDraft = () =>
    send(async () => {
      if (check.data === undefined) return
      const body = { revision: check.data.revision, note: note.trim(), accept_warnings: accepted }
      const created = await publish.mutateAsync({ params, body })
      // The draft is now based on the new version.
      await queryClient.invalidateQueries({ queryKey: [api.productDraft.of] })
      notify.success(t(($) => $.publish.done, { version: created.version }))
      onClose()
    })
  return (
    <Dialog
      open
      width={640}
      title={t(($) => $.publish.title, { name })}
      onClose={onClose}
      footer={
        <>
          <Problem problem={problem} />
          <Button onClick={onClose}>{ui(($) => $.cancel)}</Button>
          <Button kind="primary" busy={busy} disabledReason={missing} onClick={publishDraft}>
            {t(($) => $.publish.confirm)}
          </Button>
        </>
      }
    >
      {check.data === undefined ? (
        check.error === null ? (
          <Loading rows={4} />
        ) : (
          <ErrorState error={check.error} onRetry={() => void check.refetch()} />
        )
      ) : (
        <div className={css.parts}>
          <p>
            <b>{t(($) => $.publish.becomes, { version: next })}</b>
          </p>
          <Consequences
            check={check.data}
            breaking={diff.data?.points.filter((point) => point.breaking).length ?? 0}
            device_count={product.device_count}
          />
          <PollFiguresList figures={check.data.poll_figures} />
          {errors > 0 && <b className={css.error}>{t(($) => $.publish.errors, { count: errors })}</b>}
          {warnings > 0 && <b className={css.warning}>{t(($) => $.publish.warnings, { count: warnings })}</b>}
          <FindingList findings={findings} />
          {warnings > 0 && errors === 0 && (
            <CheckboxField label={t(($) => $.publish.accept)} checked={accepted} onChange={setAccepted} />
          )}
          <TextAreaField
            label={t(($) => $.publish.note)}
            value={note}
            onChange={setNote}
            rows={2}
            maxLength={LIMITS.version_note_max}
          />
        </div>
      )}
    </Dialog>
  )
}

type Check = NonNullable<ReturnType<typeof useRead<typeof api.checkUpdate>>['data']>

function Consequences(props: { check: Check; breaking: number; device_count: number }) {
  const t = useMessages('products')
  const { check, breaking, device_count } = props
  const texts = [
    check.changed_points > 0 && t(($) => $.publish.points, { count: check.changed_points }),
    breaking > 0 && t(($) => $.publish.breaking, { count: breaking }),
    check.moved > 0 && t(($) => $.publish.moved, { count: check.moved }),
    check.changed_settings.length > 0 && t(($) => $.publish.settings, { parts: partsText(t, check.changed_settings) }),
    t(($) => $.publish.blocks, { count: check.poll_blocks.length }),
    device_count > 0 && t(($) => $.publish.devices, { count: device_count }),
  ].filter((text) => text !== false)
  return (
    <ul className={css.changes}>
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}
