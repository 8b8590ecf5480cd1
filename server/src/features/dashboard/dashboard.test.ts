import { api } from '@heatfleet/contract/api.ts'
import { SEVERITIES } from '@heatfleet/contract/preferences.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import type { SmallAccount } from '../../../test/small-fleet.ts'
import { addUnitsInAllStates } from '../../../test/units-in-all-states.ts'

const { database, fleet, as } = useFleetConsole()
const DAY_MS = 86_400_000

beforeAll(async () => {
  await addUnitsInAllStates(database, fleet)
  const { db } = database
  const { app_user_id } = await db
    .insertInto('app_users')
    .values({ nick_name: 'Li' })
    .returning('app_user_id')
    .executeTakeFirstOrThrow()
  for (const { device_id } of fleet.devices.slice(0, 3))
    await db.insertInto('bindings').values({ device_id, app_user_id, role: 'owner', bind_way: 'code' }).execute()
  const events = fleet.devices.slice(0, 3).map(({ device_id }, at) => ({
    device_id,
    at: new Date(Date.now() - at * DAY_MS),
    kind: 'alarm',
    detail: JSON.stringify({ codes: ['E11', 'E14'].slice(at % 2) }),
  }))
  await db.insertInto('device_events').values(events).execute()
})

const unitsOf = async (person: SmallAccount, body = {}) => (await (await as(person))(api.deviceList, { body })).list
const totalOf = async (person: SmallAccount, body: object) =>
  (await (await as(person))(api.deviceList, { body, query: { size: 1 } })).total

const PERSONS = ['admin', 'province_a', 'city_a1', 'county_a11', 'staff_hangzhou'] as const
const days = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10)

describe.each(PERSONS)('for %s', (person) => {
  it('the trend counts the units that came and that were on line for the first time, by day', async () => {
    const units = await unitsOf(person)
    const { list } = await (await as(person))(api.fleetTrend, { query: { days: 90 } })
    expect(list).toHaveLength(90)
    for (const { day, imported, activated } of list) {
      expect([day, imported]).toEqual([day, units.filter(({ import_time }) => import_time.startsWith(day)).length])
      const came = units.filter(({ first_online_time }) => first_online_time?.startsWith(day) === true)
      expect([day, activated]).toEqual([day, came.length])
    }
  })

  it('the funnel counts what lists of devices show', async () => {
    const funnel = await (await as(person))(api.stockFunnel)
    expect(funnel).toMatchObject({
      imported: await totalOf(person, {}),
      shipped: await totalOf(person, { manufacturer_stock: false }),
      bound: await totalOf(person, { bound: true }),
      online: await totalOf(person, { online_status: 'online' }),
    })
    expect(funnel.imported - funnel.activated).toBe(await totalOf(person, { online_status: 'never' }))
    for (const { from_days, to_days, manufacturer, distributors } of funnel.ages) {
      const until = { import_to: `${days(from_days)}T23:59:59.999Z` }
      const from = to_days === null ? {} : { import_from: `${days(to_days - 1)}T00:00:00.000Z` }
      const of_age = { online_status: 'never', active_status: false, ...until, ...from }
      expect([from_days, manufacturer]).toEqual([
        from_days,
        await totalOf(person, { ...of_age, manufacturer_stock: true }),
      ])
      expect(distributors).toBe(await totalOf(person, { ...of_age, manufacturer_stock: false }))
    }
  })

  it('who needs somebody is in scope, has the reasons that are named, and comes in the order of urgency', async () => {
    const units = new Map((await unitsOf(person)).map((unit) => [unit.mac, unit]))
    const { list } = await (await as(person))(api.attentionList)
    expect(list.length).toBeGreaterThan(0)
    for (const { mac, reasons } of list) {
      const unit = units.get(mac)
      const has = reasons.map(({ reason }) => reason)
      expect(has.includes('alarm')).toBe(unit?.alarm_status)
      if (has.includes('offline')) expect(unit?.online_status).toBe('offline')
      if (has.includes('bus_lost')) expect(unit?.bus_status).toBe('lost')
      if (has.includes('not_activated')) expect(unit?.online_status).toBe('never')
    }
  })
})

it('a region narrows the list to its distributors', async () => {
  expect(await totalOf('admin', { region_code: '330000' })).toBe(await totalOf('province_a', {}))
  expect(await totalOf('admin', { region_code: '330100' })).toBe(await totalOf('city_a1', {}))
})

