import { describe, expect, it } from 'vitest'
import { codeOf } from '../../test/refusals.ts'
import { createSheetQueue, type QueuedSheet } from './sheet-queue.ts'

let now_ms = 0
const open = () => {
  now_ms = 0
  return createSheetQueue({ at_once: 2, large_at_once: 1, waiting_bytes: 100, remembered_ms: 1_000 }, () => now_ms)
}
const never = new AbortController().signal
const large = (account: number, more: Partial<QueuedSheet> = {}): QueuedSheet => ({
  account,
  is_small: false,
  bytes: 10,
  signal: never,
  ...more,
})
const small = (account: number): QueuedSheet => large(account, { is_small: true })

/** Enters without waiting; records the begin in `began`. */
const enter = (queue: ReturnType<typeof open>, request: QueuedSheet, began: number[]) =>
  queue.enter(request).then((endTurn) => {
    began.push(request.account)
    return endTurn
  })
/** All that can begin has begun. */
const settled = () => new Promise(setImmediate)

describe('the queue of sheets', () => {
  it('reads one large sheet at a time, in order of arrival', async () => {
    const queue = open()
    const began: number[] = []
    const turns = [1, 2, 3].map((account) => enter(queue, large(account), began))
    await settled()
    expect(began).toEqual([1])
    for (const turn of turns) (await turn)()
    expect(began).toEqual([1, 2, 3])
    expect(queue.length()).toBe(0)
  })

  it.each([
    ['who used less comes first', 900, [1, 3, 2]],
    ['what is long ago no longer counts', 1_000, [1, 2, 3]],
  ])('%s', async (_, later_ms, order) => {
    const queue = open()
    const began: number[] = []
    const before = await queue.enter(large(2))
    now_ms = 500
    before()
    now_ms += later_ms
    const first = await enter(queue, large(1), began)
    const turns = [2, 3].map((account) => enter(queue, large(account), began))
    first()
    for (const turn of order[1] === 2 ? turns : turns.toReversed()) (await turn)()
    expect(began).toEqual(order)
  })

  it('reads a small sheet while large ones wait', async () => {
    const queue = open()
    const began: number[] = []
    void enter(queue, large(1), began)
    void enter(queue, large(2), began)
    await enter(queue, small(3), began)
    expect(began).toEqual([1, 3])
  })

  it('lets a large sheet in when small ones have taken both places', async () => {
    const queue = open()
    const began: number[] = []
    const first = await enter(queue, small(1), began)
    await enter(queue, small(2), began)
    void enter(queue, large(3), began)
    void enter(queue, small(4), began)
    first()
    await settled()
    expect(began).toEqual([1, 2, 3])
  })

  it('has one waiting sheet of an account at most', async () => {
    const queue = open()
    const endTurn = await queue.enter(large(1))
    const waiting = queue.enter(large(1))
    expect(await codeOf(queue.enter(large(1)))).toBe('sheets_waiting')
    endTurn()
    ;(await waiting)()
    expect(await codeOf(queue.enter(large(1)))).toBe('ok')
  })

  it('refuses what does not fit into memory together', async () => {
    const queue = open()
    await queue.enter(large(1))
    void queue.enter(large(2, { bytes: 60 }))
    expect(await codeOf(queue.enter(large(3, { bytes: 41 })))).toBe('sheets_waiting')
    expect(queue.length()).toBe(1)
    void queue.enter(large(3, { bytes: 40 }))
    expect(queue.length()).toBe(2)
  })

  it('gives the place of a caller who hung up to the next', async () => {
    const queue = open()
    const began: number[] = []
    const endTurn = await enter(queue, large(1), began)
    const caller = new AbortController()
    const gone = enter(queue, large(2, { signal: caller.signal }), began)
    void enter(queue, large(3), began)
    caller.abort()
    expect(await codeOf(gone)).toBe('sheets_waiting')
    endTurn()
    await settled()
    expect(began).toEqual([1, 3])
    expect(await codeOf(queue.enter(large(4, { signal: caller.signal })))).toBe('sheets_waiting')
  })
})
