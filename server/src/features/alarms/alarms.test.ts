import type { AlarmFilter } from '@heatfleet/contract/alarms/alarm.ts'
import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import { pino } from 'pino'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.ts'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { raiseAlarm } from '../../../test/raise-alarm.ts'
import { codeOf } from '../../../test/refusals.ts'
import { escalateAlarms, MINUTE_CHECKS, SLOW_CHECKS } from './store-checks.ts'
import { runChecks } from './tasks.ts'

const { database, fleet, as } = useFleetConsole()
const NOW = new Date()
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1000)
const deps = { database, clock: { now: () => NOW.getTime() }, log: pino({ level: 'silent' }) } as never
const RAISED = { first_at: ago(600), last_at: ago(600) }
let admin: Call
let city: Call
let county: Call

beforeAll(async () => {
  admin = await as('admin')
  city = await as('city_a1')
  county = await as('county_a11')
})
beforeEach(async () => {
  await database.db.deleteFrom('alarms').execute()
})

/** Devices of A1: `city_a1` sees it, `city_a2` does not. */
const unit = (at = 'A1') => {
  const device = fleet.devices.find((one) => one.at === at)
  if (device === undefined) throw new Error(`The small fleet has no unit at ${at}.`)
  return device
}
const raise = (more: object = {}, device = unit()) => raiseAlarm(database.db, device.device_id, { ...RAISED, ...more })
const at = (id: number) => ({ params: { id } })
const text = (said: string) => ({ body: { text: said } })
const listed = async (filter: Partial<AlarmFilter>, call = admin) =>
  (await call(api.alarmList, { body: filter })).list.map(({ alarm_id }) => alarm_id)

describe('handling', () => {
  it('is accepted, processed, closed and reopened, each with who did it', async () => {
    const id = await raise()
    expect(await city(api.alarmAccept, at(id))).toMatchObject({ handling: 'in_process', assignee: 'city_a1' })
    expect(await codeOf(admin(api.alarmAccept, at(id)))).toBe('alarm_state')
    expect(await city(api.alarmProcess, { ...at(id), ...text('Sensor replaced.') })).toMatchObject({
      handling: 'processed',
      condition: 'active',
    })
    await city(api.alarmClose, { ...at(id), ...text('Done.') })
    const open = await city(api.alarmReopen, { ...at(id), ...text('It is back.') })
    expect(open.handling).toBe('in_process')
    await city(api.alarmComment, { ...at(id), ...text('Parts ordered.') })
    const { log } = await city(api.alarmInfo, at(id))
    expect(log.map(({ kind, author, text: said }) => [kind, author, said])).toEqual([
      ['accepted', 'city_a1', ''],
      ['processed', 'city_a1', 'Sensor replaced.'],
      ['closed', 'city_a1', 'Done.'],
      ['reopened', 'city_a1', 'It is back.'],
      ['comment', 'city_a1', 'Parts ordered.'],
    ])
  })

  it('an acceptance is taken back by who accepted, and by nobody else', async () => {
    const id = await raise()
    await city(api.alarmAccept, at(id))
    const release = { ...at(id), body: { release: true } }
    expect(await codeOf(admin(api.alarmAccept, release))).toBe('alarm_state')
    expect(await city(api.alarmAccept, release)).toMatchObject({ handling: 'unprocessed', assignee_uid: null })
  })

  it('is assigned to accounts that see the device, and to no other', async () => {
    const id = await raise()
    const { accounts } = fleet
    const assign = (uid: number) => admin(api.alarmAssign, { ...at(id), body: { assignee_uid: uid } })
    expect(await codeOf(assign(accounts.city_a2))).toBe('handler_out_of_reach')
    expect(await assign(accounts.city_a1)).toMatchObject({ handling: 'in_process', assignee: 'city_a1' })
    const offered = await admin(api.alarmAssignees, at(id))
    expect(offered.map(({ user_name }) => user_name)).toContain('city_a1')
    expect(offered.map(({ user_name }) => user_name)).not.toContain('city_a2')
  })

  it('a batch closes what may be closed and says what not', async () => {
    const [open, closed] = [await raise(), await raise({ rule_key: 'f02', handling: 'closed' })]
    const { batch_id } = await admin(api.batchCreate, {
      body: { action: 'alarm-close', which: { by: 'ids', ids: [open, closed] }, input: { text: 'Storm is over.' } },
    })
    const results = async () => (await admin(api.batchItems, at(batch_id))).list.map(({ result }) => result)
    await eventually(results).toEqual(['ok', 'alarm_state'])
    expect(await admin(api.alarmInfo, at(open))).toMatchObject({ handling: 'closed' })
  })
})