it.each(PERSONS)('new alarms are counted by day, for %s', async (person) => {
  const call = await as(person)
  const { list: alarms } = await call(api.alarmList)
  const { list } = await call(api.fleetTrend, { query: { days: 30 } })
  for (const { day, alarms: count, by_severity } of list) {
    const of_day = alarms.filter(({ first_time }) => first_time.startsWith(day))
    expect([day, count]).toEqual([day, of_day.length])
    for (const severity of SEVERITIES)
      expect([day, severity, by_severity[severity]]).toEqual([
        day,
        severity,
        of_day.filter((alarm) => alarm.severity === severity).length,
      ])
  }
})

it.each(PERSONS)(
  'the big screen of %s shows the alarms and lost connections of a day, and no name of a unit',
  async (person) => {
    const call = await as(person)
    const since = new Date(Date.now() - DAY_MS + 60_000)
    const [lost, expiring] = fleet.devices
    const { db } = database
    await db.deleteFrom('device_events').where('kind', '=', 'offline').execute()
    await db
      .insertInto('device_events')
      .values({ device_id: lost?.device_id ?? 0, at: new Date(), kind: 'offline', detail: '{}' })
      .execute()
    await db.deleteFrom('alarms').where('type', '=', 'sim_expiry').execute()
    await db
      .insertInto('alarms')
      .values({
        device_id: expiring?.device_id ?? 0,
        type: 'sim_expiry',
        severity: 'info',
        first_at: new Date(),
        last_at: new Date(),
      })
      .execute()
    const units = new Map((await unitsOf(person)).map(({ mac, agent_name }) => [mac, agent_name]))
    const { list: alarms } = await call(api.alarmList)
    const raised = alarms
      .filter(({ first_time, type }) => new Date(first_time) >= since && type !== 'offline')
      .map(({ mac, type, code }) => [type, code ?? '', mac.slice(-4)].join(' '))
    const offline = units.has(lost?.mac ?? '') ? [`offline  ${lost?.mac.slice(-4)}`] : []
    const { list } = await call(api.fleetEvents)
    const wrong = list.filter(({ kind }) => kind === 'alarm' || kind === 'offline')
    expect(
      wrong.map(({ type, codes, mac_end }) => [type ?? 'offline', codes.join(), mac_end].join(' ')).sort(),
    ).toEqual([...raised, ...offline].sort())
    expect(raised.some((text) => text.startsWith('sim_expiry'))).toBe(units.has(expiring?.mac ?? ''))
    const times = list.map(({ at }) => at)
    expect(times).toEqual(times.toSorted().toReversed())
    expect(JSON.stringify(list)).not.toContain('House')
  },
)

it('cards near their end are a reason for those alone who see cards', async () => {
  const { db } = database
  const [unit] = fleet.devices
  await db
    .insertInto('iccids')
    .values({
      iccid: '89860012345678910000',
      checksum_wrong: false,
      device_id: unit?.device_id ?? 0,
      expires_at: new Date(Date.now() - DAY_MS),
      imported_at: new Date(),
    })
    .execute()
  // Only ten are listed: no other unit has an alarm.
  await db
    .updateTable('device_status')
    .set({ alarm_count: 0, alarm_severity: null, alarm_keys: [], bus_status: 'unknown' })
    .execute()
  await db
    .updateTable('device_status')
    .set({ alarm_count: 1, alarm_severity: 'critical', alarm_keys: ['E01'] })
    .where('device_id', '=', unit?.device_id ?? 0)
    .execute()
  const reasonsOf = async (person: SmallAccount) =>
    (await (await as(person))(api.attentionList)).list.find(({ mac }) => mac === unit?.mac)?.reasons ?? []
  expect((await reasonsOf('province_a')).map(({ reason }) => reason)).toContain('card_expired')
  await db
    .updateTable('accounts')
    .set({ role_id: fleet.roles['County agent'] })
    .where('user_name', '=', 'province_a')
    .execute()
  expect((await reasonsOf('province_a')).map(({ reason }) => reason)).toEqual(['alarm', 'not_activated'])
  // An alarm that somebody has muted can wait, until another one comes.
  const raise = (rule_key: string, muted: boolean) =>
    db
      .insertInto('alarms')
      .values({
        device_id: unit?.device_id ?? 0,
        type: 'device_fault',
        rule_key,
        severity: 'critical',
        value: 1,
        first_at: new Date(),
        last_at: new Date(),
      })
      .returning('alarm_id')
      .executeTakeFirstOrThrow()
      .then(({ alarm_id }) => db.updateTable('alarms').set({ muted }).where('alarm_id', '=', alarm_id).execute())
  await db.deleteFrom('alarms').execute()
  await raise('e01', true)
  expect((await reasonsOf('province_a')).map(({ reason }) => reason)).not.toContain('alarm')
  await raise('e02', false)
  expect((await reasonsOf('province_a')).map(({ reason }) => reason)).toEqual(['alarm', 'not_activated'])
})
