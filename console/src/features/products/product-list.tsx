import { useState } from 'react'
import { useNavigate } from 'react-router'
import { FillAction } from '../../lists/fill-action.tsx'
import { ListScreen } from '../../lists/list-screen.tsx'
import { useList } from '../../lists/use-list.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { ArrowUpIcon, PlusIcon } from '../../ui/icons.tsx'
import { DeleteProduct } from './delete-product.tsx'
import { DisableProduct } from './disabled/disable-product.tsx'
import { ImportProduct } from './file/import-product.tsx'
import { type DialogRequest, products } from './list.tsx'
import { newProductPath } from './paths.ts'
import { PublishDialog } from './publish-dialog.tsx'

/** The products (product 3.23): find, open, copy, delete. */
export function Component() {
  const t = useMessages('products')
  const navigate = useNavigate()
  const missing_permission = useMissingPermission('product:create')
  const [opened_dialog, setOpenedDialog] = useState<DialogRequest | null>(null)
  const [importing, setImporting] = useState(false)
  const list = useList(products, { onOpenDialog: setOpenedDialog })
  return (
    <ListScreen
      of={list}
      title={t(($) => $.title)}
      emptyAction={<FillAction needs="product:create" label={t(($) => $.create)} to={newProductPath()} />}
      actions={
        <>
          <Button icon={ArrowUpIcon} disabledReason={missing_permission} onClick={() => setImporting(true)}>
            {t(($) => $.file.open)}
          </Button>
          <Button
            kind="primary"
            icon={PlusIcon}
            disabledReason={missing_permission}
            onClick={() => void navigate(newProductPath())}
          >
            {t(($) => $.create)}
          </Button>
        </>
      }
    >
      {importing && <ImportProduct onClose={() => setImporting(false)} />}
      {opened_dialog?.action === 'delete' && (
        <DeleteProduct product={opened_dialog.product} onClose={() => setOpenedDialog(null)} />
      )}
      {opened_dialog?.action === 'disable' && (
        <DisableProduct product={opened_dialog.product} onClose={() => setOpenedDialog(null)} />
      )}
      {opened_dialog?.action === 'publish' && (
        <PublishDialog product={opened_dialog.product} onClose={() => setOpenedDialog(null)} />
      )}
    </ListScreen>
  )
}