describe('the list', () => {
  it('finds by each filter', async () => {
    const other = unit('B')
    const one = await raise()
    const two = await raise(
      {
        type: 'offline',
        rule_key: '',
        code: null,
        severity: 'minor',
        value: null,
        last_at: ago(60),
        recovered_at: ago(30),
        count: 3,
        handling: 'in_process',
        assignee_uid: fleet.accounts.admin,
      },
      other,
    )
    const only: [Partial<AlarmFilter>, number[]][] = [
      [{}, [two, one]],
      [{ sort_order: 'asc' }, [one, two]],
      [{ sort_by: 'severity' }, [one, two]],
      [{ sort_by: 'first_time', tab: 'all' }, [two, one]],
      [{ condition: 'active' }, [one]],
      [{ condition: 'recovered' }, [two]],
      [{ handling: 'in_process' }, [two]],
      [{ severity: 'major' }, [one]],
      [{ type: 'offline' }, [two]],
      [{ code: 'F01' }, [one]],
      [{ product_key: fleet.product_key }, [two, one]],
      [{ product_key: 'other' }, []],
      [{ under: fleet.distributors.A.agent_id }, [one]],
      [{ search: other.mac }, [two]],
      [{ mac: unit().mac }, [one]],
      [{ assignee_uid: fleet.accounts.admin }, [two]],
      [{ assignee: 'DMI' }, [two]],
      [{ assignee: 'd_in' }, []],
      [{ country: 'CN', under: fleet.distributors.A.agent_id }, [one]],
      [{ country: 'PL' }, []],
      [{ longer_than_minutes: 5 }, [one]],
      [{ longer_than_minutes: 15 }, []],
      [{ last_from: ago(120).toISOString() }, [two]],
      [{ last_to: ago(120).toISOString() }, [one]],
      [{ repeated: true }, [two]],
      [{ repeated: false }, [one]],
      [{ tab: 'unprocessed' }, [one]],
      [{ tab: 'in_process' }, [two]],
      [{ tab: 'processed' }, []],
      [{ tab: 'recovered' }, [two]],
      [{ tab: 'mine' }, [two]],
    ]
    for (const [filter, ids] of only) expect([filter, await listed(filter)]).toEqual([filter, ids])
    expect(await listed({}, county)).toEqual([])
    expect(await listed({}, city)).toEqual([one])
    const none = { unprocessed: 0, in_process: 0, overdue: 0, processed: 0, closed: 0, recovered: 0, mine: 0, all: 0 }
    expect(await admin(api.alarmCounts)).toEqual({
      ...none,
      unprocessed: 1,
      in_process: 1,
      recovered: 1,
      mine: 1,
      all: 2,
    })
    expect(await city(api.alarmCounts)).toEqual({ ...none, unprocessed: 1, all: 1 })
  })
})

describe('checks', () => {
  const status = (values: object, device = unit()) =>
    database.db
      .insertInto('device_status')
      .values({ device_id: device.device_id, ...values })
      .onConflict((conflict) => conflict.column('device_id').doUpdateSet(values))
      .execute()
  const found = async () =>
    (await admin(api.alarmList, { body: {} })).list.map(({ type, severity, condition, count }) => [
      type,
      severity,
      condition,
      count,
    ])

  it('a unit that is offline longer than its grace is one alarm until it is back, major after a day', async () => {
    // The unit of A1 is on 4G.
    const grace_s = 600
    await status({ online: false, first_online_at: ago(9_000_000), last_offline_at: ago(grace_s - 10) })
    await runChecks(deps, MINUTE_CHECKS)
    expect(await found()).toEqual([])
    await status({ last_offline_at: ago(grace_s + 10) })
    await runChecks(deps, MINUTE_CHECKS)
    await runChecks(deps, MINUTE_CHECKS)
    expect(await found()).toEqual([['offline', 'minor', 'active', 1]])
    await escalateAlarms(database.db, new Date(NOW.getTime() + 90_000_000))
    expect(await found()).toEqual([['offline', 'major', 'active', 1]])
    await status({ online: true, online_since: NOW, last_arrival_at: NOW })
    await runChecks(deps, MINUTE_CHECKS)
    expect(await found()).toEqual([['offline', 'major', 'recovered', 1]])
  })

  it('a card near its end, water near freezing and silence while online are alarms until they end', async () => {
    await status({
      online: true,
      online_since: ago(9000),
      last_arrival_at: ago(3600),
      last_report_at: ago(3600),
      flow_c: 2,
    })
    const card = { iccid: '89860324421045678901', checksum_wrong: false, status: 'active', imported_at: NOW } as const
    const ends = (days: number) => ({ expires_at: new Date(NOW.getTime() + days * 86_400_000) })
    await database.db
      .insertInto('iccids')
      .values({ ...card, ...ends(5), device_id: unit().device_id })
      .execute()
    await runChecks(deps, SLOW_CHECKS)
    await runChecks(deps, SLOW_CHECKS)
    expect(new Set(await found())).toEqual(
      new Set(
        ['frost_risk critical', 'no_data minor', 'sim_expiry minor'].map((is) => [...is.split(' '), 'active', 1]),
      ),
    )
    await status({ last_arrival_at: NOW, last_report_at: NOW, flow_c: 30 })
    await database.db.updateTable('iccids').set(ends(400)).execute()
    await runChecks(deps, SLOW_CHECKS)
    expect((await found()).map(([, , condition]) => condition)).toEqual(['recovered', 'recovered', 'recovered'])
  })

  it('a setting that reads back otherwise is an alarm until it is verified', async () => {
    const control = {
      device_id: unit().device_id,
      uid: fleet.accounts.admin,
      operator_name: 'admin',
      source: 'console',
      point_key: 'sp_dhw',
      layout_id: fleet.layout_id,
      new_value: 45,
      expires_at: NOW,
    } as const
    const write = (state: 'mismatch' | 'verified', control_time: Date, read_back: number) =>
      database.db
        .insertInto('control_log')
        .values({ ...control, state, control_time, read_back })
        .execute()
    await write('mismatch', ago(300), 40)
    await runChecks(deps, MINUTE_CHECKS)
    expect(await admin(api.alarmList, { body: { type: 'control_mismatch' } })).toMatchObject({
      list: [{ rule_key: 'sp_dhw', value: 40, condition: 'active' }],
    })
    await write('verified', ago(100), 45)
    await runChecks(deps, MINUTE_CHECKS)
    await runChecks(deps, MINUTE_CHECKS)
    expect(await admin(api.alarmList, { body: { type: 'control_mismatch' } })).toMatchObject({
      list: [{ condition: 'recovered', count: 1 }],
    })
  })
})
