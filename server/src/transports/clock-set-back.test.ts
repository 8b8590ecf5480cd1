import { BAN_AFTER_FAILURES, BAN_WINDOW_S } from '@heatfleet/contract/device-protocol/device-auth.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { createMovedClock } from '../../test/moved-clock.ts'
import { createBans } from './mqtt-bans.ts'
import { createNotificationPoll } from './push-notification-poll.ts'
import type { PushSocket } from './push-socket.ts'
import { createRateLimiter } from './rate-limiter.ts'

/** Before and after the clock of the machine was set back by an hour. */
const BEFORE_MS = Date.UTC(2026, 10, 20, 8)
const AFTER_MS = BEFORE_MS - 3_600_000

it('a limit of calls does not hold for an hour where it held for ten seconds', () => {
  const count = createRateLimiter(2, 10_000)
  for (let call = 0; call < 2; call += 1) count('203.0.113.7', BEFORE_MS)
  expect(count('203.0.113.7', BEFORE_MS).is_over).toBe(true)
  expect(count('203.0.113.7', BEFORE_MS - 1_000)).toMatchObject({ is_over: true })
  expect(count('203.0.113.7', AFTER_MS)).toMatchObject({ is_over: false, left: 1, reset_s: 10 })
})

it('modules that were refused while the clock was wrong are not banned once it is right', () => {
  const bans = createBans()
  for (let time = 0; time < BAN_AFTER_FAILURES; time += 1) bans.addFailure('863412060123455', '203.0.113.7', BEFORE_MS)
  expect(bans.isBanned('863412060123455', '203.0.113.7', BEFORE_MS)).toBe(true)
  expect(bans.isBanned('863412060123455', '203.0.113.7', AFTER_MS)).toBe(false)
  for (let time = 0; time < BAN_AFTER_FAILURES; time += 1) bans.addFailure('863412060123455', '203.0.113.7', AFTER_MS)
  expect(bans.isBanned('863412060123455', '203.0.113.7', AFTER_MS + BAN_WINDOW_S * 1_000 - 1)).toBe(true)
  expect(bans.isBanned('863412060123455', '203.0.113.7', AFTER_MS + BAN_WINDOW_S * 1_000)).toBe(false)
})

it('notifications are read on at once, from the new time', async () => {
  const clock = createMovedClock(BEFORE_MS)
  const read: number[] = []
  const poll = createNotificationPoll({
    clock,
    log: pino({ level: 'silent' }),
    sockets: new Set([{ caller: null } as PushSocket]), // of a socket the poll reads the caller alone
    listNotificationTargets: async (since) => {
      read.push(since.getTime())
      return []
    },
    publishNotification: () => {},
  })
  clock.set(AFTER_MS)
  await poll()
  await poll()
  clock.move(LIMITS.notices_poll_ms)
  await poll()
  expect(read).toEqual([AFTER_MS, AFTER_MS])
})
