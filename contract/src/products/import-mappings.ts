import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { LIMITS } from '../limits.ts'
import { RowId, RowIdText } from '../row-id.ts'
import { textOf } from '../text.ts'
import { IMPORT_FIELDS, type ImportMapping, type ImportTable, ListReading } from './import.ts'

const Title = z.string().max(LIMITS.import_title_max)

/**
 * What the lists of one maker have in common, kept under a name for the next of them: the field of each column by its title, the
 * answers to what such lists leave open, and what holds for all their rows.
 */
const MappingDraft = z.object({
  name: textOf({ min: 1, max: LIMITS.import_mapping_name_max }),
  /** Titles of all columns, by which a list is known again. */
  titles: z.array(Title).min(1).max(LIMITS.import_columns_max),
  columns: z.partialRecord(z.enum(IMPORT_FIELDS), Title),
  ...ListReading.pick({ answers: true, constants: true }).shape,
})

export const SavedMapping = MappingDraft.extend({
  mapping_id: RowId,
  saved_by: z.string(),
  saved_at: z.iso.datetime(),
})
export type SavedMapping = z.output<typeof SavedMapping>

/** Shares of titles in common from which on a saved mapping is offered for a list. */
export const LIKE_ENOUGH = 0.6

/** How much the titles of a list are those of a saved mapping: the share of the titles of both that both have, 0..1. */
export const likenessOf = (titles: readonly string[], saved: Pick<SavedMapping, 'titles'>): number => {
  const [here, there] = [titles, saved.titles].map(
    (all) => new Set(all.map(plainTitle).filter((title) => title !== '')),
  )
  if (here === undefined || there === undefined || here.size === 0 || there.size === 0) return 0
  const both = [...here].filter((title) => there.has(title)).length
  return both / (here.size + there.size - both)
}

/** The line of a table that is most like the titles of a saved mapping; null = none is like enough. */
export const titleLineOf = (
  { preview }: Pick<ImportTable, 'preview'>,
  saved: Pick<SavedMapping, 'titles'>,
): { line: number; likeness: number } | null => {
  const titles = saved.titles
    .slice(0, LIMITS.import_preview_cells)
    .map((title) => title.slice(0, LIMITS.import_preview_cell))
  const [best] = preview
    .map(({ line, cells }) => ({ line, likeness: likenessOf(cells, { titles }) }))
    .toSorted((a, b) => b.likeness - a.likeness)
  return best !== undefined && best.likeness >= LIKE_ENOUGH ? best : null
}

/** The columns of a list as a saved mapping has them by title; a column that it never saw keeps its guess. */
export const mappedBy = (
  saved: Pick<SavedMapping, 'titles' | 'columns'>,
  titles: readonly string[],
  guessed: ImportMapping,
): ImportMapping => {
  const plain = titles.map(plainTitle)
  const seen = new Set(saved.titles.map(plainTitle))
  const columns: ImportMapping['columns'] = {}
  for (const field of IMPORT_FIELDS) {
    const title = saved.columns[field]
    const own = title === undefined ? -1 : plain.indexOf(plainTitle(title))
    const guess = guessed.columns[field]
    const is_new = guess !== undefined && !seen.has(plain[guess] ?? '')
    if (own !== -1) columns[field] = own
    else if (is_new) columns[field] = guess
  }
  return { ...guessed, columns }
}

const plainTitle = (title: string): string => title.toLowerCase().replaceAll(/[\s_\-.:*]+/g, '')

const example: SavedMapping = {
  mapping_id: 3,
  name: 'Lambda',
  titles: ['_address', 'name', 'unit', 'type', 'factor'],
  columns: { address: '_address', name: 'name', unit: 'unit', type: 'type', scale: 'factor' },
  answers: { base: 'table_1' },
  constants: { fn: '3' },
  saved_by: 'admin',
  saved_at: '2026-11-27T09:15:00.000Z',
}

/** Mappings of register lists that makers' next lists are read by; like products they are the manufacturer's. */
export const importMappings = endpoints({
  importMappings: {
    method: 'GET',
    path: '/product/import-mappings',
    kind: 'read',
    of: 'product-draft',
    needs: 'datapoint:import',
    about: 'unscoped',
    result: z.array(SavedMapping),
    fails: [],
    says: `The saved mappings of register lists by name; at most ${LIMITS.import_mappings_max}.`,
    example: [example],
  },
  importMappingSave: {
    method: 'POST',
    path: '/product/import-mapping',
    kind: 'change',
    of: 'product-draft',
    needs: 'datapoint:import',
    about: 'unscoped',
    body: MappingDraft,
    result: SavedMapping,
    fails: ['import_mappings_full'],
    says: 'Keeps the mapping of a register list for the next list of its maker; one of the same name is replaced.',
    example,
  },
  importMappingDelete: {
    method: 'DELETE',
    path: '/product/import-mapping/:id',
    kind: 'change',
    of: 'product-draft',
    needs: 'datapoint:import',
    about: 'unscoped',
    params: z.object({ id: RowIdText }),
    result: z.null(),
    fails: ['import_mapping_unknown'],
    says: 'Deletes a saved mapping; what was imported by it stays.',
    example: null,
  },
})
