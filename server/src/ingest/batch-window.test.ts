import { expect, test } from 'vitest'
import { waitForBatch } from './batch-window.ts'

/** Reports that wait at each look; gives how long was gathered. */
const gatheredMs = async (waiting: readonly number[]): Promise<number> => {
  let now_ms = 0
  let look = 0
  const after = (delay_ms: number, task: () => void) => {
    now_ms += delay_ms
    look += 1
    queueMicrotask(task)
    return () => {}
  }
  await waitForBatch({ after }, () => waiting[Math.min(look, waiting.length - 1)] ?? 0)
  return now_ms
}

test.each([
  ['everybody who sends waits for the answer', [32], 2],
  ['some more came and then no more', [5, 9, 9], 4],
  ['they keep coming', [5, 10, 15, 20, 25, 30, 35, 40], 10],
  ['enough came', [5, 600, 1_200, 1_800], 4],
  ['enough are there', [1_000], 0],
] as const)('when %s', async (_, waiting, gathered_ms) => {
  expect(await gatheredMs(waiting)).toBe(gathered_ms)
})
