import { invertLinear } from '@heatfleet/modbus/formula-invert.ts'
import { parseFormula } from '@heatfleet/modbus/formula-parse.ts'
import type { Definition } from './diff.ts'
import type { Finding } from './draft.ts'
import type { FindingCode } from './findings.ts'
import { FRAME_REGISTERS_MAX, frameSpan, periodSpan, runsOf, scheduleKeys, type WeeklySchedule } from './schedules.ts'

/** What is wrong with the weekly schedules of a definition; `other` names the schedule. */
export const checkSchedules = (
  { points, settings: { schedules, write_sequences } }: Definition,
  finding: (code: FindingCode, about: Partial<Finding>) => Finding,
): Finding[] => {
  const own = new Set(points.map(({ key }) => key))
  const seen = new Set<string>()
  return schedules.flatMap((schedule) => {
    const { key } = schedule
    const codes: FindingCode[] = []
    const keys = scheduleKeys([schedule])
    if (seen.has(key) || [...keys].some((one) => own.has(one))) codes.push('schedule_key_taken')
    seen.add(key)
    codes.push(...checkRegisters(schedule))
    const { value, write_sequence } = schedule
    const formula = value === null ? null : parseFormula(value.read)
    if (formula !== null && (!formula.ok || invertLinear(formula.ast) === null)) codes.push('schedule_value_wrong')
    else if (value !== null && value.min > value.max) codes.push('schedule_value_wrong')
    if (write_sequence !== null && !write_sequences.some(({ name }) => name === write_sequence))
      codes.push('schedule_sequence_unknown')
    if (schedule.names.en === '') codes.push('schedule_name_missing')
    return codes.map((code) => finding(code, { field: 'schedules', other: key }))
  })
}

const checkRegisters = (schedule: WeeklySchedule): FindingCode[] => {
  const { address, periods, stride, day_stride, start, end, value } = schedule
  const runs = runsOf(schedule).length
  const codes: FindingCode[] = []
  const cells = [start, ...(end === null ? [] : [end]), ...(value === null ? [] : [value.offset])]
  const overlaps =
    new Set(cells).size < cells.length ||
    (periods > 1 && periodSpan(schedule) > stride) ||
    (runs > 1 && (periods - 1) * stride + periodSpan(schedule) > day_stride)
  if (overlaps) codes.push('schedule_cells_overlap')
  if (address + (runs - 1) * day_stride + (periods - 1) * stride + periodSpan(schedule) > 0x1_0000)
    codes.push('schedule_beyond_end')
  if (frameSpan(schedule) > FRAME_REGISTERS_MAX) codes.push('schedule_too_long')
  return codes
}
