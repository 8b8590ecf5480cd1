import { api } from '@heatfleet/contract/api.ts'
import type { WeeklySchedule } from '@heatfleet/contract/products/schedules.ts'
import { type ControlTemplate, INITIAL_SETTINGS, type Schematic } from '@heatfleet/contract/products/settings.ts'
import { useMemo } from 'react'
import { useRead } from '../cloud/call.ts'
import { inPanelOrder } from './panel-order.ts'
import type { Definition } from './readings.ts'

const NO_CURVES: readonly string[] = []
const NO_TEMPLATES: readonly ControlTemplate[] = []
const NO_SCHEDULES: readonly WeeklySchedule[] = []

/** The current version of a product. */
type ProductDefinition = {
  /** Its points in the order of its panel; null while they load. */
  definition: Definition | null
  /** The default curves. */
  default_curves: readonly string[]
  /** The schematic of the device; the built-in one while the definition loads. */
  schematic: Schematic
  /** The setting templates. */
  templates: readonly ControlTemplate[]
  /** Its weekly schedules; their points are among the points. */
  schedules: readonly WeeklySchedule[]
  error: unknown
  retry: () => void
}

/** Fetches the current version of a product, once. */
export const useDefinition = (product_key: string | undefined): ProductDefinition => {
  const product = useRead(
    api.productInfo,
    { body: { product_key: product_key ?? '', with_points: true } },
    // Changes are pushed and invalidate the cache, so the definition never becomes stale by time.
    { enabled: product_key !== undefined, staleTime: Number.POSITIVE_INFINITY },
  )
  const found = product.data?.list[0]
  const [points, settings] = [found?.points, found?.settings]
  const panel = settings?.panel
  const definition = useMemo(() => {
    if (points === undefined) return null
    const ordered = panel === undefined ? points : inPanelOrder(points, panel)
    return new Map(ordered.map((point) => [point.key, point]))
  }, [points, panel])
  return {
    definition,
    default_curves: panel?.default_curves ?? NO_CURVES,
    schematic: panel?.schematic ?? INITIAL_SETTINGS.panel.schematic,
    templates: settings?.control_templates ?? NO_TEMPLATES,
    schedules: settings?.schedules ?? NO_SCHEDULES,
    error: product.error,
    retry: () => void product.refetch(),
  }
}
