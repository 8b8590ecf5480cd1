import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { raiseAlarm, ruleDraft, unitAt } from '../../../test/alarm-rules-case.ts'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { ignoreJobs } from '../../../test/ignore-jobs.ts'
import { codeOf } from '../../../test/refusals.ts'
import { processRecovered } from './store-recovered.ts'

const { database, fleet, as } = useFleetConsole()
const NOW = new Date()
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000)
const MANY = 100
let admin: Call

beforeAll(async () => {
  await ignoreJobs(database, 'alarm-checks')
  admin = await as('admin')
})
beforeEach(async () => {
  await database.db.deleteFrom('alarms').execute()
  await database.db.deleteFrom('alarm_rules').execute()
  await database.db.deleteFrom('alarm_type_settings').execute()
})

const unit = () => unitAt(fleet, 'A1')
const recovered = (minutes: number, more: object = {}) => ({
  first_at: ago(500),
  last_at: ago(500),
  recovered_at: ago(minutes),
  ...more,
})
const at = (id: number) => ({ params: { id } })
const shown = async (id: number) => {
  const { handling, log, handled_time } = await admin(api.alarmInfo, at(id))
  return [handling, handled_time !== null, log.map(({ kind, author, text }) => [kind, author, text])]
}
const turn = () => processRecovered(database.db, NOW, MANY)

describe('a recovered alarm that nobody had taken', () => {
  it('is processed by its rule once it has been recovered for so long, and its log names the rule', async () => {
    const draft = ruleDraft(fleet.product_key, { process_minutes: 30 })
    const { rule_id, process_minutes } = await admin(api.alarmRuleCreate, { body: draft })
    expect(process_minutes).toBe(30)
    const late = await raiseAlarm(database, unit(), rule_id, recovered(29))
    expect(await turn()).toBe(0)
    expect(await shown(late)).toEqual(['unprocessed', false, []])
    await database.db
      .updateTable('alarms')
      .set({ recovered_at: ago(30) })
      .execute()
    expect(await turn()).toBe(1)
    expect(await shown(late)).toEqual(['processed', true, [['auto_processed', '', 'Flow too hot']]])
    // Once: the next turn finds nothing, and a person may take it up again.
    expect(await turn()).toBe(0)
    const open = await admin(api.alarmReopen, { ...at(late), body: { text: 'It is back.' } })
    expect(open.handling).toBe('in_process')
    expect(await turn()).toBe(0)
  })

  it('waits for a person where the rule says nothing, where somebody took it, and while it is active', async () => {
    const quiet = await admin(api.alarmRuleCreate, { body: ruleDraft(fleet.product_key) })
    const said = await admin(api.alarmRuleCreate, {
      body: ruleDraft(fleet.product_key, { rule_name: 'Tidy', process_minutes: 1 }),
    })
    const ids = [
      await raiseAlarm(database, unit(), quiet.rule_id, recovered(400)),
      await raiseAlarm(database, unit(), said.rule_id, { first_at: ago(500), last_at: ago(500) }),
    ]
    const taken = await raiseAlarm(database, unitAt(fleet, 'A'), said.rule_id, recovered(400))
    await admin(api.alarmAccept, { ...at(taken), body: {} })
    expect(await turn()).toBe(0)
    for (const id of ids) expect((await shown(id))[0]).toBe('unprocessed')
    expect((await shown(taken))[0]).toBe('in_process')
  })

  it('is processed by its built-in type where the manufacturer says so, and frost limits stay as they were', async () => {
    const before = await admin(api.alarmTypeSettings)
    const set = { params: { type: 'offline' as const }, body: { process_minutes: 60 } }
    const after = await admin(api.alarmTypeProcessSet, set)
    expect(after.offline).toEqual(before.offline)
    expect(after.types.find(({ type }) => type === 'offline')).toMatchObject({ process_minutes: 60, enabled: true })
    const more = { type: 'offline', rule_key: '', severity: 'minor' }
    const offline = await raiseAlarm(database, unit(), 0, recovered(61, more))
    const other = await raiseAlarm(database, unit(), 0, recovered(61, { type: 'no_data', rule_key: '' }))
    expect(await turn()).toBe(1)
    expect(await shown(offline)).toEqual(['processed', true, [['auto_processed', '', '']]])
    expect((await shown(other))[0]).toBe('unprocessed')
    const city = await as('city_a1')
    expect(await codeOf(city(api.alarmTypeProcessSet, set))).toBe('no_permission')
  })

  it('is processed at most so many at a time; the next turn goes on', async () => {
    await admin(api.alarmTypeProcessSet, { params: { type: 'no_data' }, body: { process_minutes: 1 } })
    for (const device of fleet.devices)
      await raiseAlarm(database, device, 0, recovered(10, { type: 'no_data', rule_key: '' }))
    expect(await processRecovered(database.db, NOW, 4)).toBe(4)
    expect(await processRecovered(database.db, NOW, 4)).toBe(2)
  })
})
