import { api } from '@heatfleet/contract/api.ts'
import { type CodeProblem, FAULT_FIELDS, type FaultField, type FaultRow } from '@heatfleet/contract/faults/import.ts'
import { useMemo } from 'react'
import { call, useChange } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { ImportDrawer } from '../../sheets/import-drawer.tsx'
import type { Column } from '../../ui/data-table-columns.ts'
import { UNKNOWN } from '../../ui/format.ts'
import css from './faults.module.css'

/** Imports fault codes into the knowledge base. Mounted = open. */
export function ImportFaults({ onClose }: { onClose: () => void }) {
  const t = useMessages('faults')
  const { mutateAsync: accept } = useChange(api.faultImportApply)
  const columns = useColumns()
  const fieldText = (field: FaultField) => t(($) => $.fields[field])
  return (
    <ImportDrawer
      list={{
        title: t(($) => $.import.title),
        fields: FAULT_FIELDS,
        fieldText,
        changedText: (name) => {
          const field = FAULT_FIELDS.find((fault_field) => fault_field === name)
          return field === undefined ? name : fieldText(field)
        },
        problemText: (problem: CodeProblem, text) => t(($) => $.import.problem[problem], { text }),
        columns,
        mode: t(($) => $.import.mode),
        removedText: (count) => t(($) => $.import.removed, { count }),
        applyText: (count) => t(($) => $.import.apply, { count }),
        appliedText: (count) => t(($) => $.import.applied, { count }),
        inspection: (body) => call(api.faultImportRead, { body }),
        check: (body) => call(api.faultImportCheck, { body }),
        apply: async (request, revision) => (await accept({ body: { ...request, revision: String(revision) } })).counts,
      }}
      onClose={onClose}
    />
  )
}

const useColumns = (): readonly Column<FaultRow>[] => {
  const t = useMessages('faults')
  return useMemo(
    () => [
      {
        key: 'code',
        title: t(($) => $.fields.code),
        width_px: 90,
        cell: ({ code }) => <b className={css.code}>{code || UNKNOWN}</b>,
      },
      {
        key: 'set_name',
        title: t(($) => $.fields.set_name),
        width_px: 150,
        cell: ({ set_name }) => <span className={css.cut}>{set_name || UNKNOWN}</span>,
      },
    ],
    [t],
  )
}
