import { api } from '@heatfleet/contract/api.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { ImportTable, ListReading } from '@heatfleet/contract/products/import.ts'
import {
  LIKE_ENOUGH,
  likenessOf,
  type SavedMapping,
  titleLineOf,
} from '@heatfleet/contract/products/import-mappings.ts'
import { useState } from 'react'
import { useChange, useRead } from '../../../cloud/call.ts'
import { useMessages } from '../../../messages/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { useConfirm } from '../../../ui/dialog.tsx'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { useNotify } from '../../../ui/notify.tsx'
import css from './import.module.css'

/** Mappings of earlier lists: the one whose titles are most like those of this list is offered, any other can be taken. */
export function SavedMappings(props: {
  titles: readonly string[]
  /** Where no line was recognized as titles, the first lines may hold those of a saved mapping. */
  tables: readonly ImportTable[]
  /** The one that the list is read by. */
  used: SavedMapping | null
  busy: boolean
  /** `lines` = the line of titles of tables where it is known by this mapping only. */
  onUse: (mapping: SavedMapping, lines: ListReading['titles']) => void
}) {
  const t = useMessages('products')
  const confirm = useConfirm()
  const remove = useChange(api.importMappingDelete)
  const { data: saved = [] } = useRead(api.importMappings, {})
  const [chosen_id, setChosen] = useState<number>()
  if (saved.length === 0) return null
  const { titles, tables, used, busy } = props
  const onUse = (mapping: SavedMapping) => props.onUse(mapping, titleLinesOf(tables, mapping))
  const [best] = saved
    .map((mapping) => ({ mapping, likeness: likenessIn(titles, tables, mapping) }))
    .toSorted((a, b) => b.likeness - a.likeness)
  const offered = best !== undefined && best.likeness >= LIKE_ENOUGH ? best : null
  const chosen = saved.find(({ mapping_id }) => mapping_id === chosen_id)
  const ask = async ({ mapping_id, name }: SavedMapping) => {
    const question = {
      title: t(($) => $.points_import.saved.delete_title, { name }),
      text: t(($) => $.points_import.saved.delete_text),
    }
    if (!(await confirm({ ...question, confirm: t(($) => $.points_import.saved.confirm), danger: true }))) return
    await remove.mutateAsync({ params: { id: String(mapping_id) } })
    setChosen(undefined)
  }
  return (
    <fieldset className={css.constants}>
      <legend>{t(($) => $.points_import.saved.title)}</legend>
      {used !== null && <p role="status">{t(($) => $.points_import.saved.used, { name: used.name })}</p>}
      {used === null && offered !== null && (
        <>
          <p className={css.offered}>
            {t(($) => $.points_import.saved.offered, {
              name: offered.mapping.name,
              share: Math.round(offered.likeness * 100),
            })}
          </p>
          <Button kind="primary" size="small" disabled={busy} onClick={() => onUse(offered.mapping)}>
            {t(($) => $.points_import.saved.use, { name: offered.mapping.name })}
          </Button>
        </>
      )}
      <SelectField
        label={t(($) => $.points_import.saved.other)}
        width={240}
        search
        clearable
        placeholder={t(($) => $.points.none_chosen)}
        value={chosen?.mapping_id}
        options={saved.map(({ mapping_id, name }) => ({ value: mapping_id, label: name }))}
        onChange={setChosen}
      />
      {chosen !== undefined && (
        <>
          <Button size="small" disabled={busy} onClick={() => onUse(chosen)}>
            {t(($) => $.points_import.saved.use, { name: chosen.name })}
          </Button>
          <Button size="small" kind="text" onClick={() => void ask(chosen)}>
            {t(($) => $.points_import.saved.delete, { name: chosen.name })}
          </Button>
        </>
      )}
    </fieldset>
  )
}

const unrecognizedIn = (tables: readonly ImportTable[]): ImportTable[] =>
  tables.filter(({ chosen, titles_unknown, header_row }) => chosen && titles_unknown && header_row === 0)

const likenessIn = (titles: readonly string[], tables: readonly ImportTable[], saved: SavedMapping): number =>
  Math.max(
    likenessOf(titles, saved),
    ...unrecognizedIn(tables).map((table) => titleLineOf(table, saved)?.likeness ?? 0),
  )

const titleLinesOf = (tables: readonly ImportTable[], saved: SavedMapping): ListReading['titles'] =>
  Object.fromEntries(
    unrecognizedIn(tables).flatMap((table) => {
      const found = titleLineOf(table, saved)
      return found === null ? [] : [[table.id, found.line] as const]
    }),
  )

/** Keeps how this list was read under a name. */
export function KeepMapping(props: {
  draft: () => Omit<SavedMapping, 'mapping_id' | 'name' | 'saved_by' | 'saved_at'>
}) {
  const t = useMessages('products')
  const notify = useNotify()
  const save = useChange(api.importMappingSave)
  const [name, setName] = useState('')
  const keep = async () => {
    const kept = await save.mutateAsync({ body: { ...props.draft(), name: name.trim() } })
    notify.success(t(($) => $.points_import.saved.kept, { name: kept.name }))
    setName('')
  }
  return (
    <fieldset className={css.constants}>
      <legend>{t(($) => $.points_import.saved.save)}</legend>
      <TextField
        label={t(($) => $.points_import.saved.name)}
        hint={t(($) => $.points_import.saved.name_hint)}
        maxLength={LIMITS.import_mapping_name_max}
        value={name}
        onChange={setName}
      />
      <Button
        disabledReason={name.trim() === '' ? t(($) => $.points_import.saved.name_first) : undefined}
        onClick={() => void keep()}
      >
        {t(($) => $.points_import.saved.keep)}
      </Button>
    </fieldset>
  )
}
