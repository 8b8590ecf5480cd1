import type { ReactNode } from 'react'
import { useState } from 'react'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { useConfirm } from '../../ui/dialog.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { Panel } from '../../ui/panel.tsx'
import { type PlainColumn, PlainTable } from '../../ui/plain-table.tsx'
import { NeverAny } from '../../ui/states.tsx'
import css from './products.module.css'

type Named = { key: string; names: { en: string; zh: string; pl: string } }

/** What the drawer of one of them is given. */
type OpenedEntry<T> = {
  entry: T
  is_new: boolean
  others: readonly T[]
  onSave: (saved: T) => Promise<boolean>
  onClose: () => void
}

/** A list of named parts of a draft, each edited in a drawer: record tables, weekly schedules. Texts are those of `part`. */
export function DraftList<T extends Named>(props: {
  part: 'records' | 'schedules'
  entries: readonly T[]
  max: number
  /** Between the name and the actions. */
  columns: readonly PlainColumn<T>[]
  /** What *Add* begins with. */
  create: () => T
  onChange: (next: readonly T[]) => Promise<boolean>
  drawer: (opened: OpenedEntry<T>) => ReactNode
}) {
  const { part, entries } = props
  const t = useMessages('products')
  const language = useLanguage()
  const confirm = useConfirm()
  const missing_permission = useMissingPermission('datapoint:edit')
  // Whether it is new is kept: while it is saved, the list shows it already.
  const [opened, setOpened] = useState<{ entry: T; at: number; is_new: boolean } | null>(null)
  const nameOf = ({ names, key }: T) => names[language] || names.en || key
  const remove = async (entry: T) => {
    const title = t(($) => $[part].remove_title, { name: nameOf(entry) })
    const question = { title, text: t(($) => $[part].remove_text), confirm: t(($) => $[part].remove) }
    if (await confirm({ ...question, danger: true }))
      await props.onChange(entries.filter(({ key }) => key !== entry.key))
  }
  const actions: PlainColumn<T> = {
    key: 'actions',
    title: t(($) => $[part].actions),
    actions: true,
    cell: (entry) => (
      <>
        <Button
          size="small"
          kind="text"
          aria-label={t(($) => $[part].edit_of, { name: nameOf(entry) })}
          onClick={() => setOpened({ entry, at: entries.indexOf(entry), is_new: false })}
        >
          {t(($) => $[part].edit)}
        </Button>
        <Button
          size="small"
          kind="text"
          aria-label={t(($) => $[part].remove_of, { name: nameOf(entry) })}
          disabledReason={missing_permission}
          onClick={() => void remove(entry)}
        >
          {t(($) => $[part].remove)}
        </Button>
      </>
    ),
  }
  return (
    <Panel title={t(($) => $[part].title)} note={t(($) => $[part].hint)} flush>
      <PlainTable
        label={t(($) => $[part].title)}
        rows={entries}
        keyOf={({ key }) => key}
        empty={<NeverAny title={t(($) => $[part].none)} text={t(($) => $[part].none_hint)} />}
        columns={[{ key: 'name', title: t(($) => $.points.fields.names), cell: nameOf }, ...props.columns, actions]}
      />
      <div className={css.padded}>
        <Button
          size="small"
          icon={PlusIcon}
          disabledReason={missing_permission}
          disabled={entries.length >= props.max}
          onClick={() => setOpened({ entry: props.create(), at: entries.length, is_new: true })}
        >
          {t(($) => $[part].add)}
        </Button>
      </div>
      {opened !== null &&
        props.drawer({
          entry: opened.entry,
          is_new: opened.is_new,
          others: entries.filter((_, at) => at !== opened.at),
          onSave: (saved) => props.onChange(opened.is_new ? [...entries, saved] : entries.with(opened.at, saved)),
          onClose: () => setOpened(null),
        })}
    </Panel>
  )
}
