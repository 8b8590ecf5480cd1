import { bitsOf, NO_CSQ, NO_RSSI, type Report } from '@heatfleet/contract/device-protocol/report.ts'
import { assignColumns, type BlockShape, type ColumnKey } from './segment.ts'

/** A report and its history timestamp, unix ms. */
export type TimedReport = { at_ms: number; report: Report }

/** Columns that every report has, in the order in which they are stored. */
export const REPORT_FIELDS = ['seq', 'kind', 'rssi', 'csq', 'clock'] as const
type ReportField = (typeof REPORT_FIELDS)[number]

/** Reports of one device, sorted by time, as columns. */
export type ReportColumns = {
  at_ms: Float64Array
  /** The different sequences of block heads. */
  shapes: readonly (readonly BlockShape[])[]
  /** The shape of each report. */
  shape_of: Uint32Array
  /** Clock: the report's own second less that of its time. */
  fields: Readonly<Record<ReportField, Uint32Array>>
  /** The words of each register in the reports that have it; numbered by `assignColumns`. */
  words: readonly Uint32Array[]
}

/** Type and flags of a report in one number. */
export const kindOf = ({ type, flags }: Pick<Report, 'type' | 'flags'>): number => type * 256 + bitsOf(flags)

export const columnsOfReports = (reports: readonly TimedReport[]): ReportColumns => {
  const { shapes, shape_of } = shapesOf(reports)
  const over = (select: (each: TimedReport) => number) => Uint32Array.from(reports, select)
  return {
    at_ms: Float64Array.from(reports, ({ at_ms }) => at_ms),
    shapes,
    shape_of,
    fields: {
      seq: over(({ report }) => report.seq),
      kind: over(({ report }) => kindOf(report)),
      rssi: over(({ report }) => (report.rssi_dbm ?? NO_RSSI) & 255),
      csq: over(({ report }) => report.csq ?? NO_CSQ),
      clock: over(({ at_ms, report }) => (report.ts - Math.floor(at_ms / 1000)) >>> 0),
    },
    words: wordsOf(reports, shapes, shape_of),
  }
}

/** Columns of reports that follow each other, as one. */
export const concatColumns = (pieces: readonly ReportColumns[]): ReportColumns => {
  const shapes = new Map<string, readonly BlockShape[]>()
  const numbers = pieces.map((piece) =>
    piece.shapes.map((blocks) => {
      const name = shapeName(blocks)
      if (!shapes.has(name)) shapes.set(name, blocks)
      return [...shapes.keys()].indexOf(name)
    }),
  )
  const all = [...shapes.values()]
  const { keys } = assignColumns(all)
  const sources = new Map<string, Uint32Array[]>(keys.map((key) => [columnName(key), []]))
  for (const piece of pieces)
    for (const [column, key] of assignColumns(piece.shapes).keys.entries())
      sources.get(columnName(key))?.push(piece.words[column] ?? new Uint32Array())
  const field = (name: ReportField) => joinWords(pieces.map(({ fields }) => fields[name]))
  const at_ms = new Float64Array(pieces.reduce((sum, piece) => sum + piece.at_ms.length, 0))
  let row = 0
  for (const piece of pieces) {
    at_ms.set(piece.at_ms, row)
    row += piece.at_ms.length
  }
  return {
    at_ms,
    shapes: all,
    shape_of: joinWords(pieces.map(({ shape_of }, at) => shape_of.map((shape) => numbers[at]?.[shape] ?? 0))),
    fields: {
      seq: field('seq'),
      kind: field('kind'),
      rssi: field('rssi'),
      csq: field('csq'),
      clock: field('clock'),
    },
    words: keys.map((key) => joinWords(sources.get(columnName(key)) ?? [])),
  }
}

/** A register column by name: the same in every segment. */
export const columnName = ({ slave, fn, address, occurrence }: ColumnKey): string =>
  `${slave}/${fn}/${address}/${occurrence}`

export const shapeName = (blocks: readonly BlockShape[]): string => {
  let name = ''
  for (const { slave, fn, start, quantity, status } of blocks) name += `${slave},${fn},${start},${quantity},${status};`
  return name
}

const joinWords = (pieces: readonly Uint32Array[]): Uint32Array => {
  const joined = new Uint32Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    joined.set(piece, at)
    at += piece.length
  }
  return joined
}

/** The distinct shapes by first appearance, and the shape index of each report. */
const shapesOf = (reports: readonly TimedReport[]) => {
  const numbers = new Map<string, number>()
  const shapes: BlockShape[][] = []
  const shape_of = Uint32Array.from(reports, ({ report }) => {
    const name = shapeName(report.blocks)
    const assigned = numbers.get(name)
    if (assigned !== undefined) return assigned
    shapes.push(report.blocks.map(({ slave, fn, start, quantity, status }) => ({ slave, fn, start, quantity, status })))
    numbers.set(name, shapes.length - 1)
    return shapes.length - 1
  })
  return { shapes, shape_of }
}

/** The words of each register column. */
const wordsOf = (
  reports: readonly TimedReport[],
  shapes: readonly BlockShape[][],
  shape_of: Uint32Array,
): Uint32Array[] => {
  const { keys, places } = assignColumns(shapes)
  const counts = new Uint32Array(keys.length)
  for (const shape of shape_of)
    for (const block of places[shape] ?? []) for (const column of block) counts[column] = (counts[column] ?? 0) + 1
  const columns = Array.from(counts, (count) => new Uint32Array(count))
  const filled = new Uint32Array(keys.length)
  for (const [index, { report }] of reports.entries()) {
    for (const [position, { fn, data }] of report.blocks.entries()) {
      const place = places[shape_of[index] ?? 0]?.[position] ?? []
      for (let i = 0; i < place.length; i++) {
        const column = place[i] ?? 0
        const at = filled[column] ?? 0
        const word = fn <= 2 ? (data[i] ?? 0) : ((data[2 * i] ?? 0) << 8) | (data[2 * i + 1] ?? 0)
        const values = columns[column]
        if (values !== undefined) values[at] = word
        filled[column] = at + 1
      }
    }
  }
  return columns
}
