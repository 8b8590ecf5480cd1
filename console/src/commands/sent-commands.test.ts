import { describe, expect, it } from 'vitest'
import { mayRetry, mayUndo, type SentPoint, withAck, withCommand, withExpiry, withRefusal } from './sent-commands.ts'

const sent = withCommand([], 7, [{ key: 'sp_heat', value: 42, old_value: 40 }], 1000)
const ack = (state: 'sent' | 'acked' | 'verified' | 'mismatch', sn = 7) => ({
  sn,
  key: 'sp_heat',
  state,
  read_back: state === 'verified' ? 42 : null,
  reason: null,
  old_value: 40,
})
const stateOf = (points: readonly SentPoint[]) => points[0]?.state

describe('a sent point', () => {
  it('follows the messages with its sequence number up to the verified read-back', () => {
    const points = [ack('sent'), ack('acked'), ack('verified')].reduce(withAck, sent)
    expect(points[0]).toMatchObject({ state: 'verified', read_back: 42 })
  })
  it('ignores messages with another sequence number', () => {
    expect(stateOf(withAck(sent, ack('verified', 8)))).toBe('queued')
  })
  it('is never moved back by a late message', () => {
    expect(stateOf(withAck(withAck(sent, ack('acked')), ack('sent')))).toBe('acked')
    expect(stateOf(withAck(withAck(sent, ack('verified')), ack('mismatch')))).toBe('verified')
  })
  it('carries the reason of a refusal', () => {
    expect(withRefusal(sent, 7, 'device_offline')[0]).toMatchObject({ state: 'refused', reason: 'device_offline' })
  })
  it('has the reason if the refusal names it, the other points are refused without', () => {
    const two = withCommand(
      sent,
      8,
      [
        { key: 'a', value: 1, old_value: 0 },
        { key: 'b', value: 2, old_value: 0 },
      ],
      1000,
    )
    expect(withRefusal(two, 8, 'write_unverified', 'b').map(({ state, reason }) => [state, reason])).toEqual([
      ['refused', null],
      ['refused', 'write_unverified'],
      ['queued', null],
    ])
  })
  it('expires without an acknowledgement, and only then', () => {
    expect(withExpiry(sent, 2000, 45_000)).toBe(sent)
    expect(stateOf(withExpiry(sent, 60_000, 45_000))).toBe('expired')
  })
  it('can be undone after success and retried after a failure', () => {
    const [verified] = withAck(sent, ack('verified'))
    const [refused] = withRefusal(sent, 7, 'busy')
    expect(verified && [mayUndo(verified), mayRetry(verified)]).toEqual([true, false])
    expect(refused && [mayUndo(refused), mayRetry(refused)]).toEqual([false, true])
  })
})
