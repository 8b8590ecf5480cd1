import type { NotificationKind } from '@heatfleet/contract/preferences.ts'
import { expect, it } from 'vitest'
import { latestTimeOf, newNotifications } from './new-notifications.ts'

const notice = (notice_id: string, clock_time: string, kind: NotificationKind = 'alarm') => ({
  notice_id,
  kind,
  at: `2026-11-21T${clock_time}:00.000Z`,
})
const [a, b, c] = [notice('a', '08:00'), notice('b', '09:00'), notice('c', '10:00')]

it.each([
  ['nothing came', [b, a], [b, a], []],
  ['something came', [b, a], [c, b, a], ['c']],
  ['something came where there was nothing', [], [c], ['c']],
  ['an older one shows up because one above it left', [b], [b, a], []],
  ['one came with an older one that shows up', [b], [c, b, a], ['c']],
  ['an export ended', [a], [notice('x', '10:00', 'export'), a], []],
  ['two came of one moment, one after the other', [c], [notice('d', '10:00'), c], ['d']],
] as const)('%s', (_, first, list, expected_ids) => {
  const previous_ids = new Set(first.map(({ notice_id }) => notice_id))
  expect(newNotifications(previous_ids, latestTimeOf(first), list).map(({ notice_id }) => notice_id)).toEqual(
    expected_ids,
  )
})
