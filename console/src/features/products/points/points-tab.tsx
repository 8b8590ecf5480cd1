import { api } from '@heatfleet/contract/api.ts'
import type { Product } from '@heatfleet/contract/products/products.ts'
import { INITIAL_SETTINGS } from '@heatfleet/contract/products/settings.ts'
import { useRead } from '../../../cloud/call.ts'
import { usePermission } from '../../../cloud/session.ts'
import { ErrorState, Loading } from '../../../ui/states.tsx'
import { PointsTable } from './points-table.tsx'
import { RefusedDialog } from './refused-dialog.tsx'
import { useDraft } from './use-draft.ts'

/** The data points of a product: the draft with edit permission, else the current version. */
export function PointsTab({ product }: { product: Product }) {
  const { product_key } = product
  const sees_draft = usePermission('product:edit')
  const may_edit = usePermission('datapoint:edit')
  const draft = useDraft(product_key, sees_draft)
  const body = { product_key, with_points: true }
  const published = useRead(api.productInfo, { query: { pageNo: 1, size: 1 }, body })
  const [version] = published.data?.list ?? []
  const error = published.error ?? draft.read.error
  if (error !== null)
    return <ErrorState error={error} onRetry={() => void Promise.all([published.refetch(), draft.read.refetch()])} />
  if (version === undefined || (sees_draft && draft.read.data === undefined)) return <Loading />
  const shown = draft.read.data ?? { points: version.points ?? [], settings: version.settings ?? INITIAL_SETTINGS }
  return (
    <>
      <PointsTable
        product_key={product_key}
        definition={shown}
        published={version.points ?? []}
        editor={may_edit ? draft : null}
      />
      <RefusedDialog editor={draft} />
    </>
  )
}
