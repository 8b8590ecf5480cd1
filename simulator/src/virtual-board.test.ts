import { Command } from '@heatfleet/contract/device-protocol/device-commands.ts'
import { pollBlocksOf } from '@heatfleet/contract/products/plan.ts'
import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import { INITIAL_SETTINGS } from '@heatfleet/contract/products/settings.ts'
import { compileDecoder } from '@heatfleet/modbus/decoder.ts'
import { buildRequest, parseReply, type RtuRequest } from '@heatfleet/modbus/frame.ts'
import type { Block } from '@heatfleet/modbus/point.ts'
import { decodeTexts } from '@heatfleet/modbus/text.ts'
import { describe, expect, test } from 'vitest'
import { type BusCommand, runOnBus } from './commands.ts'
import { WINTER_NOON_S } from './example-unit.ts'
import { createVirtualUnit, redefine } from './virtual-unit.ts'

const point = (key: string, address: number, change: Partial<DataPoint> = {}): DataPoint => ({
  key,
  names: { en: key, zh: key, pl: key },
  address,
  slave: null,
  reg_len: 1,
  query_cmd: 3,
  write_cmd: null,
  rw: 'r',
  data_type: 's16',
  bit: null,
  bit_len: null,
  formulas: { read: 'raw*0.1', write: null, display: null },
  unit: '°C',
  decimals: 1,
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
  alarm: false,
  in_history: true,
  level: 'user',
  tag: null,
  tier: 'normal',
  dead_band: null,
  bulk: true,
  normal: 0,
  fault: null,
  visible: 'app',
  write_verified: true,
  trade_secret: '',
  write_group: null,
  write_sequence: null,
  wraps_at: null,
  note: '',
  ...change,
})

const POINTS: DataPoint[] = [
  point('t_amb', 1, { tag: 't_ambient' }),
  point('room', 2),
  point('sp', 10, {
    rw: 'rw',
    write_cmd: 6,
    min: 20,
    max: 40,
    step: 0.5,
    formulas: { read: 'raw*0.5', write: null, display: null },
  }),
  point('hours', 20, {
    data_type: 'u32_be',
    reg_len: 2,
    unit: 'h',
    formulas: { read: 'raw', write: null, display: null },
  }),
  point('meter', 10, {
    slave: 7,
    data_type: 'float64_le',
    reg_len: 4,
    rw: 'rw',
    write_cmd: 16,
    min: 5,
    max: 60,
    formulas: { read: 'raw', write: null, display: null },
  }),
  point('f_pump', 30, {
    data_type: 'bit',
    bit: 3,
    alarm: true,
    unit: '',
    formulas: { read: 'raw', write: null, display: null },
  }),
  point('valve', 5, {
    query_cmd: 1,
    data_type: 'bit',
    rw: 'rw',
    write_cmd: 5,
    unit: '',
    formulas: { read: 'raw', write: null, display: null },
  }),
  point('limit', 7, { query_cmd: 4 }),
  point('dt', 0, { data_type: 'calc', reg_len: 1, formulas: { read: 'room - t_amb', write: null, display: null } }),
]

const spec = (points: DataPoint[]) => ({
  did: '02a1b2c3d4e5',
  secret_hex: '00'.repeat(32),
  slave: 4,
  baud: 9_600,
  fmt: '8N1' as const,
  board: 'answers' as const,
  blocks: pollBlocksOf(points, { ...INITIAL_SETTINGS.access, slave: 4 }).map(({ slave, fn, start, quantity }) => ({
    slave,
    fn,
    start,
    quantity,
  })),
  data_type: 'registers' as const,
  points,
  write_sequences: [],
  record_tables: [],
})

