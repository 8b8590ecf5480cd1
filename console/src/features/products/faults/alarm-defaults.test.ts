import { alarmDefaultOf } from '@heatfleet/contract/faults/alarm-rules.ts'
import { describe, expect, it } from 'vitest'
import { samplePoint } from '../../../points/sample-points.ts'
import { withAlarmDefault } from './alarm-defaults.ts'

const point = samplePoint('f_pump', { alarm: true })
const stored = { key: 'f_pump', severity: 'info' as const, enabled: false, delay_s: 30 }

describe('the alarm default of a fault point', () => {
  it('is a fault without delay by default', () => {
    expect(alarmDefaultOf([], point, undefined)).toEqual({
      key: 'f_pump',
      severity: 'fault',
      enabled: true,
      delay_s: 0,
    })
  })

  it('is the stored one', () => {
    expect(alarmDefaultOf([stored], point, undefined)).toEqual(stored)
  })

  it.each([
    { before: [], after: [stored] },
    {
      before: [
        { ...stored, delay_s: 5 },
        { ...stored, key: 'other' },
      ],
      after: [stored, { ...stored, key: 'other' }],
    },
  ])('replaces or extends $before.length stored ones', ({ before, after }) => {
    expect(withAlarmDefault(before, stored)).toEqual(after)
  })
})
