import { api } from '@heatfleet/contract/api.ts'
import { type CardProblem, ICCID_FIELDS, type IccidField, type IccidRow } from '@heatfleet/contract/iccids/import.ts'
import { useMemo } from 'react'
import { call, useChange } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { ImportDrawer } from '../../sheets/import-drawer.tsx'
import type { Choices, SheetFile } from '../../sheets/sheet-import.ts'
import type { Column } from '../../ui/data-table-columns.ts'
import { zoneInUse } from '../../ui/display.ts'
import { UNKNOWN } from '../../ui/format.ts'

/** Imports cards from a sheet, or from pasted numbers. Mounted = open. */
export function ImportCards({ onClose }: { onClose: () => void }) {
  const t = useMessages('iccids')
  const { mutateAsync: accept } = useChange(api.iccidImportApply)
  const fieldText = (field: IccidField) => t(($) => $.columns[field])
  const columns = useMemo(
    (): readonly Column<IccidRow>[] => [
      { key: 'mac', title: t(($) => $.import.unit), width_px: 150, cell: ({ mac }) => mac || UNKNOWN },
    ],
    [t],
  )
  const bodyOf = ({ mode: _, ...request }: SheetFile & Choices<IccidField>) => ({ ...request, time_zone: zoneInUse() })
  return (
    <ImportDrawer
      list={{
        title: t(($) => $.import.title),
        fields: ICCID_FIELDS,
        fieldText,
        changedText: (name) => {
          const field = ICCID_FIELDS.find((known) => known === name)
          return field === undefined ? name : fieldText(field)
        },
        problemText: (problem: CardProblem, text) => t(($) => $.problems[problem], { text }),
        columns,
        mode: null,
        paste: { label: t(($) => $.import.paste), hint: t(($) => $.import.paste_hint) },
        removedText: () => '',
        applyText: (count) => t(($) => $.import.apply, { count }),
        appliedText: (count) => t(($) => $.import.done, { count }),
        inspection: (body) => call(api.iccidImportRead, { body }),
        check: async (request) => ({
          revision: 0,
          removed: [],
          ...(await call(api.iccidImportCheck, { body: bodyOf(request) })),
        }),
        apply: async (request) => (await accept({ body: bodyOf(request) })).counts,
      }}
      onClose={onClose}
    />
  )
}
