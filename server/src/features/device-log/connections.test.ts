import { expect, it } from 'vitest'
import { connectionsOf } from './connections.ts'

const PERIOD = { from_ms: 0, to_ms: 100_000 }
const at = (at_ms: number, online: boolean) => ({ at_ms, online })

it.each([
  ['nothing is known without events', [], ['unknown 0 100'], null, 0],
  ['the event before the period tells how it began', [at(-5_000, true)], ['online 0 100'], 1, 0],
  [
    'a drop and a return',
    [at(-5_000, true), at(40_000, false), at(60_000, true)],
    ['online 0 40', 'offline 40 60', 'online 60 100'],
    0.8,
    1,
  ],
  ['a repeated state is one stretch', [at(20_000, true), at(50_000, true)], ['unknown 0 20', 'online 20 100'], 1, 0],
  ['what was off line before is no drop', [at(-1_000, false)], ['offline 0 100'], 0, 0],
])('%s', (_, events, spans, online_share, drops) => {
  const found = connectionsOf(events, PERIOD)
  const textOf = ({ from, to, state }: (typeof found.spans)[number]) =>
    `${state} ${Date.parse(from) / 1_000} ${Date.parse(to) / 1_000}`
  expect([found.spans.map(textOf), found.online_share, found.drops]).toEqual([spans, online_share, drops])
})
