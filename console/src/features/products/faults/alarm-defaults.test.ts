import { alarmDefaultOf } from '@heatfleet/contract/faults/alarm-rules.ts'
import { describe, expect, it } from 'vitest'
import { samplePoint } from '../../../points/sample-points.ts'
import { withAlarmDefault } from './alarm-defaults.ts'

const point = samplePoint('f_pump', { alarm: true })
const said = { key: 'f_pump', severity: 'info' as const, enabled: false, delay_s: 30 }

describe('the alarm default of a fault point', () => {
  it('is a fault, at once, where nothing is known', () => {
    expect(alarmDefaultOf([], point, undefined)).toEqual({
      key: 'f_pump',
      severity: 'fault',
      enabled: true,
      delay_s: 0,
    })
  })

  it('is what was said of it', () => {
    expect(alarmDefaultOf([said], point, undefined)).toEqual(said)
  })

  it.each([
    { before: [], after: [said] },
    {
      before: [
        { ...said, delay_s: 5 },
        { ...said, key: 'other' },
      ],
      after: [said, { ...said, key: 'other' }],
    },
  ])('said anew replaces $before.length before it', ({ before, after }) => {
    expect(withAlarmDefault(before, said)).toEqual(after)
  })
})
