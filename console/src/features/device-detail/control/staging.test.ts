import { describe, expect, it } from 'vitest'
import { sampleDefinition, samplePoint } from '../../../points/sample-points.ts'
import { blocked, type ControlAccess, isAllInvalid, lockOf, review, stage, templateSteps, unstage } from './staging.ts'

const writable = { rw: 'rw', write_cmd: 6, step: 0.5 } as const
const definition = sampleDefinition(
  samplePoint('sp_heat', { ...writable, min: 10, max: { point: 'limit' } }),
  samplePoint('limit', { ...writable, min: 10, max: 60 }),
  samplePoint('mode', { ...writable, step: null, choices: [{ value: 1, names: { en: 'heating', zh: '', pl: '' } }] }),
  samplePoint('t_out'),
  samplePoint('untried', { ...writable, write_verified: false }),
)
const real = { simulated: false, test_bench: false }
const readings = new Map([
  ['sp_heat', { value: 40, at: 1 }],
  ['limit', { value: 50, at: 1 }],
])
const problemOf = (...staged: [string, number][]) =>
  review(new Map(staged), definition, readings, real).map((row) => row.problem?.code)

describe('staging', () => {
  it('a value equal to the current one is not staged', () => {
    const staged = stage(new Map(), 'sp_heat', 42, 40)
    expect([...staged]).toEqual([['sp_heat', 42]])
    expect(stage(staged, 'sp_heat', 40, 40).size).toBe(0)
  })
  it('a value is always staged while the current one is unknown', () => {
    expect(stage(new Map(), 'sp_heat', 40, undefined).size).toBe(1)
  })
  it('one change is removed without affecting the others', () => {
    expect([
      ...unstage(
        new Map([
          ['a', 1],
          ['b', 2],
        ]),
        'a',
      ),
    ]).toEqual([['b', 2]])
  })
})

describe('the review', () => {
  it('has nothing to show while every change is invalid', () => {
    const rows = (...staged: [string, number][]) => review(new Map(staged), definition, readings, real)
    expect(isAllInvalid(rows(['sp_heat', 52]))).toBe(true)
    expect(isAllInvalid(rows(['sp_heat', 52], ['limit', 40]))).toBe(false)
    expect(isAllInvalid(rows())).toBe(false)
  })

  it.each<[string, [string, number][], (string | undefined)[]]>([
    ['a value inside its limits is accepted', [['sp_heat', 42]], [undefined]],
    ['above the value of the limiting point is refused', [['sp_heat', 52]], ['above_max']],
    [
      'a limit raised in the same review counts',
      [
        ['sp_heat', 52],
        ['limit', 55],
      ],
      [undefined, undefined],
    ],
    ['below the minimum is refused', [['sp_heat', 9.5]], ['below_min']],
    ['off the step is refused', [['sp_heat', 40.3]], ['off_step']],
    ['an empty field is refused', [['sp_heat', Number.NaN]], ['not_a_value']],
    ['a value without a name is refused', [['mode', 7]], ['not_a_value']],
    ['a read-only point is refused', [['t_out', 30]], ['point_not_writable']],
    ['an untested point is refused', [['untried', 30]], ['write_unverified']],
  ])('%s', (_, staged, problems) => {
    expect(problemOf(...staged)).toEqual(problems)
  })
  it('shows the old value, or that it is unknown', () => {
    expect(
      review(
        new Map([
          ['sp_heat', 42],
          ['mode', 1],
        ]),
        definition,
        readings,
        real,
      ).map((row) => row.old_value),
    ).toEqual([40, null])
  })
  it('is blocked while it is empty or has a problem', () => {
    expect(blocked([])).toBe('empty')
    expect(blocked(review(new Map([['sp_heat', 99]]), definition, readings, real))).toBe('problems')
    expect(blocked(review(new Map([['sp_heat', 42]]), definition, readings, real))).toBeNull()
  })
})

describe('a template', () => {
  const access: ControlAccess = {
    ...real,
    online_status: 'online',
    bus_status: 'ok',
    remote_consent: 'not_needed',
    may_control: true,
    may_control_installer: false,
  }
  const values = ['sp_heat', 'untried', 'gone'].map((key) => ({ key, value: 30 }))
  it.each([
    ['of a real device stages tested points', {}, ['sp_heat'], 2],
    ['of a test bench stages all points', { test_bench: true }, ['sp_heat', 'untried'], 1],
    ['of a unit that is offline stages nothing', { online_status: 'offline' }, [], 3],
  ] as const)('%s', (_, change, keys, skipped) => {
    const staged = templateSteps({ values }, definition, { ...access, ...change })
    expect([staged.steps.map(({ key }) => key), staged.skipped]).toEqual([keys, skipped])
  })
})

describe('a lock', () => {
  const free: ControlAccess = {
    ...real,
    online_status: 'online',
    bus_status: 'ok',
    remote_consent: 'given',
    may_control: true,
    may_control_installer: false,
  }
  const installer = samplePoint('df_max', { ...writable, level: 'installer' })
  const user = samplePoint('sp_heat', writable)
  const untried = samplePoint('untried', { ...writable, write_verified: false })
  it.each([
    ['nothing locks it', user, {}, null],
    ['an installer point needs the right of an installer', installer, {}, 'installer_only'],
    ['an installer may set it', installer, { may_control_installer: true }, null],
    ['an offline unit cannot be set', user, { online_status: 'offline' }, 'offline'],
    ['a lost bus cannot be set', user, { bus_status: 'lost' }, 'bus_lost'],
    ['a real device locks an untested point', untried, {}, 'untried'],
    ['a virtual device accepts an untested point', untried, { simulated: true }, null],
    ['a test bench accepts an untested point', untried, { test_bench: true }, null],
    ['an offline test bench cannot be set', untried, { test_bench: true, online_status: 'offline' }, 'offline'],
    ['an untested point precedes the network', untried, { online_status: 'offline' }, 'untried'],
    ['a device without an owner needs no consent', user, { remote_consent: 'not_needed' }, null],
    [
      'a missing consent precedes the network',
      user,
      { remote_consent: 'missing', online_status: 'offline' },
      'no_consent',
    ],
    [
      'a missing permission precedes the network',
      user,
      { may_control: false, online_status: 'offline' },
      'no_permission',
    ],
  ] as const)('%s', (_, point, change, expected) => {
    expect(lockOf(point, { ...free, ...change })).toBe(expected)
  })
})
