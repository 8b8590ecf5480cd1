import type { Product } from '@heatfleet/contract/products/products.ts'
import { useMessages } from '../../messages/messages.ts'
import { StateChip } from '../../ui/status.tsx'

/** Debugging or published (spec 4), or disabled, which takes precedence. */
export function ProductState({ product: { state, disabled } }: { product: Pick<Product, 'state' | 'disabled'> }) {
  const t = useMessages('products')
  const product_texts = useMessages('products')
  if (disabled)
    return (
      <StateChip tone="neutral" shape="dashed" title={t(($) => $.state[state])}>
        {product_texts(($) => $.disabled.disabled)}
      </StateChip>
    )
  return (
    <StateChip tone={state === 'published' ? 'ok' : 'accent'} shape={state === 'published' ? 'filled' : 'hollow'}>
      {t(($) => $.state[state])}
    </StateChip>
  )
}

/** Number of unpublished changes of the draft; nothing when there are none. */
export function UnpublishedMark({ product: { draft } }: { product: Pick<Product, 'draft'> }) {
  const t = useMessages('products')
  const shared = useMessages('shared')
  if (draft === null || draft.changed === 0) return null
  return (
    <StateChip tone="warn" title={shared(($) => $.errors.unpublished_data_points)}>
      {t(($) => $.unpublished, { count: draft.changed })}
    </StateChip>
  )
}
