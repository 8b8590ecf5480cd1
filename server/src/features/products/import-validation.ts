import { LIMITS } from '@heatfleet/contract/limits.ts'
import { changedPointFields } from '@heatfleet/contract/products/diff.ts'
import type { ImportQuestion, ImportRow, RegisterImportRequest } from '@heatfleet/contract/products/import.ts'
import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import { placesOf } from '@heatfleet/contract/products/register-places.ts'
import { isByteSwapped, isLowWordFirst, isText } from '@heatfleet/modbus/data-type.ts'
import { readBack } from '@heatfleet/modbus/encode.ts'
import { mergeText, numberOf } from '../../sheets/cell-values.ts'
import { type Cells, keyOf, pointOfRow, type RowPoint } from './import-point.ts'
import type { Grids } from './lists/read-grids.ts'
import { readList } from './lists/read-list.ts'

/** A result for every row, the points to set, the keys that `replace` removes, and what the list leaves open. */
export type ValidatedSheet = { rows: ImportRow[]; set: DataPoint[]; removed: string[]; questions: ImportQuestion[] }

type ImportOptions = Pick<RegisterImportRequest, 'mapping' | 'fixes' | 'left_out' | 'mode' | 'reading'>

/**
 * Validates a sheet against the existing points. A row matches the point with its key, else the one with its register
 * (function, address, part), which keeps its key: importing a list again gives a diff. Fields without a column keep their
 * values.
 */
export const validateSheet = (grids: Grids, options: ImportOptions, existing: readonly DataPoint[]): ValidatedSheet => {
  const by_key = new Map(existing.map((point) => [point.key, point]))
  const by_place = new Map(existing.map((point) => [placeOf(point), point]))
  const used = new Set<string>()
  const rows: ImportRow[] = []
  /** Names of the lines by what they read. */
  const read_by = new Map<string, string>()
  const set: DataPoint[] = []
  const list = readList(grids, options)
  for (const { row, place, cells, choices, address, is_left_out, problems } of list.lines()) {
    if (is_left_out) {
      rows.push(leftOutRow(row, place, cells.name ?? '', problems))
      continue
    }
    const read = { ...pointOfRow(cells, { choices, address, problems }), place }
    const settled = settle(read, { by_key, by_place, used })
    if (settled !== null && set.length + 1 > LIMITS.points_max) {
      read.problems.push({
        problem: 'too_many_points',
        severity: 'error',
        field: null,
        text: String(LIMITS.points_max),
        fix: null,
      })
    }
    const is_wrong = read.problems.some(({ severity }) => severity === 'error')
    if (settled === null || is_wrong) {
      rows.push({ ...toRow(row, read, cells), verdict: 'error', key: null })
      continue
    }
    used.add(settled.point.key)
    tellTwice(read, settled.point, read_by)
    const fields = settled.before === null ? [] : changedPointFields(settled.before, settled.point)
    const row_result = settled.before === null ? 'new' : fields.length === 0 ? 'same' : 'changed'
    rows.push({
      ...toRow(row, { ...read, point: settled.point }, cells),
      verdict: row_result,
      key: settled.point.key,
      fields,
    })
    set.push(settled.point)
  }
  const points = withLimitPoints(set, rows, existing)
  const removed = options.mode === 'replace' ? existing.filter(({ key }) => !used.has(key)).map(({ key }) => key) : []
  return { rows, set: points, removed, questions: list.questions() }
}

/** An address that an earlier line has already: sometimes meant, often a slip. */
const tellTwice = ({ name, problems }: RowPoint, point: DataPoint, read_by: Map<string, string>): void => {
  const places = placesOf(point)
  const other = places.map((place) => read_by.get(place)).find((found) => found !== undefined)
  if (other !== undefined)
    problems.push({
      problem: 'address_twice',
      severity: 'warning',
      field: 'address',
      text: other.slice(0, 200),
      fix: null,
    })
  for (const place of places) if (!read_by.has(place)) read_by.set(place, name)
}

