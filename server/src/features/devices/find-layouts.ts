import type { Layout, Layouts } from '../products/public.ts'

/** The versions these rows need, each asked for once. */
export const findLayouts = async (layouts: Layouts, ids: readonly (number | null)[]): Promise<Map<number, Layout>> => {
  const known = new Map<number, Layout>()
  for (const layout_id of new Set(ids)) {
    const layout = layout_id === null ? null : await layouts.find(layout_id)
    if (layout !== null) known.set(layout.layout_id, layout)
  }
  return known
}
