import { api } from '@heatfleet/contract/api.ts'
import { IMPORT_FIELDS, type ImportRow, type PointProblem } from '@heatfleet/contract/products/import.ts'
import type { Product } from '@heatfleet/contract/products/products.ts'
import { useMemo } from 'react'
import { call, queryClient, useChange } from '../../../cloud/call.ts'
import { ImportDrawer } from '../../../sheets/import-drawer.tsx'
import type { Column } from '../../../ui/data-table-columns.ts'
import { UNKNOWN } from '../../../ui/format.ts'
import { useWords } from '../../../words/words.ts'
import { useFieldName } from '../points/field-words.ts'

/** A register list into the draft of a product. Mounted = open. */
export function ImportPoints(props: { product: Pick<Product, 'product_key'>; onClose: () => void }) {
  const t = useWords('productImport')
  const changedText = useFieldName()
  const { mutateAsync: take } = useChange(api.productImportApply)
  const columns = useColumns()
  const params = { product_key: props.product.product_key }
  return (
    <ImportDrawer
      list={{
        title: t(($) => $.title),
        fields: IMPORT_FIELDS,
        fieldText: (field) => t(($) => $.fields[field]),
        changedText,
        problemText: (problem: PointProblem, text) => t(($) => $.problem[problem], { text }),
        columns,
        mode: t(($) => $.mode),
        removedText: (count) => t(($) => $.removed, { count }),
        applyText: (count) => t(($) => $.apply, { count }),
        appliedText: (count) => t(($) => $.applied, { count }),
        look: (body) => call(api.productImportRead, { body }),
        check: (body) => call(api.productImportCheck, { params, body }),
        apply: async (ask, revision) => {
          const { counts } = await take({ params, body: { ...ask, revision: Number(revision) } })
          void queryClient.invalidateQueries({ queryKey: [api.productInfo.of] })
          return counts
        },
      }}
      onClose={props.onClose}
    />
  )
}

/** What the example of a line reads as tells at once whether its type and formula are right. */
const useColumns = (): readonly Column<ImportRow>[] => {
  const t = useWords('productImport')
  return useMemo(
    () => [
      {
        key: 'address',
        title: t(($) => $.fields.address),
        width_px: 76,
        align: 'end',
        cell: ({ address }) => address ?? UNKNOWN,
      },
      {
        key: 'sample',
        title: t(($) => $.sample),
        width_px: 120,
        cell: ({ sample }) =>
          sample === null ? UNKNOWN : `${sample.raw} → ${sample.value ?? UNKNOWN} ${sample.unit}`.trim(),
      },
    ],
    [t],
  )
}
