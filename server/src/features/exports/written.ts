import type { ExportFormat } from '@heatfleet/contract/exports/exports.ts'
import type { ColumnTexts } from '@heatfleet/contract/exports/kind-texts.ts'
import type { Cell } from './source.ts'
import { createZoneText } from './zone-text.ts'

/** What stands in a cell of a file: coded values in words, moments in the person's zone. */
type Written = string | number | null
/** Texts of coded values, by their code. */
export type Words = ReadonlyMap<string, string>
/** How a file is written: its columns with titles and texts in the requested language. */
export type FileLayout = { format: ExportFormat; time_zone: string; columns: readonly ColumnTexts[] }

/** The columns of a file with the texts of their codes. */
export const columnsOf = ({ columns }: Pick<FileLayout, 'columns'>): { key: string; words: Words }[] =>
  columns.map(({ key, words = {} }) => ({ key, words: new Map(Object.entries(words)) }))

/** Puts a cell into words, moments as they were in the zone. */
export const createWritten = (time_zone: string): ((cell: Cell, words: Words) => Written) => {
  const zoneText = createZoneText(time_zone)
  return (cell, words) => {
    if (cell === null) return cell
    if (cell instanceof Date) return zoneText(cell)
    if (isCodes(cell)) return cell.length === 0 ? null : cell.map((code) => words.get(code) ?? code).join(', ')
    if (words.size === 0) return typeof cell === 'number' ? cell : String(cell)
    // The states of a unit are numbers with words.
    return words.get(String(cell)) ?? (typeof cell === 'number' ? cell : String(cell))
  }
}

/** `Array.isArray` knows no readonly arrays. */
const isCodes = (cell: Cell): cell is readonly string[] => Array.isArray(cell)
