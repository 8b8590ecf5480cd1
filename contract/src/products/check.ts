import { isText, lengthOf, wordsOf } from '@heatfleet/modbus/data-type.ts'
import { invertLinear } from '@heatfleet/modbus/formula-invert.ts'
import { namesIn, parseFormula } from '@heatfleet/modbus/formula-parse.ts'
import { planPoints } from '@heatfleet/modbus/plan.ts'
import { spanOfGroup } from '@heatfleet/modbus/write-group.ts'
import { LIMITS } from '../limits.ts'
import { checkRecords } from './check-records.ts'
import { checkSchedules } from './check-schedules.ts'
import type { Definition } from './diff.ts'
import type { Finding } from './draft.ts'
import { FINDINGS, type FindingCode } from './findings.ts'
import { withoutOwnSlave } from './plan.ts'
import type { DataPoint } from './points.ts'
import { placesOf } from './register-places.ts'

/**
 * Errors and warnings of a definition, without its test vectors. Pure: the console runs it as
 * the user types, the server before it publishes.
 */
export const checkDefinition = ({ points: typed, settings }: Definition): Finding[] => {
  const points = withoutOwnSlave(typed, settings.access)
  const keys = new Set(points.map(({ key }) => key))
  return [
    ...(points.length === 0 ? [finding('no_data_point')] : []),
    ...(points.length > LIMITS.points_max ? [finding('too_many_points')] : []),
    ...checkFormulas(points),
    ...points.flatMap((point) => checkPoint(point, keys)),
    ...checkNames(points),
    ...checkWriteGroups(points),
    ...checkSequences(points, settings),
    ...checkOverlap(points),
    ...checkReferences(settings, keys),
    ...checkRecords(settings.record_tables, finding),
    ...checkSchedules({ points, settings }, finding),
  ]
}

/** One finding; its severity is the table's. */
export const finding = (code: FindingCode, about: Partial<Pick<Finding, 'key' | 'field' | 'other'>> = {}): Finding => ({
  code,
  severity: FINDINGS[code],
  key: null,
  field: null,
  other: null,
  ...about,
})

const checkFormulas = (points: readonly DataPoint[]): Finding[] =>
  planPoints(points).faults.map((fault) =>
    finding(fault.reason, {
      key: fault.key,
      field: fault.reason === 'bad_key' || fault.reason === 'duplicate_key' ? 'key' : 'formulas.read',
      other: 'name' in fault ? fault.name : 'fault' in fault ? `${fault.fault.reason} ${fault.fault.at}` : null,
    }),
  )

/** What one point alone shows, with the keys there are for its limits. */
const checkPoint = (point: DataPoint, keys: ReadonlySet<string>): Finding[] => {
  const { key, data_type } = point
  const found: Finding[] = []
  const add = (code: FindingCode, field: string, other: string | null = null) =>
    found.push(finding(code, { key, field, other }))
  const is_bit = data_type === 'bit' && point.query_cmd >= 3
  const is_field = data_type === 'bits'
  if ((is_bit || is_field) && point.bit === null) add('bit_missing', 'bit')
  if (is_field && (point.bit_len ?? null) === null) add('bit_missing', 'bit_len')
  if (is_field && (point.bit ?? 0) + (point.bit_len ?? 0) > 16) add('bits_beyond_register', 'bit_len')
  if (data_type !== 'calc' && point.reg_len !== lengthOf(point)) add('length_wrong', 'reg_len', String(lengthOf(point)))
  if (isText(data_type) && point.query_cmd <= 2) add('length_wrong', 'query_cmd', '3')
  if (isText(data_type) && point.rw === 'rw') add('text_written', 'rw')
  if ((point.wraps_at ?? null) !== null && !point.accumulate) add('wrap_unused', 'accumulate')
  if (point.address + point.reg_len > 0x1_0000) add('address_beyond_end', 'address')
  for (const side of ['min', 'max'] as const) {
    const limit = point[side]
    if (limit !== null && typeof limit === 'object' && !keys.has(limit.point))
      add('limit_point_unknown', side, limit.point)
  }
  if (typeof point.min === 'number' && typeof point.max === 'number' && point.min > point.max)
    add('limits_reversed', 'min')
  if (point.rw === 'rw') for (const [code, field, other] of checkWriting(point)) add(code, field, other)
  if (point.names.en === '') add('english_name_missing', 'names.en')
  if (point.alarm && point.fault === null && !point.choices.some(({ fault }) => fault !== undefined))
    add('fault_without_code', 'fault')
  for (const name of ['write', 'display'] as const) {
    const text = point.formulas[name]
    const formula = text === null ? null : parseFormula(text)
    if (formula?.ok === false) add('bad_formula', `formulas.${name}`, `${formula.reason} ${formula.at}`)
    if (formula?.ok !== true) continue
    const foreign = namesIn(formula.ast).find((known) => known !== 'value')
    if (foreign !== undefined) add('unknown_name', `formulas.${name}`, foreign)
  }
  return found
}

