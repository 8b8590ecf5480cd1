import type { RecognitionProbe } from '@heatfleet/contract/device-protocol/device-commands.ts'
import { describe, expect, test } from 'vitest'
import { runOnBus } from './commands.ts'
import { EXAMPLE_UNIT, WINTER_NOON_S } from './example-unit.ts'
import { createUnit } from './unit.ts'

const TIMING = { to: 600, retry: 0 }
const probe = (changes: Partial<RecognitionProbe> = {}): RecognitionProbe => ({
  baud: 19_200,
  fmt: '8N2',
  a: 1,
  f: 3,
  s: 442,
  q: 1,
  ...changes,
})
const unitOnQuietLine = () => {
  const unit = createUnit(EXAMPLE_UNIT, 1, WINTER_NOON_S, WINTER_NOON_S)
  unit.bus.lost_share = 0
  return unit
}
const recognise = (unit: ReturnType<typeof unitOnQuietLine>, ...probes: RecognitionProbe[]) =>
  runOnBus(unit.bus, { id: 'm-1-1', op: 'recog', exp: 0, tmo: 60, try: probes }, WINTER_NOON_S, TIMING)

describe('recognition', () => {
  test('stops at the first probe that the board answers, and keeps its bus settings', () => {
    const unit = unitOnQuietLine()
    unit.bus.module_side = { baud: 9_600, fmt: '8N1' }
    const found = recognise(unit, probe({ baud: 9_600, fmt: '8N1' }), probe({ a: 16 }), probe({ s: 9_000 }), probe())
    expect(found).toMatchObject({ st: 'ok', i: 3, baud: 19_200, fmt: '8N2', a: 1, raw: ['0003'] })
    expect(unit.bus.module_side).toEqual({ baud: 19_200, fmt: '8N2' })
  })

  test('without an answer restores the old bus settings', () => {
    const unit = unitOnQuietLine()
    expect(recognise(unit, probe({ baud: 4_800 }), probe({ fmt: '8E1' }))).toMatchObject({ st: 'timeout', ms: 1_200 })
    expect(unit.bus.module_side).toEqual({ baud: 19_200, fmt: '8N2' })
  })

  test('ends at its time-out', () => {
    const unit = unitOnQuietLine()
    const probes = Array.from({ length: 5 }, () => probe({ baud: 4_800 }))
    const found = runOnBus(
      unit.bus,
      { id: 'm-1-1', op: 'recog', exp: 0, tmo: 1, try: [...probes, probe()] },
      WINTER_NOON_S,
      TIMING,
    )
    expect(found).toMatchObject({ st: 'timeout', ms: 1_000 })
  })

  test('a module on other settings than its board reads nothing', () => {
    const unit = unitOnQuietLine()
    unit.bus.module_side = { baud: 9_600, fmt: '8N2' }
    const read = { id: 'c-1', op: 'read', a: 1, f: 3, s: 442, q: 1, exp: 0 } as const
    expect(runOnBus(unit.bus, read, WINTER_NOON_S, TIMING)).toMatchObject({ st: 'timeout' })
  })
})
