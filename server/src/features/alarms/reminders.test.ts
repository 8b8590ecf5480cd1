import { api } from '@heatfleet/contract/api.ts'
import { expect, it } from 'vitest'
import { raiseAlarm } from '../../../test/alarm-rules-case.ts'
import { makePolicy, useNotifications } from '../../../test/notifications-case.ts'
import { remindOfOffline } from './store-recovered.ts'

const { database, as, target, now, turns, deviceOf, webhook } = useNotifications()

it('a unit that stays offline is told of again each so many hours, until its alarm is processed', async () => {
  const admin = await as('admin')
  await makePolicy(admin, { policy_name: 'All', channel_ids: [await webhook()] })
  await admin(api.alarmOfflineSet, { body: { frost_below_c: 0, remind_hours: 4 } })
  const since = new Date(now())
  const offline = { type: 'offline', rule_key: '', severity: 'minor', first_at: since, last_at: since }
  const alarm_id = await raiseAlarm(database, deviceOf(1), 0, offline)
  const after = async (hours: number) => {
    await remindOfOffline(database.db, new Date(since.getTime() + hours * 3_600_000), 100)
    await turns()
    return target.calls.length
  }
  expect(await after(3.9)).toBe(1)
  expect(await after(4)).toBe(2)
  // The check runs each ten minutes: one reminder for each four hours.
  expect(await after(4.2)).toBe(2)
  expect(await after(8.1)).toBe(3)
  expect(target.calls.map(({ body }) => body.includes('Reminder'))).toEqual([false, true, true])
  const { log: lines } = await admin(api.alarmInfo, { params: { id: alarm_id } })
  expect(lines.map(({ kind, text }) => [kind, text])).toEqual([
    ['reminded', '1'],
    ['reminded', '2'],
  ])
  await admin(api.alarmProcess, { params: { id: alarm_id }, body: { text: 'Power is off on purpose.' } })
  expect(await after(12.1)).toBe(3)
})
