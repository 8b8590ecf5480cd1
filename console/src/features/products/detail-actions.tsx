import { api } from '@heatfleet/contract/api.ts'
import type { Product } from '@heatfleet/contract/products/products.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { queryClient, useChange } from '../../cloud/call.ts'
import { useErrorText } from '../../messages/error-text.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { useConfirm } from '../../ui/dialog.tsx'
import { CloseIcon, CopyIcon, DownloadIcon, ListIcon, MoreIcon, RefreshIcon } from '../../ui/icons.tsx'
import { DropdownMenu } from '../../ui/menu.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { DeleteProduct, useDeleteBlocker } from './delete-product.tsx'
import { DisableProduct, useDisableItem } from './disabled/disable-product.tsx'
import { PRODUCT_FORMATS, useDownload } from './export-product.ts'
import { createStepPath, newProductPath } from './paths.ts'

/** Actions on a product besides publishing: export, copy, discard the draft, delete. */
export function DetailActions({ product, onDeleted }: { product: Product; onDeleted: () => void }) {
  const t = useMessages('products')
  const navigate = useNavigate()
  const notify = useNotify()
  const errorText = useErrorText()
  const confirm = useConfirm()
  const [deleting, setDeleting] = useState(false)
  const [turning, setTurning] = useState(false)
  const disableItem = useDisableItem()
  const discard = useChange(api.productDraftDiscard)
  const delete_blocker = useDeleteBlocker()(product)
  const missing_permission = {
    create: useMissingPermission('product:create'),
    edit: useMissingPermission('datapoint:edit'),
    export: useMissingPermission('product:export'),
  }
  const { product_key, version, draft } = product
  const changed = (draft?.changed ?? 0) > 0
  const act = (action: () => Promise<void>) => void action().catch((error: unknown) => notify.failed(errorText(error)))
  const download = useDownload()
  const confirmDiscard = () =>
    act(async () => {
      const question = { title: t(($) => $.discard.title), text: t(($) => $.discard.text, { version }) }
      if (draft === null || !(await confirm({ ...question, confirm: t(($) => $.actions.discard), danger: true })))
        return
      await discard.mutateAsync({ params: { product_key }, query: { revision: draft.revision } })
      await queryClient.invalidateQueries({ queryKey: [api.productInfo.of] })
      notify.success(t(($) => $.discard.done, { version }))
    })
  return (
    <>
      <DropdownMenu
        label={t(($) => $.actions.export)}
        trigger={(button) => (
          <Button {...button} icon={DownloadIcon} disabledReason={missing_permission.export}>
            {t(($) => $.actions.export)}
          </Button>
        )}
        items={PRODUCT_FORMATS.map((format) => ({
          key: format,
          label: t(($) => $.actions.export_as, { format: format.toUpperCase() }),
          disabledReason: missing_permission.export,
          onSelect: () => download(product_key, format),
        }))}
      />
      <DropdownMenu
        label={t(($) => $.actions.more)}
        trigger={(button) => <Button {...button} icon={MoreIcon} label={t(($) => $.actions.more)} />}
        items={[
          {
            key: 'steps',
            label: t(($) => $.actions.steps),
            icon: ListIcon,
            disabledReason: missing_permission.create,
            onSelect: () => void navigate(createStepPath(product_key, 'points')),
          },
          {
            key: 'copy',
            label: t(($) => $.actions.copy),
            icon: CopyIcon,
            disabledReason: missing_permission.create,
            onSelect: () => void navigate(newProductPath(product_key)),
          },
          {
            key: 'discard',
            label: t(($) => $.actions.discard),
            icon: RefreshIcon,
            disabledReason: changed && version !== null ? missing_permission.edit : t(($) => $.discard.nothing),
            onSelect: confirmDiscard,
          },
          { key: 'line', divider: true },
          disableItem(product, () => setTurning(true)),
          {
            key: 'delete',
            label: t(($) => $.actions.delete),
            icon: CloseIcon,
            danger: true,
            disabledReason: delete_blocker,
            onSelect: () => setDeleting(true),
          },
        ]}
      />
      {turning && <DisableProduct product={product} onClose={() => setTurning(false)} />}
      {deleting && <DeleteProduct product={product} onClose={() => setDeleting(false)} onDeleted={onDeleted} />}
    </>
  )
}
