import { describe, expect, it } from 'vitest'
import { eventsOf, type SeenStatus } from './monitor-events.ts'
import { rankOf } from './monitor-rank.ts'

const well: SeenStatus = { online_status: 'online', bus_status: 'ok', alarm_keys: [] }

describe('an event of the wall', () => {
  it.each([
    ['nothing at the first status', undefined, { ...well, alarm_keys: ['E11'] }, []],
    ['nothing while nothing changes', well, well, []],
    ['a raised alarm', well, { ...well, alarm_keys: ['E11'] }, [{ kind: 'alarm', codes: ['E11'] }]],
    [
      'one alarm that goes and one that comes',
      { ...well, alarm_keys: ['E11'] },
      { ...well, alarm_keys: ['E14'] },
      [
        { kind: 'alarm', codes: ['E14'] },
        { kind: 'cleared', codes: ['E11'] },
      ],
    ],
    ['a lost connection', well, { ...well, online_status: 'offline' }, [{ kind: 'offline', codes: [] }]],
    ['a lost board', well, { ...well, bus_status: 'lost' }, [{ kind: 'bus_lost', codes: [] }]],
  ] as const)('is %s', (_, before, after, expected) => {
    expect(eventsOf(before as SeenStatus | undefined, after as SeenStatus)).toEqual(expected)
  })
})

it('the worst tile comes first', () => {
  const tiles = [
    { ...well, alarm_severity: null },
    { ...well, online_status: 'offline', alarm_severity: null },
    { ...well, alarm_keys: ['E1'], alarm_severity: 'minor' },
    { ...well, bus_status: 'lost', alarm_severity: null },
    { ...well, alarm_keys: ['E1'], alarm_severity: 'critical' },
  ] as const
  const ranks = tiles.map(rankOf)
  expect(ranks.toSorted((a, b) => b - a)).toEqual([ranks[4], ranks[3], ranks[2], ranks[1], ranks[0]])
})
