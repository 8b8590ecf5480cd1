import { pollBlocksOf } from '@heatfleet/contract/products/plan.ts'
import { DataPoint } from '@heatfleet/contract/products/points.ts'
import { RecordTable } from '@heatfleet/contract/products/record-tables.ts'
import { INITIAL_SETTINGS } from '@heatfleet/contract/products/settings.ts'
import { buildRequest, parseReply } from '@heatfleet/modbus/frame.ts'
import type { Block } from '@heatfleet/modbus/point.ts'
import { clockTimeOf, decodeRecords } from '@heatfleet/modbus/records.ts'
import { describe, expect, test } from 'vitest'
import { createVirtualUnit } from './virtual-unit.ts'

const NOON_S = Date.UTC(2026, 0, 15, 12) / 1000
const names = { en: 'x', zh: '', pl: '' }
const fault = (nr: number): DataPoint =>
  DataPoint.parse({
    key: `x${nr}`,
    names,
    address: 10,
    reg_len: 1,
    query_cmd: 3,
    write_cmd: null,
    rw: 'r',
    data_type: 'bit',
    bit: nr,
    formulas: { read: 'raw', write: null, display: null },
    unit: '',
    decimals: 0,
    min: null,
    max: null,
    step: null,
    default_value: null,
    invalid: [],
    choices: [],
    group_tag: '',
    tab: '',
    block: null,
    accumulate: false,
    alarm: true,
    in_history: false,
    level: 'user',
    fault: `F0${nr}`,
  })
const POINTS = [fault(1), fault(2), fault(3)]
const table = (more: object): RecordTable =>
  RecordTable.parse({
    key: 'errors',
    names,
    query_cmd: 3,
    address: 400,
    stride: 5,
    count: 3,
    fault_pattern: 'F##',
    columns: [
      { key: 'code', names, role: 'code', offset: 0, data_type: 'u16' },
      { key: 'year', names, role: 'year', offset: 1, data_type: 'bcd_high' },
      { key: 'month', names, role: 'month', offset: 1, data_type: 'bcd_low' },
      { key: 'day', names, role: 'day', offset: 2, data_type: 'u16' },
      { key: 'hour', names, role: 'hour', offset: 3, data_type: 'u8_high' },
      { key: 'minute', names, role: 'minute', offset: 3, data_type: 'u8_low' },
      { key: 't', names, role: 'value', offset: 4, data_type: 's16', read: 'raw*0.1', unit: '°C' },
    ],
    ...more,
  })

describe.each([
  ['the newest first', 'newest_first', [3, 2, 1]],
  ['the oldest first', 'oldest_first', [1, 2, 3]],
] as const)('a board that keeps its faults, %s', (_, order, shown) => {
  const records = table({ order })
  const blocks = pollBlocksOf(POINTS, INITIAL_SETTINGS.access, [records])
  const { unit } = createVirtualUnit(
    {
      did: '02a1b2c3d4e5',
      secret_hex: '00'.repeat(32),
      slave: 1,
      baud: 9_600,
      fmt: '8N1',
      board: 'answers',
      data_type: 'registers',
      points: POINTS,
      write_sequences: [],
      record_tables: [records],
      blocks,
    },
    NOON_S,
  )
  const { plant } = unit.board
  const read = (at_s: number) => {
    const answered = blocks.map(({ slave, fn, start, quantity }): Block => {
      const frame = unit.bus.answer(buildRequest({ fn, slave, start, quantity }), at_s)
      const reply = frame === null ? null : parseReply(frame)
      const data = reply?.ok === true && reply.reply.kind === 'data' ? reply.reply.data : new Uint8Array()
      return { slave, fn, start, quantity, status: 0, data }
    })
    return decodeRecords(records, answered)
  }

  test('has room for them, all empty at first', () => {
    expect(read(NOON_S).map((values) => values?.code)).toEqual([0, 0, 0])
  })

  test('writes each down once when it comes, with its time and what it measured', () => {
    plant.planted_faults = ['x1']
    read(NOON_S + 60)
    const again = read(NOON_S + 120)
    const written = again.filter((values) => values?.code === 1)
    expect(written).toHaveLength(1)
    expect(clockTimeOf(written[0] ?? {})).toBe('2026-01-15T12:01:00')
    expect(written[0]?.t).toBeCloseTo(plant.state.t_amb, 1)
  })

  test('drops the oldest where there is no more room', () => {
    for (const [at, key] of (['x2', 'x3', 'x1', 'x2', 'x1', 'x2', 'x3'] as const).entries()) {
      plant.planted_faults = [key]
      read(NOON_S + 600 * (at + 1))
    }
    expect(read(NOON_S + 9_000).map((values) => values?.code)).toEqual(shown)
  })
})
