import { LIMITS } from '@heatfleet/contract/limits.ts'
import { expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { eventually } from '../../test/eventually.ts'
import { PUSH_NOW, usePushCase } from '../../test/push-case.ts'
import { type PushConsole, settle } from '../../test/push-console.ts'

const the = usePushCase()
const CONSOLES = 60
const STUCK_EVERY = 10
/** One push is about 110 KB: the buffers of the system take some of them before the product has to keep any. */
const ATTRS = Object.fromEntries(Array.from({ length: 4_000 }, (_, key) => [`key_of_some_length_${key}`, key]))
const PUSHES_MAX = 200
/** What the product gives a console that is cut off to answer. */
const GRACE_MS = 2_000

it('of sixty consoles six stop reading: each is cut off at its limit and gone, and the others miss nothing', async () => {
  const all: PushConsole[] = []
  for (let at = 0; at < CONSOLES; at += 1) all.push((await the.watching('admin', [the.own.mac])).console)
  const stuck = all.filter((_, at) => at % STUCK_EVERY === 0)
  const reading = all.filter((_, at) => at % STUCK_EVERY !== 0)
  for (const { ws } of stuck) ws.pause()
  const countCut = async () => Number(/reason="too_slow"\} (\d+)/.exec(await the.stage.metrics.metrics())?.[1] ?? 0)
  const queued = () => the.stage.open_sockets.list().map(({ queued_bytes }) => queued_bytes)
  let [pushes, most_bytes, message_bytes] = [0, 0, 0]
  while (pushes < PUSHES_MAX && (await countCut()) < stuck.length) {
    the.stage.gateway(the.report(the.own, PUSH_NOW + pushes * 1_000, ATTRS))
    the.clock.move(1_000)
    pushes += 1
    for (const console of reading) await settle(console)
    most_bytes = Math.max(most_bytes, ...queued())
    message_bytes = Math.max(message_bytes, reading[0]?.heard.at(-1)?.length ?? 0)
  }
  expect(await countCut()).toBe(stuck.length)
  // A socket is cut off by the message that takes it over the limit.
  expect(most_bytes).toBeLessThanOrEqual(LIMITS.push_buffer_bytes + message_bytes)
  the.clock.move(GRACE_MS)
  await eventually(() => the.stage.open_sockets.list().length).toBe(reading.length)
  for (const { ws, heard } of reading) {
    expect(ws.readyState).toBe(WebSocket.OPEN)
    expect(heard.filter((text) => text.includes('PushDeviceAttrStatus'))).toHaveLength(pushes)
  }
  for (const { ws } of all) ws.terminate()
})
