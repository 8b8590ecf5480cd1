import { describe, expect, it } from 'vitest'
import { LIMITS } from '../limits.ts'
import {
  ROLLOUT_MOVES,
  ROLLOUT_STATES,
  ROLLOUT_UNIT_STATES,
  rolloutStatesBefore,
  unitStatesBefore,
} from '../transitions.ts'
import { ROLLOUT_ACTIONS } from './rollout.ts'
import { decideRollout, isOverThreshold, planWaves, type RolloutProgress, type WaveCounts, waveOf } from './rules.ts'

const percent = (size: number) => ({ size, unit: 'percent' as const })
const devices = (size: number) => ({ size, unit: 'devices' as const })

describe('waves', () => {
  it.each([
    [10, [percent(100)], [10]],
    [10, [percent(10), percent(100)], [1, 9]],
    // Rounded up: a first wave is never empty.
    [3, [percent(1), percent(100)], [1, 2]],
    [120, [devices(10), percent(50), percent(100)], [10, 60, 50]],
    // What is left belongs to the last.
    [100, [percent(10), percent(10)], [10, 90]],
    [100, [devices(5), devices(5)], [5, 95]],
    // Waves that get nothing are left out.
    [5, [devices(10), percent(50), percent(100)], [5]],
    [5, [percent(100), percent(10)], [5]],
    [1, [percent(10), percent(20), percent(100)], [1]],
    [0, [percent(10), percent(100)], []],
  ])('%i units in %j are %j', (total, waves, sizes) => {
    expect(planWaves(total, waves)).toEqual(sizes)
  })

  it('hold each unit once, in order, and none is empty', () => {
    for (const total of [1, 2, 7, 99, 1_000, LIMITS.rollout_devices_max])
      for (const waves of [
        [percent(1), percent(5), percent(30)],
        [devices(3), percent(33), devices(1)],
        [devices(1)],
      ]) {
        const sizes = planWaves(total, waves)
        expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(total)
        expect(sizes.every((size) => size > 0)).toBe(true)
        const placed = sizes.map(() => 0)
        let last = 1
        for (let position = 0; position < total; position += 1) {
          const wave = waveOf(position, sizes)
          expect(wave).toBeGreaterThanOrEqual(last)
          last = wave
          placed[wave - 1] = (placed[wave - 1] ?? 0) + 1
        }
        expect(placed).toEqual(sizes)
      }
  })
})

const ZERO: WaveCounts = { waiting: 0, sent: 0, done: 0, equal: 0, failed: 0, expired: 0, skipped: 0 }
const wave = (counts: Partial<WaveCounts>): WaveCounts => ({ ...ZERO, ...counts })
const RULES = { stop_failed_percent: 20, stop_failed_min: 2, wave_finished_percent: 80, confirm_waves: false }

describe('the threshold', () => {
  it.each([
    ['too few failures', { done: 0, failed: 1 }, 1, false],
    ['share and number reached', { done: 8, failed: 2 }, 2, true],
    ['share not reached', { done: 9, failed: 2 }, 2, false],
    ['units that were equal count as tried', { equal: 9, failed: 2 }, 2, false],
    ['units off line do not count', { expired: 90, waiting: 50, done: 8, failed: 2 }, 2, true],
    ['failures somebody let pass do not count', { done: 0, failed: 5 }, 1, false],
    ['all failed', { failed: 2 }, 2, true],
    ['none failed in this wave', { done: 3 }, 2, false],
  ])('%s', (_, counts, new_failures, is_over) => {
    expect(isOverThreshold(wave(counts), RULES, new_failures)).toBe(is_over)
  })

  it('needs a failure even where nothing is the least number', () => {
    expect(isOverThreshold(wave({ done: 5 }), { stop_failed_percent: 1, stop_failed_min: 0 }, 0)).toBe(false)
  })
})

