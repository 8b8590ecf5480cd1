import { api } from '@heatfleet/contract/api.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import {
  IMPORT_FIELDS,
  type ImportMapping,
  type ImportQuestion,
  type ImportRow,
  type ImportTable,
  type ListReading,
  type PointProblem,
  type RegisterListLook,
} from '@heatfleet/contract/products/import.ts'
import { mappedBy, type SavedMapping } from '@heatfleet/contract/products/import-mappings.ts'
import type { Product } from '@heatfleet/contract/products/products.ts'
import { useMemo, useRef, useState } from 'react'
import { call, queryClient, useChange } from '../../../cloud/call.ts'
import { useMessages } from '../../../messages/messages.ts'
import { ImportDrawer } from '../../../sheets/import-drawer.tsx'
import type { Column } from '../../../ui/data-table-columns.ts'
import { UNKNOWN } from '../../../ui/format.ts'
import { useFieldName } from '../points/field-names.ts'
import type { DraftEditor } from '../points/use-draft.ts'
import { ListQuestions } from './list-questions.tsx'
import { ListTables } from './list-tables.tsx'
import { KeepMapping, SavedMappings } from './saved-mappings.tsx'
import { UnmappedColumns } from './unmapped-columns.tsx'

const NOTHING_CHOSEN: ListReading = { tables: null, titles: {}, answers: {}, constants: {} }

/** Imports a register list into the draft of a product; `onImported` follows when it is in. Mounted = open. */
export function ImportPoints(props: {
  product: Pick<Product, 'product_key'>
  /** The draft on the screen, which can undo the import. */
  editor?: DraftEditor | null
  onImported: () => void
  onClose: () => void
}) {
  const t = useMessages('products')
  const changedText = useFieldName()
  const { mutateAsync: accept } = useChange(api.productImportApply)
  const columns = useColumns()
  const { reading, tables, questions, change, begin, looked, checked, used, use } = useReading()
  const params = { product_key: props.product.product_key }
  const is_imported = useRef(false)
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
        accept_more: '.md,.tsv',
        paste: { label: t(($) => $.points_import.paste), hint: t(($) => $.points_import.paste_hint) },
        inspection: async (file) => {
          begin(file.content)
          return looked(await call(api.productImportRead, { body: { ...file, reading: reading() } }))
        },
        check: async (body) => {
          for (;;) {
            const used = reading()
            const result = await call(api.productImportCheck, { params, body: { ...body, reading: used } })
            // Another question was answered meanwhile.
            if (used === reading()) return checked(result)
          }
        },
        aboveColumns: ({ busy, reread, look, mapping }) => (
          <>
            <SavedMappings
              titles={titlesOf(look)}
              tables={tables}
              used={used}
              busy={busy}
              onUse={(saved, lines) => {
                use(saved, lines)
                reread()
              }}
            />
            <ListTables
              tables={tables}
              reading={reading()}
              busy={busy}
              onReading={(next) => {
                change(next)
                reread()
              }}
            />
            <UnmappedColumns look={look} mapping={mapping} reading={reading()} onReading={change} />
          </>
        ),
        aboveResults: ({ recheck, look, mapping }) => (
          <>
            <ListQuestions
              questions={questions}
              answers={reading().answers}
              onAnswer={(id, answer) => {
                const { [id]: _, ...others } = reading().answers
                change({ ...reading(), answers: answer === null ? others : { ...others, [id]: answer } })
                recheck()
              }}
            />
            <KeepMapping draft={() => draftOf(look, mapping, reading())} />
          </>
        ),
        apply: async (request, revision) => {
          const run = () => accept({ params, body: { ...request, reading: reading(), revision: Number(revision) } })
          const { counts } = await (props.editor == null ? run() : props.editor.record(run))
          void queryClient.invalidateQueries({ queryKey: [api.productInfo.of] })
          is_imported.current = true
          return counts
        },
      }}
      onClose={() => {
        props.onClose()
        if (is_imported.current) props.onImported()
      }}
    />
  )
}

/** Titles of the columns; one without a title has none of its own. */
const titlesOf = ({ columns }: Pick<RegisterListLook, 'columns'>): string[] => columns.map(({ title }) => title)

/** How this list is read, for the next one of its maker. */
const draftOf = (
  look: Pick<RegisterListLook, 'columns'>,
  { columns }: ImportMapping,
  { answers, constants }: ListReading,
) => {
  const titles = titlesOf(look).map((title) => title.slice(0, LIMITS.import_title_max))
  const named = IMPORT_FIELDS.flatMap((field) => {
    const title = titles[columns[field] ?? -1]
    return title === undefined || title === '' ? [] : [[field, title] as const]
  })
  return { titles, columns: Object.fromEntries(named), answers, constants }
}

/** What was chosen about the file: kept beside the calls, so that the next one is made under it at once. */
const useReading = () => {
  const current = useRef(NOTHING_CHOSEN)
  const content = useRef('')
  const [, setShown] = useState(NOTHING_CHOSEN)
  const [tables, setTables] = useState<readonly ImportTable[]>([])
  const [questions, setQuestions] = useState<readonly ImportQuestion[]>([])
  const [used, setUsed] = useState<SavedMapping | null>(null)
  const latest_used = useRef<SavedMapping | null>(null)
  const change = (next: ListReading): void => {
    current.current = next
    setShown(next)
  }
  return {
    reading: () => current.current,
    tables,
    questions,
    change,
    /** What was chosen about one file says nothing of another. */
    begin: (next: string): void => {
      if (content.current !== next) {
        change(NOTHING_CHOSEN)
        latest_used.current = null
        setUsed(null)
      }
      content.current = next
    },
    used,
    /** Reads the list as an earlier one was: its answers and constants at once, its columns with the next look. */
    use: (saved: SavedMapping, lines: ListReading['titles']): void => {
      latest_used.current = saved
      setUsed(saved)
      const titles = { ...current.current.titles, ...lines }
      change({ ...current.current, titles, answers: saved.answers, constants: saved.constants })
    },
    looked: (look: RegisterListLook): RegisterListLook => {
      setTables(look.tables)
      const saved = latest_used.current
      return saved === null ? look : { ...look, mapping: mappedBy(saved, titlesOf(look), look.mapping) }
    },
    checked: <Result extends { questions: ImportQuestion[] }>(result: Result): Result => {
      setQuestions(result.questions)
      return result
    },
  }
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
        key: 'read',
        title: t(($) => $.points_import.understood),
        width_px: 250,
        cell: ({ read }) => (read === null ? UNKNOWN : <span translate="no">{readText(read)}</span>),
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

/** `03 s16 × 0.1 °C, 15 … 65, rw`. */
const readText = ({ fn, type, scale, offset, unit, access, min, max }: NonNullable<ImportRow['read']>): string =>
  [
    `0${fn}`,
    type,
    scale === null || scale === 1 ? '' : `× ${scale}`,
    offset === null || offset === 0 ? '' : `+ ${offset}`,
    unit,
    min === null && max === null ? '' : `[${min ?? ''} … ${max ?? ''}]`,
    access,
  ]
    .filter((text) => text !== '')
    .join(' ')