/** A point that is written needs a command that its registers take, and a way back from value to raw number. */
const checkWriting = ({ write_cmd, query_cmd, data_type, formulas, write_verified }: DataPoint) => {
  const found: [FindingCode, string, string | null][] = []
  if (write_cmd === null) found.push(['write_command_missing', 'write_cmd', null])
  const is_single = data_type === 'bit' || data_type === 'bool'
  const fits =
    query_cmd === 2 || query_cmd === 4 || data_type === 'calc'
      ? false
      : query_cmd === 1
        ? write_cmd === 5 || write_cmd === 15
        : write_cmd === 5 || write_cmd === 15
          ? is_single
          : wordsOf(data_type) > 1
            ? write_cmd === 16
            : true
  if (write_cmd !== null && !fits) found.push(['write_command_wrong', 'write_cmd', String(write_cmd)])
  if (formulas.write === null) {
    const read = parseFormula(formulas.read)
    if (read.ok && invertLinear(read.ast) === null) found.push(['not_invertible', 'formulas.write', null])
  }
  if (!write_verified) found.push(['write_unverified', 'write_verified', null])
  return found
}

/** Points that are written together lie in one run of one slave, and are written by a command of several. */
const checkWriteGroups = (points: readonly DataPoint[]): Finding[] => {
  const groups = Map.groupBy(
    points.filter(({ write_group }) => (write_group ?? null) !== null),
    ({ write_group }) => write_group,
  )
  return [...groups].flatMap(([other, group]) => {
    const span = spanOfGroup(group)
    const command = span?.fn === 1 ? 15 : 16
    const [sequence] = group.map(({ write_sequence }) => write_sequence ?? null)
    return group
      .filter(
        ({ rw, write_cmd, write_sequence }) =>
          span === null || rw !== 'rw' || write_cmd !== command || (write_sequence ?? null) !== sequence,
      )
      .map(({ key }) => finding('write_group_wrong', { key, field: 'write_group', other }))
  })
}

/** A sequence that a point names is one of the product. */
const checkSequences = (points: readonly DataPoint[], { write_sequences }: Definition['settings']): Finding[] =>
  points.flatMap(({ key, write_sequence }) =>
    (write_sequence ?? null) === null || write_sequences.some(({ name }) => name === write_sequence)
      ? []
      : [finding('write_sequence_unknown', { key, field: 'write_sequence', other: write_sequence })],
  )

/** Two points of one tab with indistinguishable names. */
const checkNames = (points: readonly DataPoint[]): Finding[] => {
  const seen = new Map<string, string>()
  return points.flatMap((point) => {
    if (point.names.en === '') return []
    const name = `${point.tab}\n${point.group_tag}\n${point.names.en.toLowerCase()}`
    const other = seen.get(name)
    seen.set(name, other ?? point.key)
    return other === undefined ? [] : [finding('duplicate_name', { key: point.key, field: 'names.en', other })]
  })
}

/** Points that read the same bits: often meant (a word and its bits), sometimes a slip. Whole words are held against each other. */
const checkOverlap = (points: readonly DataPoint[]): Finding[] => {
  const taken = new Map<string, string>()
  return points.flatMap((point) => {
    const others = new Set<string>()
    for (const place of placesOf(point)) {
      const other = taken.get(place)
      if (other !== undefined) others.add(other)
      else taken.set(place, point.key)
    }
    return [...others].map((other) => finding('overlap', { key: point.key, field: 'address', other }))
  })
}

/** Keys that the settings name and no point has. */
const checkReferences = ({ panel, alarm_defaults }: Definition['settings'], keys: ReadonlySet<string>) => {
  const named: [string, string][] = [
    ...panel.default_curves.map((key): [string, string] => ['panel', key]),
    ...alarm_defaults.map(({ key }): [string, string] => ['alarm_defaults', key]),
  ]
  return named.filter(([, key]) => !keys.has(key)).map(([field, other]) => finding('point_unknown', { field, other }))
}
