import { describe, expect, it } from 'vitest'
import { evaluateUpdate, isStagedFor, type Phone, type Released } from './rules.ts'

const PHONE: Phone = { version: '2.3.0', installation: 'phone', os_version: '14' }
let made = 0
const release = (version: string, part: Partial<Released> = {}): Released => {
  made += 1
  const plain = { min_os: '', update_type: 'optional', minimum_version: '', staged_percent: 100 } as const
  return { version_id: made, version, countries: [], ...plain, ...part }
}
const forced = { update_type: 'forced' } as const
const silent = { update_type: 'silent' } as const

describe('a phone with 2.3.0 on system 14 is offered', () => {
  it.each<[string, Released[], string]>([
    ['nothing when nothing is out', [], 'none'],
    ['nothing of its own version and of older ones', [release('2.3'), release('2.2.9', forced)], 'none'],
    ['of a newer one', [release('2.3.1')], 'optional 2.3.1'],
    ['of the highest, in whatever order they are', [release('2.9'), release('2.10'), release('2.4')], 'optional 2.10'],
    ['in the way of the highest', [release('2.4', silent), release('2.5')], 'optional 2.5'],
    ['silently', [release('2.4'), release('2.5', silent)], 'silent 2.5'],
    ['that it must, when the highest is forced', [release('2.4', forced)], 'forced 2.4'],
    ['that it must, when one on the way is forced', [release('2.4', forced), release('2.5', silent)], 'forced 2.5'],
    ['that it must, when it is below the minimum', [release('2.5', { minimum_version: '2.3.1' })], 'forced 2.5'],
    ['that it may wait, when it is the minimum', [release('2.5', { minimum_version: '2.3' })], 'optional 2.5'],
    ['nothing of what needs a newer system', [release('2.5', { ...forced, min_os: '14.1' })], 'none'],
    ['of what its system is just new enough for', [release('2.5', { min_os: '14.0' })], 'optional 2.5'],
    ['of the highest that its system can run', [release('2.5', { min_os: '15.0' }), release('2.4')], 'optional 2.4'],
  ])('%s', (_, released, expected) => {
    const evaluated = evaluateUpdate(PHONE, released)
    expect(evaluated === null ? 'none' : `${evaluated.update} ${evaluated.latest.version}`).toBe(expected)
  })

  it('every version where it does not send its system', () => {
    const released = [release('2.5', { min_os: '99.0' })]
    expect(evaluateUpdate({ ...PHONE, os_version: '' }, released)?.latest.version).toBe('2.5')
  })
})

describe('a version for some of the installations', () => {
  const PHONES = Array.from({ length: 2_000 }, (_, at) => `installation ${at}`)
  const isOffered = (version_id: number, staged_percent: number) =>
    PHONES.filter((installation) => isStagedFor({ version_id, staged_percent }, installation))

  it.each([1, 10, 50, 90, 100])('for %i %% is for about as many', (percent) => {
    expect(Math.abs(isOffered(7, percent).length / PHONES.length - percent / 100)).toBeLessThan(0.03)
    expect(isOffered(7, 100)).toEqual(PHONES)
  })

  it('is for the same ones each time, and for those still when there are more', () => {
    const first = isOffered(7, 20)
    expect(isOffered(7, 20)).toEqual(first)
    const more = new Set(isOffered(7, 40))
    expect(first.filter((installation) => !more.has(installation))).toEqual([])
  })

  it('is not first for the same people each time', () => {
    const both = isOffered(7, 20).filter((installation) => isOffered(8, 20).includes(installation))
    expect(both.length / PHONES.length).toBeLessThan(0.1)
  })

  it('is nothing to who is not among them, be it forced', () => {
    const staged = { ...release('2.4', forced), version_id: 7, staged_percent: 20 }
    const outside = PHONES.find((installation) => !isOffered(7, 20).includes(installation)) ?? ''
    const inside = isOffered(7, 20)[0] ?? ''
    const wide = release('2.3.5')
    expect(evaluateUpdate({ ...PHONE, installation: outside }, [staged, wide])).toMatchObject({
      update: 'optional',
      latest: { version: '2.3.5' },
    })
    expect(evaluateUpdate({ ...PHONE, installation: inside }, [staged, wide])).toMatchObject({
      update: 'forced',
      latest: { version: '2.4' },
    })
  })
})
