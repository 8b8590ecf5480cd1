import type { Product } from '@heatfleet/contract/products/products.ts'
import { useLacks } from '../../words/lacks.ts'
import { useWords } from '../../words/words.ts'

/** Why a product cannot be published now; undefined when it can be tried. */
export const useUnpublishable = (): ((product: Product) => string | undefined) => {
  const t = useWords('products')
  const lacks = useLacks('product:publish')
  const words = useWords('products')
  return (product) =>
    lacks ??
    (product.disabled
      ? words(($) => $.disabled.enable_first)
      : isSettled(product)
        ? t(($) => $.publish.nothing)
        : undefined)
}

/** Published, and nothing in the draft that is not. */
const isSettled = ({ version, draft }: Product): boolean => version !== null && (draft === null || draft.changed === 0)
