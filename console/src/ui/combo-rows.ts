import type { ReactNode } from 'react'

/** One row of the list of a combobox; a row of a tree has a level. */
export type ComboRow = {
  key: string
  label: string
  /** Shown instead of the label. */
  draw?: ReactNode
  /** Shown, but not selectable. */
  disabled?: boolean
  chosen: boolean
  /** Of several in a tree: some of what is below is chosen. */
  mixed?: boolean
  /** From 1. */
  level?: number
  /** Whether the node is expanded; undefined = a leaf. */
  open?: boolean | undefined
  /** During a search of a tree: shown because of what is below it. */
  only_above?: boolean
}

/** Whether a label contains the typed text; upper and lower case are the same. */
export const isFound = (label: string, search: string): boolean =>
  label.toLocaleLowerCase().includes(search.trim().toLocaleLowerCase())

/** The index of the row that Enter selects; -1 = none can be selected. */
export const activeIndex = (rows: readonly ComboRow[], key: string | null, searching: boolean): number => {
  const kept = key === null ? -1 : rows.findIndex((row) => row.key === key)
  if (kept >= 0) return kept
  const chosen = searching ? -1 : rows.findIndex((row) => row.chosen)
  if (chosen >= 0) return chosen
  const found = rows.findIndex((row) => !row.disabled && !row.only_above)
  return found >= 0 ? found : rows.findIndex((row) => row.level !== undefined || !row.disabled)
}

/** Rows moved by Page up and Page down. */
const PAGE_ROWS = 8

/** The index a key moves to, past what is disabled; null = the key does not move. Arrows wrap around. */
export const movedIndex = (rows: readonly ComboRow[], at: number, key: string): number | null => {
  const last = rows.length - 1
  const [start, step] =
    {
      ArrowDown: [at === last ? 0 : at + 1, 1],
      ArrowUp: [at <= 0 ? last : at - 1, -1],
      Home: [0, 1],
      End: [last, -1],
      PageDown: [Math.min(last, at + PAGE_ROWS), -1],
      PageUp: [Math.max(0, at - PAGE_ROWS), 1],
    }[key] ?? []
  if (start === undefined || step === undefined) return null
  for (let tried = 0; tried <= last; tried += 1) {
    const to = (start + tried * step + rows.length * 2) % rows.length
    // A node of a tree that cannot be selected can still be expanded.
    if (rows[to] !== undefined && (!rows[to].disabled || rows[to].open !== undefined)) return to
  }
  return at
}

type LabelledRow = Pick<ComboRow, 'label' | 'disabled'>

/** The next row after this one whose label begins with what was typed into a list without search; -1 = none. */
export const typedIndex = (rows: readonly LabelledRow[], at: number, typed: string): number => {
  const begin = typed.toLocaleLowerCase()
  const begins = (row: LabelledRow) => !row.disabled && row.label.toLocaleLowerCase().startsWith(begin)
  // One letter again goes on to the next row; more letters may stay.
  const from = typed.length === 1 ? at + 1 : at
  const after = rows.findIndex((row, index) => index >= from && begins(row))
  return after >= 0 ? after : rows.findIndex(begins)
}

/** A label about as wide as the widest; a Chinese character is as wide as two letters. */
export const widestLabel = (rows: readonly ComboRow[]): { label: string; level: number } => {
  let widest = { label: '', level: 0 }
  let widest_length = 0
  for (const { label, draw, level = 0 } of rows) {
    const text = typeof draw === 'string' ? draw : label
    let length = level * 3
    for (let at = 0; at < text.length; at += 1) length += text.charCodeAt(at) > 0x2e7f ? 2 : 1
    if (length <= widest_length) continue
    widest = { label: text, level }
    widest_length = length
  }
  return widest
}