describe('a virtual unit', () => {
  const virtual = createVirtualUnit(spec(POINTS), WINTER_NOON_S)
  const send = (request: RtuRequest) => {
    const frame = virtual.unit.bus.answer(buildRequest(request), WINTER_NOON_S)
    const reply = frame === null ? null : parseReply(frame)
    return reply?.ok === true ? reply.reply : null
  }
  /** Everything as the module would report it by the plan of the product. */
  const read = (points: readonly DataPoint[]) => {
    const access = { ...INITIAL_SETTINGS.access, slave: 4 }
    const blocks = pollBlocksOf(points, access).map(({ slave, fn, start, quantity }): Block => {
      const reply = send({ fn, slave, start, quantity })
      return { slave, fn, start, quantity, status: 0, data: reply?.kind === 'data' ? reply.data : new Uint8Array() }
    })
    const compiled = compileDecoder(points)
    if (!compiled.ok) throw new Error('the points do not compile')
    return compiled.decoder.decode(blocks)
  }

  test('answers every block of the plan with values its own product decodes', () => {
    const values = read(POINTS)
    expect(Object.keys(values).sort()).toEqual(POINTS.map(({ key }) => key).sort())
    expect(values.t_amb).toBeGreaterThan(-25)
    expect(values.t_amb).toBeLessThan(25)
    expect(values.f_pump).toBe(0)
    expect(values.sp).toBe(30)
    expect(values.dt).toBeCloseTo((values.room ?? 0) - (values.t_amb ?? 0), 6)
  })

  test('measures a quantity in whatever unit the board has it', () => {
    const raw = { read: 'raw', write: null, display: null }
    const pressures = [
      point('bar', 40, { tag: 'p_high', unit: 'bar', formulas: { ...raw, read: 'raw*0.01' } }),
      point('kpa', 41, { tag: 'p_high', unit: 'kPa', formulas: raw }),
    ]
    redefine(virtual, spec(pressures), WINTER_NOON_S)
    const { bar = 0, kpa = 0 } = read(pressures)
    expect(bar).toBeGreaterThan(1)
    expect(kpa).toBe(Math.round(bar * 100))
    redefine(virtual, spec(POINTS), WINTER_NOON_S)
  })

  test('keeps what is set, register or coil', () => {
    send({ fn: 6, slave: 4, start: 10, word: 72 })
    send({ fn: 5, slave: 4, start: 5, coil: true })
    expect(read(POINTS)).toMatchObject({ sp: 36, valve: 1 })
  })

  test('answers at each slave address that points name, with registers of its own', () => {
    send({ fn: 16, slave: 7, start: 10, words: [0x999a, 0x9999, 0x1999, 0x4039] })
    expect(read(POINTS)).toMatchObject({ meter: 25.1, sp: 36 })
    expect(send({ fn: 3, slave: 7, start: 1, quantity: 1 })).toMatchObject({ kind: 'exception', code: 2 })
  })

  test('keeps the register when its scale becomes another one: the value is new, the machine is not', () => {
    const rescaled = POINTS.map((one) =>
      one.key === 'sp' ? { ...one, formulas: { ...one.formulas, read: 'raw*0.25' } } : one,
    )
    redefine(virtual, spec(rescaled), WINTER_NOON_S)
    expect(read(rescaled)).toMatchObject({ sp: 18 })
  })

  test('refuses registers that no poll block has, read or written', () => {
    const refused = { kind: 'exception', code: 2 }
    expect(send({ fn: 3, slave: 4, start: 9_000, quantity: 1 })).toMatchObject(refused)
    expect(send({ fn: 3, slave: 4, start: 30, quantity: 2 })).toMatchObject(refused)
    expect(send({ fn: 4, slave: 4, start: 10, quantity: 1 })).toMatchObject(refused)
    expect(send({ fn: 6, slave: 4, start: 9_000, word: 1 })).toMatchObject(refused)
  })

  test('a silent board answers nothing', () => {
    const silent = createVirtualUnit({ ...spec(POINTS), board: 'silent' }, WINTER_NOON_S)
    expect(silent.unit.bus.answer(buildRequest({ fn: 3, slave: 4, start: 1, quantity: 1 }), WINTER_NOON_S)).toBeNull()
  })

  test('says nothing to another slave address', () => {
    expect(send({ fn: 3, slave: 1, start: 1, quantity: 1 })).toBeNull()
  })
})

describe('what real boards want of writing', () => {
  const raw = { read: 'raw', write: null, display: null }
  const points: DataPoint[] = [
    point('serial', 60, { data_type: 'text', reg_len: 6, unit: '', in_history: false, formulas: raw }),
    ...[0, 1, 2].map((at) =>
      point(`valve_${at}`, 5 + at, {
        query_cmd: 1,
        data_type: 'bit',
        rw: 'rw',
        write_cmd: 15,
        unit: '',
        formulas: raw,
      }),
    ),
    point('curve', 70, { rw: 'rw', write_cmd: 6, write_sequence: 'service', formulas: raw, min: 0, max: 99 }),
  ]
  const virtual = createVirtualUnit(
    {
      ...spec(points),
      write_sequences: [
        {
          name: 'service',
          before: [
            { fn: 6 as const, address: 900, value: 0x55aa },
            { fn: 6 as const, address: 901, value: 1 },
          ],
          after: [{ fn: 6 as const, address: 902, value: 1 }],
        },
      ],
    },
    WINTER_NOON_S,
  )
  const run = (command: object) =>
    runOnBus(
      virtual.unit.bus,
      Command.parse({ id: 'c-1', exp: 9, a: 4, ...command }) as BusCommand, // a write
      WINTER_NOON_S,
      { to: 600, retry: 0 },
    )
  const write = (s: number, value: number) => run({ op: 'write', f: 6, s, v: [value] }).st

  test('a text reads as what it is, from a simulated board', () => {
    const reply = run({ op: 'read', f: 3, s: 60, q: 6 })
    const data = Uint8Array.from(reply.rb?.flatMap((word) => [word >> 8, word & 255]) ?? [])
    const block = { slave: 4, fn: 3 as const, start: 60, quantity: 6, status: 0, data }
    expect(decodeTexts(points, [block])).toEqual({ serial: 'SIM-SERIAL' })
  })

  test('several coils are switched by one frame and read back by function 1, one number each', () => {
    expect(run({ op: 'write', f: 15, s: 5, v: [1, 0, 1], rb: 1 })).toMatchObject({ st: 'ok', rb: [1, 0, 1] })
    expect(run({ op: 'write', f: 5, s: 6, v: [1], rb: 1 })).toMatchObject({ st: 'ok', rb: [1] })
    expect(run({ op: 'read', f: 1, s: 5, q: 3 })).toMatchObject({ rb: [1, 1, 1] })
  })

  test.each([
    ['a coil that is 2', { f: 15, s: 5, v: [2] }],
    ['two values for one coil', { f: 5, s: 5, v: [1, 0] }],
  ])('%s is out of range', (_, command) => {
    expect(run({ op: 'write', ...command })).toMatchObject({ st: 'range' })
  })

  test('a locked value is refused until it is unlocked in order, and again once it was saved', () => {
    expect(write(70, 20)).toBe('exc')
    expect([write(901, 1), write(70, 20)]).toEqual(['ok', 'exc'])
    expect([write(900, 0x55aa), write(70, 20)]).toEqual(['ok', 'exc'])
    expect([write(901, 1), write(70, 20)]).toEqual(['ok', 'ok'])
    expect([write(902, 1), write(70, 21)]).toEqual(['ok', 'exc'])
    expect(run({ op: 'read', f: 3, s: 70, q: 1 })).toMatchObject({ rb: [20] })
  })
})