type ExistingPoints = {
  by_key: ReadonlyMap<string, DataPoint>
  by_place: ReadonlyMap<string, DataPoint>
  used: ReadonlySet<string>
}

/** The point with its key, beside what it was before; null where the line is none. */
const settle = (
  read: RowPoint,
  { by_key, by_place, used }: ExistingPoints,
): { point: DataPoint; before: DataPoint | null } | null => {
  const { point, own_key } = read
  if (point === null) return null
  const same_key = own_key === null ? undefined : by_key.get(own_key)
  const same_place = by_place.get(placeOf(point))
  const before = same_key ?? (same_place !== undefined && !used.has(same_place.key) ? same_place : undefined) ?? null
  if (before !== null && !used.has(before.key)) return { before, point: keepWork(before, point) }
  const key = freeKey(point, own_key ?? keyOf(read.name) ?? 'p', (taken) => used.has(taken) || by_key.has(taken))
  return { before: null, point: { ...point, key } }
}

/** Merges the sheet's values over the existing point; fields seldom in sheets stay as set. */
const keepWork = (before: DataPoint, point: DataPoint): DataPoint => ({
  ...point,
  key: before.key,
  names: {
    en: mergeText(before.names.en, point.names.en),
    zh: point.names.zh === point.names.en ? before.names.zh : mergeText(before.names.zh, point.names.zh),
    pl: point.names.pl === point.names.en ? before.names.pl : mergeText(before.names.pl, point.names.pl),
  },
  formulas: { ...before.formulas, read: point.formulas.read },
  tag: point.tag ?? before.tag,
  tier: before.tier,
  dead_band: before.dead_band,
  bulk: before.bulk,
  normal: before.normal,
  fault: before.fault,
  visible: before.visible,
  trade_secret: before.trade_secret,
  write_verified: before.write_verified && isWrittenAlike(before, point),
  level: before.level,
  in_history: before.in_history,
  alarm: point.alarm || before.alarm,
  accumulate: point.accumulate || before.accumulate,
  write_group: point.write_group ?? before.write_group ?? null,
  write_sequence: point.write_sequence ?? before.write_sequence ?? null,
  wraps_at: point.wraps_at ?? before.wraps_at ?? null,
  choices:
    point.choices.length === 0
      ? before.choices
      : point.choices.map((choice) => ({ ...before.choices.find(({ value }) => value === choice.value), ...choice })),
  invalid: point.invalid.length === 0 ? before.invalid : point.invalid,
})

/** Whether a point is written as before: what was tried elsewhere, or as another number, was not tried here. */
const isWrittenAlike = (before: DataPoint, point: DataPoint): boolean =>
  (before.slave ?? null) === point.slave &&
  before.address === point.address &&
  before.query_cmd === point.query_cmd &&
  before.write_cmd === point.write_cmd &&
  before.data_type === point.data_type &&
  before.bit === point.bit &&
  (before.bit_len ?? null) === point.bit_len &&
  before.formulas.read === point.formulas.read

/** The key itself, else with its place: the same list gives the same keys whenever it comes. */
const freeKey = (
  { slave, query_cmd, address, bit }: DataPoint,
  wanted: string,
  isTaken: (key: string) => boolean,
): string => {
  const place = `${wanted.slice(0, 26)}_${'xcdhi'[query_cmd] ?? ''}${slave === null ? '' : `${slave}_`}${address}${bit === null ? '' : `_${bit}`}`
  for (const key of [wanted, place]) if (!isTaken(key)) return key
  let more = 2
  while (isTaken(`${place}_${more}`)) more++
  return `${place}_${more}`
}

const placeOf = ({ key, slave, query_cmd, address, data_type, bit }: DataPoint): string => {
  if (data_type === 'calc') return `calc ${key}`
  const part =
    data_type.endsWith('_low') || data_type.endsWith('_high')
      ? data_type.slice(-4)
      : data_type === 'bit' || data_type === 'bits'
        ? `bit ${bit}`
        : 'word'
  return `${slave ?? ''} ${query_cmd} ${address} ${part}`
}

