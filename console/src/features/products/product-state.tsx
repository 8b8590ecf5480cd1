import type { Product } from '@heatfleet/contract/products.ts'
import { StateChip } from '../../ui/status.tsx'
import { useWords } from '../../words/words.ts'

/** Debugging or published (spec 4). */
export function ProductState({ state }: Pick<Product, 'state'>) {
  const t = useWords('products')
  return (
    <StateChip tone={state === 'published' ? 'ok' : 'accent'} shape={state === 'published' ? 'filled' : 'hollow'}>
      {t(($) => $.state[state])}
    </StateChip>
  )
}

/** How much of the draft is not published; nothing when there is none. */
export function UnpublishedMark({ product: { draft } }: { product: Pick<Product, 'draft'> }) {
  const t = useWords('products')
  if (draft === null || draft.changed === 0) return null
  return <StateChip tone="warn">{t(($) => $.unpublished, { count: draft.changed })}</StateChip>
}
