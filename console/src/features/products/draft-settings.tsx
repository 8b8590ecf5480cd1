import type { ProductDraft } from '@heatfleet/contract/products/draft.ts'
import type { Product } from '@heatfleet/contract/products/products.ts'
import type { ReactNode } from 'react'
import { usePermission } from '../../cloud/session.ts'
import { ErrorState, Loading, NoPermission } from '../../ui/states.tsx'
import { RefusedDialog } from './points/refused-dialog.tsx'
import { type DraftEditor, useDraft } from './points/use-draft.ts'

/** Renders children with a part of the draft's settings, once loaded. */
export function DraftSettings(props: {
  product: Product
  children: (editor: DraftEditor, settings: ProductDraft['settings'], draft: ProductDraft) => ReactNode
}) {
  const sees_draft = usePermission('product:edit')
  const editor = useDraft(props.product.product_key, sees_draft)
  const { data, error, refetch } = editor.read
  if (!sees_draft) return <NoPermission permission="product:edit" />
  if (data !== undefined)
    return (
      <>
        {props.children(editor, data.settings, data)}
        <RefusedDialog editor={editor} />
      </>
    )
  return error === null ? <Loading /> : <ErrorState error={error} onRetry={() => void refetch()} />
}
