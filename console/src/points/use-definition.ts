import { api } from '@heatfleet/contract/api.ts'
import { useMemo } from 'react'
import { useRead } from '../cloud/call.ts'
import { inPanelOrder } from './panel-order.ts'
import type { Definition } from './readings.ts'

const NO_CURVES: readonly string[] = []

/**
 * What the version in use of a product says: its points in the order of its panel (null while they are on their way), and
 * the curves that are drawn before anybody chose.
 */
export const useDefinition = (
  product_key: string | undefined,
): { definition: Definition | null; default_curves: readonly string[]; error: unknown } => {
  const product = useRead(
    api.productInfo,
    { body: { product_key: product_key ?? '', with_points: true } },
    // A change of the definition is pushed and clears the cache; nothing else makes it old.
    { enabled: product_key !== undefined, staleTime: Number.POSITIVE_INFINITY },
  )
  const found = product.data?.list[0]
  const [points, panel] = [found?.points, found?.settings?.panel]
  const definition = useMemo(() => {
    if (points === undefined) return null
    const ordered = panel === undefined ? points : inPanelOrder(points, panel)
    return new Map(ordered.map((point) => [point.key, point]))
  }, [points, panel])
  return { definition, default_curves: panel?.default_curves ?? NO_CURVES, error: product.error }
}
