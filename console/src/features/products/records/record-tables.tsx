import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { RecordColumn, RecordRole, RecordTable } from '@heatfleet/contract/products/record-tables.ts'
import { useState } from 'react'
import { useLanguage, useMessages } from '../../../messages/messages.ts'
import { useMissingPermission } from '../../../messages/missing-permission.ts'
import { Button } from '../../../ui/button.tsx'
import { useConfirm } from '../../../ui/dialog.tsx'
import { PlusIcon } from '../../../ui/icons.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { PlainTable } from '../../../ui/plain-table.tsx'
import { NeverAny } from '../../../ui/states.tsx'
import type { DraftEditor } from '../points/use-draft.ts'
import css from '../products.module.css'
import { newTable } from './record-draft.ts'
import { RecordDrawer } from './record-drawer.tsx'

/** Repeated records that the board keeps by itself, such as its error history (decision 0081). */
export function RecordTables({ editor, tables }: { editor: DraftEditor; tables: readonly RecordTable[] }) {
  const t = useMessages('products')
  const language = useLanguage()
  const confirm = useConfirm()
  const missing_permission = useMissingPermission('datapoint:edit')
  const [opened, setOpened] = useState<{ table: RecordTable; at: number } | null>(null)
  const save = (record_tables: readonly RecordTable[]) =>
    editor.change({ settings: { record_tables: [...record_tables] } })
  const nameOf = ({ names, key }: RecordTable) => names[language] || names.en || key
  const remove = async (table: RecordTable) => {
    const question = {
      title: t(($) => $.records.remove_title, { name: nameOf(table) }),
      text: t(($) => $.records.remove_text),
    }
    if (await confirm({ ...question, confirm: t(($) => $.records.remove), danger: true }))
      await save(tables.filter(({ key }) => key !== table.key))
  }
  const roleName = (role: RecordRole): RecordColumn['names'] => ({
    en: t(($) => $.records.roles[role]),
    zh: '',
    pl: '',
  })
  const add = () => {
    const names = { en: t(($) => $.records.new_name), zh: '', pl: '' }
    setOpened({ table: newTable(tables, names, roleName), at: tables.length })
  }
  return (
    <Panel title={t(($) => $.records.title)} note={t(($) => $.records.hint)} flush>
      <PlainTable
        label={t(($) => $.records.title)}
        rows={tables}
        keyOf={({ key }) => key}
        empty={<NeverAny title={t(($) => $.records.none)} text={t(($) => $.records.none_hint)} />}
        columns={[
          { key: 'name', title: t(($) => $.points.fields.names), cell: nameOf },
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
          {
            key: 'actions',
            title: t(($) => $.records.actions),
            actions: true,
            cell: (table) => (
              <>
                <Button
                  size="small"
                  kind="text"
                  aria-label={t(($) => $.records.edit_of, { name: nameOf(table) })}
                  onClick={() => setOpened({ table, at: tables.indexOf(table) })}
                >
                  {t(($) => $.records.edit)}
                </Button>
                <Button
                  size="small"
                  kind="text"
                  aria-label={t(($) => $.records.remove_of, { name: nameOf(table) })}
                  disabledReason={missing_permission}
                  onClick={() => void remove(table)}
                >
                  {t(($) => $.records.remove)}
                </Button>
              </>
            ),
          },
        ]}
      />
      <div className={css.padded}>
        <Button
          size="small"
          icon={PlusIcon}
          disabledReason={missing_permission}
          disabled={tables.length >= LIMITS.record_tables_max}
          onClick={add}
        >
          {t(($) => $.records.add)}
        </Button>
      </div>
      {opened !== null && (
        <RecordDrawer
          key={opened.at}
          table={opened.table}
          is_new={opened.at === tables.length}
          others={tables.filter((_, at) => at !== opened.at)}
          onSave={(saved) => save(opened.at === tables.length ? [...tables, saved] : tables.with(opened.at, saved))}
          onClose={() => setOpened(null)}
        />
      )}
    </Panel>
  )
}
