import type { ExportAsk } from '@heatfleet/contract/exports/exports.ts'
import type { Cell } from './source.ts'
import { createZoneText } from './zone-text.ts'

/** What stands in a cell of a file: coded values in words, moments in the person's zone. */
export type Written = string | number | null
/** Words of coded values, by their code. */
export type Words = ReadonlyMap<string, string>

/** The columns of a wish with their words. */
export const columnsOf = ({ columns }: Pick<ExportAsk, 'columns'>): { key: string; words: Words }[] =>
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