describe('the next step of a rollout', () => {
  const MAX = LIMITS.rollout_in_flight_max
  const step = (progress: Partial<RolloutProgress>) =>
    decideRollout({ wave: 1, waves: [], ready: 0, tolerated: 0, rules: RULES, in_flight_max: MAX, ...progress })

  it.each<[string, Partial<RolloutProgress>, unknown]>([
    ['opens the first wave', { wave: 0, waves: [wave({ waiting: 5 })], ready: 0 }, { kind: 'open_wave' }],
    ['has nothing to do without units', { wave: 0, waves: [] }, { kind: 'finish' }],
    ['begins with those on line', { waves: [wave({ waiting: 5 })], ready: 3 }, { kind: 'begin', units: 3 }],
    [
      'keeps so many under way',
      { waves: [wave({ waiting: 500, sent: MAX - 2 })], ready: 90 },
      { kind: 'begin', units: 2 },
    ],
    ['and no more', { waves: [wave({ waiting: 500, sent: MAX })], ready: 90 }, { kind: 'wait' }],
    [
      'counts those under way of earlier waves',
      { wave: 2, waves: [wave({ sent: MAX }), wave({ waiting: 9 })], ready: 9 },
      { kind: 'wait' },
    ],
    ['waits for answers', { waves: [wave({ sent: 1, done: 9 })] }, { kind: 'wait' }],
    ['waits for units off line in the last wave', { waves: [wave({ waiting: 1, done: 99 })] }, { kind: 'wait' }],
    [
      'finishes when nothing is open',
      { waves: [wave({ done: 3, equal: 1, failed: 1, expired: 2 })] },
      { kind: 'finish' },
    ],
    ['does not finish before later waves', { waves: [wave({ done: 3 }), wave({ waiting: 1 })] }, { kind: 'open_wave' }],
    [
      'opens the next at the share',
      { waves: [wave({ done: 8, waiting: 2 }), wave({ waiting: 9 })] },
      { kind: 'open_wave' },
    ],
    ['not below it', { waves: [wave({ done: 7, waiting: 3 }), wave({ waiting: 9 })] }, { kind: 'wait' }],
    [
      'a wave that is all off line holds the next back',
      { waves: [wave({ waiting: 9 }), wave({ waiting: 9 })] },
      { kind: 'wait' },
    ],
    ['until it expired', { waves: [wave({ expired: 9 }), wave({ waiting: 9 })] }, { kind: 'open_wave' }],
    ['not while one is under way', { waves: [wave({ done: 9, sent: 1 }), wave({ waiting: 9 })] }, { kind: 'wait' }],
    [
      'takes those that come on line first',
      { waves: [wave({ done: 9, waiting: 1 }), wave({ waiting: 9 })], ready: 1 },
      { kind: 'begin', units: 1 },
    ],
    [
      'halts at the threshold',
      { waves: [wave({ done: 6, failed: 2, waiting: 2 })], ready: 2 },
      { kind: 'halt', reason: 'failures' },
    ],
    ['halts even when everything is over', { waves: [wave({ failed: 3 })] }, { kind: 'halt', reason: 'failures' }],
    [
      'goes on after failures that were let pass',
      { waves: [wave({ done: 6, failed: 2, waiting: 2 })], ready: 2, tolerated: 2 },
      { kind: 'begin', units: 2 },
    ],
    [
      'one more is not enough',
      { waves: [wave({ done: 6, failed: 3, waiting: 2 })], ready: 2, tolerated: 2 },
      { kind: 'begin', units: 2 },
    ],
    [
      'as many again are',
      { waves: [wave({ done: 6, failed: 4, waiting: 2 })], ready: 2, tolerated: 2 },
      { kind: 'halt', reason: 'failures' },
    ],
    [
      'late failures of an earlier wave alone do not halt a good one',
      { wave: 2, waves: [wave({ failed: 2 }), wave({ done: 20, waiting: 1 })], ready: 1 },
      { kind: 'begin', units: 1 },
    ],
  ])('%s', (_, progress, decision) => {
    expect(step(progress)).toEqual(decision)
  })

  it('waits for a person before each further wave where that was chosen, but not before the first', () => {
    const rules = { ...RULES, confirm_waves: true }
    expect(step({ rules, wave: 0, waves: [wave({ waiting: 1 })] })).toEqual({ kind: 'open_wave' })
    expect(step({ rules, waves: [wave({ done: 5 }), wave({ waiting: 1 })] })).toEqual({ kind: 'halt', reason: 'wave' })
  })

  /** Plays a rollout with units that answer as they are told, by nothing but decisions. */
  const play = (sizes: number[], fails: (unit: number) => boolean, rules = RULES): { tried: number; end: string } => {
    const waves = sizes.map((size) => ({ ...ZERO, waiting: size }))
    let open = 0
    let tried = 0
    for (let round = 0; round < 10_000; round += 1) {
      const ready = waves.slice(0, open).reduce((sum, { waiting }) => sum + waiting, 0)
      const decision = decideRollout({ wave: open, waves, ready, tolerated: 0, rules, in_flight_max: 50 })
      if (decision.kind === 'open_wave') open += 1
      else if (decision.kind === 'begin')
        for (let unit = 0; unit < decision.units; unit += 1) {
          const of = waves.find(({ waiting }) => waiting > 0)
          if (of === undefined) throw new Error('began with more than there are')
          of.waiting -= 1
          of[fails(tried) ? 'failed' : 'done'] += 1
          tried += 1
        }
      else return { tried, end: decision.kind }
    }
    throw new Error('never ends')
  }

  it('reaches every unit where all goes well', () => {
    expect(play([1, 9, 490], () => false)).toEqual({ tried: 500, end: 'finish' })
  })
  it('stops in the first wave where all fail', () => {
    expect(play([5, 9_995], () => true)).toEqual({ tried: 5, end: 'halt' })
  })
  it('never tries more beyond the threshold than are under way at once', () => {
    const { tried, end } = play([10, 5_000], (unit) => unit >= 100)
    expect(end).toBe('halt')
    expect(tried).toBeLessThanOrEqual(100 + 2 * MAX)
  })
})

describe('states of a rollout', () => {
  it('are left by the actions that start from them', () => {
    const ends = {
      approve: 'approved',
      reject: 'rejected',
      start: 'running',
      pause: 'paused',
      resume: 'running',
      stop: 'stopped',
    } as const
    for (const [action, to] of Object.entries(ends) as [keyof typeof ends, (typeof ends)[keyof typeof ends]][])
      for (const from of ROLLOUT_ACTIONS[action])
        expect([action, from, (ROLLOUT_MOVES[from] as readonly string[]).includes(to)]).toEqual([action, from, true])
  })
  it('end: nothing leaves what was stopped or rejected', () => {
    expect(ROLLOUT_STATES.filter((state) => ROLLOUT_MOVES[state].length === 0)).toEqual(['stopped', 'rejected'])
    expect(rolloutStatesBefore('running')).toEqual(['approved', 'paused', 'done'])
  })
  it('of a unit: what is over comes back by a retry alone', () => {
    expect(unitStatesBefore('sent')).toEqual(['waiting'])
    expect(unitStatesBefore('waiting')).toEqual(['sent', 'failed', 'expired'])
    expect(ROLLOUT_UNIT_STATES.filter((state) => unitStatesBefore(state).includes('done'))).toEqual([])
  })
})
