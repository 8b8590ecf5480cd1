import type { Block, Point } from '@heatfleet/modbus/point.ts'
import { describe, expect, it } from 'vitest'
import { evaluateAck, frameOf, planControl, readCommand, writeCommand } from './dispatch-rules.ts'

const field: Point = {
  key: 'mode',
  address: 20,
  slave: 7,
  reg_len: 1,
  query_cmd: 3,
  write_cmd: 6,
  rw: 'rw',
  data_type: 'bits',
  bit: 4,
  bit_len: 3,
  formulas: { read: 'raw', write: null, display: null },
  min: null,
  max: null,
  step: null,
  invalid: [],
}
const blockOf = (slave: number, word: number): Block => ({
  slave,
  fn: 3,
  start: 20,
  quantity: 1,
  status: 0,
  data: Uint8Array.of(word >> 8, word & 255),
})
const planned = (point: Point, blocks: Block[]) => {
  const result = planControl(point, 5, blocks, {}, new Set([7]))
  return result.ok ? result.planned : result.reason
}

describe('a control of a point at another slave', () => {
  const blocks = [blockOf(1, 0x0000), blockOf(7, 0xff0f)]

  it('is written at its slave, into the word that slave holds', () => {
    const plan = planned(field, blocks)
    if (typeof plan === 'string') throw new Error(plan)
    expect(plan).toMatchObject({ slave: 7, write: { words: [0xff5f] } })
    expect(writeCommand(5, plan, 9)).toMatchObject({ op: 'write', a: 7, f: 6, s: 20, v: [0xff5f] })
    expect(readCommand(5, plan, 9)).toMatchObject({ op: 'read', a: 7, s: 20, q: 1 })
    expect(frameOf(plan).slice(0, 12)).toBe('07060014ff5f')
  })

  it('is refused while the word of its own slave is unknown', () => {
    expect(planned(field, [blockOf(1, 0)])).toBe('needs_current_word')
  })

  it('leaves the board’s own points at the board', () => {
    expect(planned({ ...field, slave: null }, blocks)).toMatchObject({ slave: 1, write: { words: [0x0050] } })
  })
})

describe('a control of a coil', () => {
  const coil: Point = { ...field, slave: null, query_cmd: 1, write_cmd: 5, data_type: 'bit', bit: null, bit_len: null }
  const planOf = (point: Point, value: number) => {
    const result = planControl(point, value, [], {})
    if (!result.ok) throw new Error(result.reason)
    return result.planned
  }

  it('of its own is read back as a coil', () => {
    const plan = planOf(coil, 1)
    expect(writeCommand(5, plan, 9)).toMatchObject({ op: 'write', f: 5, s: 20, v: [1], rb: 1 })
    expect(readCommand(5, plan, 9)).toMatchObject({ op: 'read', f: 1, s: 20, q: 1 })
    expect(evaluateAck(plan, { id: 'c-5', st: 'ok', rb: [1] })).toMatchObject({ results: [{ state: 'verified' }] })
    expect(evaluateAck(plan, { id: 'c-5', st: 'ok', rb: [0] })).toMatchObject({ results: [{ state: 'mismatch' }] })
  })

  it('of a board that takes several only is one of them', () => {
    const plan = planOf({ ...coil, write_cmd: 15 }, 1)
    expect(writeCommand(5, plan, 9)).toMatchObject({ op: 'write', f: 15, s: 20, v: [1] })
    expect(frameOf(plan).slice(0, 16)).toBe('010f001400010101')
  })

  it('that stands for a bit of a register is judged by that bit of the register', () => {
    const plan = planOf({ ...coil, query_cmd: 3, bit: 3 }, 1)
    expect(writeCommand(5, plan, 9)).toMatchObject({ op: 'wbit', s: 20, bit: 3, v: 1, coil: 323 })
    expect(evaluateAck(plan, { id: 'c-5', st: 'ok', rb: [0x0008] })).toMatchObject({
      results: [{ state: 'verified' }],
    })
    expect(evaluateAck(plan, { id: 'c-5', st: 'ok', rb: [0x0001] })).toMatchObject({
      results: [{ state: 'mismatch' }],
    })
  })
})
