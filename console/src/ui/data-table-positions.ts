import type { CSSProperties } from 'react'
import type { Column } from './data-table-columns.ts'

/** Widths of the leading columns, px: checkbox (if rows are selectable) and row number. */
export const BOX_PX = 36
const NUMBER_PX = 36
/** Multiple of the share of a growing column: it holds the longest texts. */
const GROWTH = 2

/** A column with the position of its cells. */
export type PositionedColumn<Row> = { column: Column<Row>; style: CSSProperties; edge: 'start' | 'end' | undefined }

/** The CSS grid template, the minimum row width, and the offsets of sticky columns; `widths` = those somebody set, px. */
export const positionColumns = <Row>(
  defined: readonly Column<Row>[],
  has_boxes: boolean,
  widths: Readonly<Record<string, number>> = {},
) => {
  const columns = defined.map((column) => ({ ...column, width_px: widths[column.key] ?? column.width_px }))
  const before_px = has_boxes ? [BOX_PX, NUMBER_PX] : [NUMBER_PX]
  const lead_px = before_px.reduce((sum, width) => sum + width)
  const ends = columns.filter((column) => column.fixed === 'end')
  const starts = columns.filter((column) => column.fixed === 'start')
  let from_start = lead_px
  let to_end = ends.reduce((sum, column) => sum + column.width_px, 0)
  const positioned_columns = columns.map((column): PositionedColumn<Row> => {
    if (column.fixed === 'start') {
      const style = { insetInlineStart: from_start }
      from_start += column.width_px
      return { column, style, edge: column === starts.at(-1) ? 'start' : undefined }
    }
    if (column.fixed === 'end') {
      to_end -= column.width_px
      return { column, style: { insetInlineEnd: to_end }, edge: column === ends[0] ? 'end' : undefined }
    }
    return { column, style: {}, edge: undefined }
  })
  const parts = columns.map((column) => (widths[column.key] === undefined ? widthOf(column) : `${column.width_px}px`))
  return {
    columns: positioned_columns,
    template: [...before_px.map((width) => `${width}px`), ...parts].join(' '),
    least_px: columns.reduce((sum, column) => sum + column.width_px, lead_px),
  }
}

const widthOf = <Row>({ fixed, grows, width_px, weight = grows ? GROWTH : 1 }: Column<Row>): string =>
  fixed !== undefined && !grows ? `${width_px}px` : `minmax(${width_px}px, ${width_px * weight}fr)`
