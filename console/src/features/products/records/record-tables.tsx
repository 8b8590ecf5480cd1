import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { RecordColumn, RecordRole, RecordTable } from '@heatfleet/contract/products/record-tables.ts'
import { useLanguage, useMessages } from '../../../messages/messages.ts'
import { DraftList } from '../draft-list.tsx'
import type { DraftEditor } from '../points/use-draft.ts'
import { newTable } from './record-draft.ts'
import { RecordDrawer } from './record-drawer.tsx'

/** Repeated records that the board keeps by itself, such as its error history (decision 0081). */
export function RecordTables({ editor, tables }: { editor: DraftEditor; tables: readonly RecordTable[] }) {
  const t = useMessages('products')
  const language = useLanguage()
  const roleName = (role: RecordRole): RecordColumn['names'] => ({
    en: t(($) => $.records.roles[role]),
    zh: '',
    pl: '',
  })
  return (
    <DraftList
      part="records"
      entries={tables}
      max={LIMITS.record_tables_max}
      create={() => newTable(tables, { en: t(($) => $.records.new_name), zh: '', pl: '' }, roleName)}
      onChange={(next) => editor.change({ settings: { record_tables: [...next] } })}
      columns={[
        {
          key: 'registers',
          title: t(($) => $.access.registers),
          cell: ({ address, stride, count }) => `${address} – ${address + stride * count - 1}`,
        },
        { key: 'count', title: t(($) => $.records.count), align: 'end', cell: ({ count }) => count },
        { key: 'stride', title: t(($) => $.records.stride), align: 'end', cell: ({ stride }) => stride },
        {
          key: 'columns',
          title: t(($) => $.records.columns),
          least_px: 200,
          cell: ({ columns }) =>
            columns
              .map(({ role, names, key }) =>
                role === 'value' ? names[language] || names.en || key : t(($) => $.records.roles[role]),
              )
              .join(', '),
        },
      ]}
      drawer={({ entry, ...opened }) => <RecordDrawer key={entry.key} table={entry} {...opened} />}
    />
  )
}
