import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import { expect, it } from 'vitest'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { raiseAlarm } from '../../../test/raise-alarm.ts'
import { codeOf } from '../../../test/refusals.ts'

const { database, fleet, as } = useFleetConsole()

it('a comment mentions accounts that see the alarm, who find it in their inbox, and no others', async () => {
  const [admin, city] = [await as('admin'), await as('city_a1')]
  const unit = fleet.devices.find((one) => one.at === 'A1')
  const id = await raiseAlarm(database.db, unit?.device_id ?? 0, {})
  const at = (alarm_id: number) => ({ params: { id: alarm_id } })
  const say = (mention_uids: number[], call = admin) =>
    call(api.alarmComment, { ...at(id), body: { text: 'Please look.', mention_uids } })
  const { city_a1, city_a2 } = fleet.accounts
  const offered = (await admin(api.alarmReaders, at(id))).map(({ user_name }) => user_name)
  expect(offered).toContain('city_a1')
  expect(offered).not.toContain('city_a2')
  // Nobody is offered oneself.
  expect(offered).not.toContain('admin')
  expect((await city(api.alarmReaders, at(id))).map(({ user_name }) => user_name)).not.toContain('city_a1')
  expect((await admin(api.alarmAssignees, at(id))).map(({ user_name }) => user_name)).toContain('admin')
  expect(await codeOf(say([city_a1, city_a2]))).toBe('user_not_exist')
  expect(await codeOf(say([fleet.accounts.admin], city))).toBe('user_not_exist')
  const { log } = await say([city_a1, city_a1])
  expect(log.map(({ text: said, mentions }) => [said, mentions])).toEqual([['Please look.', ['city_a1']]])
  const mentionsOf = async (call: Call) =>
    (await call(api.notices)).list.filter(({ what }) => what === 'alarm_mentioned')
  expect(await mentionsOf(city)).toMatchObject([
    { text: String(id), subject: 'Please look.', user_name: 'admin', mac: unit?.mac, kind: 'alarm' },
  ])
  expect(await mentionsOf(admin)).toEqual([])
  // A unit that left the scope takes the comment with it.
  await database.db.updateTable('alarms').set({ agent_path: '/' }).where('alarm_id', '=', id).execute()
  expect(await mentionsOf(city)).toEqual([])
})