/** Limits that name a point by its code, key or address become keys; where there is none the line is wrong. */
const withLimitPoints = (set: readonly DataPoint[], rows: ImportRow[], existing: readonly DataPoint[]): DataPoint[] => {
  const all = new Map([...existing, ...set].map((point) => [point.key, point.key]))
  for (const { key, address, data_type } of set)
    if (data_type !== 'bit') all.set(String(address), all.get(String(address)) ?? key)
  const by_key = new Map(rows.map((row) => [row.key, row]))
  const kept: DataPoint[] = []
  for (const point of set) {
    const [min, max] = [point.min, point.max].map((limit) =>
      limit === null || typeof limit === 'number'
        ? limit
        : (all.get(keyOf(limit.point) ?? '') ?? all.get(limit.point) ?? undefined),
    )
    if (min !== undefined && max !== undefined) {
      kept.push({
        ...point,
        min: typeof min === 'string' ? { point: min } : min,
        max: typeof max === 'string' ? { point: max } : max,
      })
      continue
    }
    const row = by_key.get(point.key)
    if (row === undefined) continue
    row.verdict = 'error'
    row.problems.push({
      problem: 'limit_point_unknown',
      severity: 'error',
      field: min === undefined ? 'min_ref' : 'max_ref',
      text: '',
      fix: '',
    })
  }
  return kept
}

const toRow = (
  row: number,
  { name, address, problems, point, place, scale, offset }: RowPoint & { place: string },
  { sample_raw }: Cells,
): Omit<ImportRow, 'verdict' | 'key'> => ({
  row,
  place,
  name,
  address,
  problems,
  fields: [],
  sample:
    point === null || !sample_raw ? null : { raw: sample_raw, value: sampleOf(point, sample_raw), unit: point.unit },
  read:
    point === null
      ? null
      : {
          fn: point.query_cmd,
          reg_len: point.reg_len,
          type: point.data_type,
          scale,
          offset,
          unit: point.unit,
          access: point.rw,
          min: typeof point.min === 'number' ? point.min : null,
          max: typeof point.max === 'number' ? point.max : null,
        },
})

/** What the example raw value of the list decodes to. */
const sampleOf = (point: DataPoint, text: string): number | null => {
  const raw = numberOf(text)
  if (raw === null || point.data_type === 'calc') return null
  if (isText(point.data_type)) return null
  if (point.query_cmd <= 2) return readBack(point, [raw])
  if (point.reg_len > 1) {
    const pattern = BigInt.asUintN(16 * point.reg_len, BigInt(Math.trunc(raw)))
    const words = Array.from({ length: point.reg_len }, (_, at) => {
      const word = Number(BigInt.asUintN(16, pattern >> BigInt(16 * (point.reg_len - 1 - at))))
      return isByteSwapped(point.data_type) ? swapBytes(word) : word
    })
    return readBack(point, isLowWordFirst(point.data_type) ? words.toReversed() : words)
  }
  const word = raw < 0 ? raw + 0x1_0000 : raw
  if (point.data_type.endsWith('_high')) return readBack(point, [(word & 0xff) << 8])
  if (isByteSwapped(point.data_type)) return readBack(point, [swapBytes(word)])
  const is_in_word = point.data_type === 'bit' || point.data_type === 'bits'
  return readBack(point, [is_in_word ? word << (point.bit ?? 0) : word])
}

const swapBytes = (word: number): number => ((word & 0xff) << 8) | (word >> 8)

const leftOutRow = (row: number, place: string, name: string, problems: ImportRow['problems']): ImportRow => ({
  row,
  place,
  verdict: 'left_out',
  key: null,
  name,
  address: null,
  problems,
  fields: [],
  sample: null,
  read: null,
})
