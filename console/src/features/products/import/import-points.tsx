import { api } from '@heatfleet/contract/api.ts'
import { IMPORT_FIELDS, type ImportRow, type PointProblem } from '@heatfleet/contract/products/import.ts'
import type { Product } from '@heatfleet/contract/products/products.ts'
import { useMemo } from 'react'
import { call, queryClient, useChange } from '../../../cloud/call.ts'
import { useMessages } from '../../../messages/messages.ts'
import { ImportDrawer } from '../../../sheets/import-drawer.tsx'
import type { Column } from '../../../ui/data-table-columns.ts'
import { UNKNOWN } from '../../../ui/format.ts'
import { useFieldName } from '../points/field-names.ts'

/** Imports a register list into the draft of a product. Mounted = open. */
export function ImportPoints(props: { product: Pick<Product, 'product_key'>; onClose: () => void }) {
  const t = useMessages('products')
  const changedText = useFieldName()
  const { mutateAsync: accept } = useChange(api.productImportApply)
  const columns = useColumns()
  const params = { product_key: props.product.product_key }
  return (
    <ImportDrawer
      list={{
        title: t(($) => $.points_import.title),
        fields: IMPORT_FIELDS,
        fieldText: (field) => t(($) => $.points_import.fields[field]),
        changedText,
        problemText: (problem: PointProblem, text) => t(($) => $.points_import.problem[problem], { text }),
        columns,
        mode: t(($) => $.points_import.mode),
        removedText: (count) => t(($) => $.points_import.removed, { count }),
        applyText: (count) => t(($) => $.points_import.apply, { count }),
        appliedText: (count) => t(($) => $.points_import.applied, { count }),
        inspection: (body) => call(api.productImportRead, { body }),
        check: (body) => call(api.productImportCheck, { params, body }),
        apply: async (request, revision) => {
          const { counts } = await accept({ params, body: { ...request, revision: Number(revision) } })
          void queryClient.invalidateQueries({ queryKey: [api.productInfo.of] })
          return counts
        },
      }}
      onClose={props.onClose}
    />
  )
}

/** The decoded example of a row shows at once whether its type and formula are right. */
const useColumns = (): readonly Column<ImportRow>[] => {
  const t = useMessages('products')
  return useMemo(
    () => [
      {
        key: 'address',
        title: t(($) => $.points_import.fields.address),
        width_px: 76,
        align: 'end',
        cell: ({ address }) => address ?? UNKNOWN,
      },
      {
        key: 'sample',
        title: t(($) => $.points_import.sample),
        width_px: 120,
        cell: ({ sample }) =>
          sample === null ? UNKNOWN : `${sample.raw} → ${sample.value ?? UNKNOWN} ${sample.unit}`.trim(),
      },
    ],
    [t],
  )
}
