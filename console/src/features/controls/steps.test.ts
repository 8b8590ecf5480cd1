import { describe, expect, it } from 'vitest'
import { bytesOf, latencyMsOf, stepsOf, wordsOf } from './steps.ts'

const row = {
  control_time: '2026-11-20T08:00:00.000Z',
  sent_time: '2026-11-20T08:00:00.120Z',
  acked_time: '2026-11-20T08:00:02.120Z',
  finish_time: '2026-11-20T08:00:02.500Z',
  sends: 1,
  state: 'verified',
} as const

describe('the steps of a command', () => {
  it('are timed from the step before', () => {
    expect(stepsOf(row).map(({ kind, after_ms }) => [kind, after_ms])).toEqual([
      ['accepted', null],
      ['sent', 120],
      ['written', 2000],
      ['ended', 380],
    ])
    expect(latencyMsOf(row)).toBe(2500)
  })
  it('leave out what never came', () => {
    const failed = { ...row, acked_time: null, state: 'failed' } as const
    expect(stepsOf(failed).map(({ kind }) => kind)).toEqual(['accepted', 'sent', 'ended'])
    expect(latencyMsOf({ ...row, finish_time: null })).toBeNull()
  })
})

it('hex is read in words and bytes', () => {
  expect(wordsOf('005a0064')).toEqual(['005a', '0064'])
  expect(bytesOf('0106')).toEqual(['01', '06'])
  expect([wordsOf(''), bytesOf('')]).toEqual([[], []])
})
