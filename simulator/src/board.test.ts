import vectors from '@heatfleet/modbus/golden/protocol-vectors.json' with { type: 'json' }
import { fromHex, toHex } from '@heatfleet/modbus/hex.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Board, refresh } from './board.ts'
import { answerFrame, type Bus, exchange } from './bus.ts'
import { runOnBus } from './commands.ts'
import { EXAMPLE_UNIT, WINTER_NOON_S } from './example-unit.ts'
import { advanceUnit, createUnit, type Unit } from './unit.ts'

let board: Board
let bus: Bus

beforeEach(() => {
  const unit = createUnit(EXAMPLE_UNIT, 1, WINTER_NOON_S - 86_400, WINTER_NOON_S)
  advanceUnit(unit, WINTER_NOON_S)
  board = unit.board
  bus = unit.bus
  bus.lost_share = 0
})

const reply = (hex: string): string | null => {
  const frame = answerFrame(board, fromHex(hex) ?? new Uint8Array(), WINTER_NOON_S)
  return frame && toHex(frame)
}
const write = (s: number, ...v: number[]) =>
  runOnBus(
    bus,
    { id: 'c', op: 'write', exp: 2 ** 32 - 1, a: 1, f: v.length > 1 ? 16 : 6, s, v, rb: 1 },
    WINTER_NOON_S,
    {
      to: 600,
      retry: 0,
    },
  )

describe('golden frames', () => {
  test('a read of block A gets its 50 registers', () => {
    expect(reply(vectors.rtu_read_A.hex)).toMatch(/^010364/)
  })

  test('the probe for the model is answered with the model of an 8 kW unit', () => {
    board.words[442] = 4
    expect(reply(vectors.rtu_read_model.hex)).toBe(vectors.rtu_read_model_reply.hex)
  })

  test.each([
    ['DHW set-point', 'rtu_write_sp_dhw', 'rtu_write_sp_dhw'],
    ['curve points', 'rtu_write_multi', 'rtu_write_multi_reply'],
    ['power coil', 'rtu_coil_on', 'rtu_coil_on'],
  ] as const)('a write of the %s is answered', (_, request, answer) => {
    expect(reply(vectors[request].hex)).toBe(vectors[answer].hex)
  })

  test('another slave, as of the probes for other makes, stays silent', () => {
    expect(reply(vectors.rtu_phnix_model.hex)).toBeNull()
  })

  test('a broken frame stays unanswered', () => {
    expect(reply('010300000032c41e')).toBeNull()
  })

  test('a register that is not there answers exception 02', () => {
    expect(exchange(bus, { fn: 3, slave: 1, start: 0x1ff, quantity: 4 }, WINTER_NOON_S, 600, 0)).toMatchObject({
      reply: { kind: 'exception', code: 2 },
    })
  })
})

describe('writes', () => {
  test.each([
    ['sp_dhw', 202, 90, 90, 45],
    ['sp_dhw', 202, 120, 110, 55],
    ['sp_dhw', 202, 4, 20, 10],
    ['hc_x1', 361, 0xffec, 0xffec, -20],
    ['hc_x1', 361, 0xff00, 0xffe2, -30],
    ['df_period', 56, 200, 120, 120],
    ['mode', 54, 9, 4, 4],
    ['lg_temp', 410, 65, 65, 65],
  ] as const)('%s at %d: %d is kept as %d', (key, address, word, kept, value) => {
    expect(write(address, word)).toMatchObject({ st: 'ok', rb: [kept] })
    expect(board.plant.settings[key]).toBe(value)
  })

  test('what shows the machine cannot be written: the board says nothing', () => {
    expect(write(14, 250)).toMatchObject({ st: 'timeout' })
  })

  test('switching off by the coil stops the machine', () => {
    board.plant.state.run = 1
    expect(
      runOnBus(bus, { id: 'c', op: 'wbit', exp: 0, a: 1, s: 50, bit: 0, v: 0, coil: 0x320 }, WINTER_NOON_S, {
        to: 600,
        retry: 0,
      }),
    ).toMatchObject({ st: 'ok', rb: [0] })
    expect(board.plant.settings.power).toBe(0)
  })

  test('a fault reset clears the lock, can be read back and clears itself', () => {
    Object.assign(board.plant.state, { trip: 14, locked: 1 })
    expect(write(51, 0x80)).toMatchObject({ st: 'ok', rb: [0x80] })
    expect(board.plant.state).toMatchObject({ trip: 0, locked: 0 })
    refresh(board, WINTER_NOON_S + 11)
    expect(board.words[51]).toBe(0)
  })

  test('the clock runs in BCD and can be set', () => {
    refresh(board, WINTER_NOON_S)
    expect(board.words.slice(528, 531)).toEqual(Uint16Array.of(0x2601, 0x1512, 0x0000))
    expect(write(529, 0x1607)).toMatchObject({ st: 'ok', rb: [0x1607] })
    refresh(board, WINTER_NOON_S + 60)
    expect(board.words[530]).toBe(0x0100)
  })
})

describe('readings', () => {
  test('a unit in winter shows values that fit each other', () => {
    board.plant.state.run = 1
    advanceRunning()
    refresh(board, WINTER_NOON_S)
    const { words } = board
    expect(words[47]).toBeGreaterThan(words[48] ?? 0)
    expect(words[30]).toBeGreaterThanOrEqual(20)
    expect(words[18]).toBeGreaterThan(words[14] ?? 0)
    expect(((words[23] ?? 0) * (words[26] ?? 0)) / 10).toBeGreaterThan(300)
  })

  test('an open tank sensor shows the sentinel and its fault bit', () => {
    board.plant.effects.tank_sensor_open = 1
    refresh(board, WINTER_NOON_S)
    expect(board.words[15]).toBe(0x7fff)
    expect((board.words[7] ?? 0) & 1).toBe(1)
  })
})

function advanceRunning(): void {
  const { state } = board.plant
  Object.assign(state, { run: 1, demand_heat: 1, run_s: 0, t_water: state.t_target - 4, off_s: 0 })
  const unit: Unit = {
    spec: EXAMPLE_UNIT,
    board,
    bus,
    fault: null,
    random: bus.random,
    fw: EXAMPLE_UNIT.fw,
    mcu: null,
    data_type: 'registers',
    secret_hex: null,
    slave: 1,
  }
  advanceUnit(unit, state.time_s + 600)
}
