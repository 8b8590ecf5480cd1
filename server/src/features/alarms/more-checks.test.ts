import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import { sql } from 'kysely'
import { pino } from 'pino'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { unitAt } from '../../../test/alarm-rules-case.ts'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { ignoreJobs } from '../../../test/ignore-jobs.ts'
import { packLatestBlocks } from '../../ingest/latest-blocks.ts'
import { createLayouts } from '../products/public.ts'
import { checkFrozen } from './frozen-values.ts'
import { escalateAlarms, MINUTE_CHECKS, SLOW_CHECKS } from './store-checks.ts'
import { runChecks } from './tasks.ts'

const { database, fleet, as } = useFleetConsole()
const START_MS = Date.now()
let now_ms = START_MS
const ago = (seconds: number) => new Date(now_ms - seconds * 1_000)
let deps: never
let admin: Call

beforeAll(async () => {
  for (const task of ['alarm-checks', 'alarm-checks-slow', 'alarm-detectors']) await ignoreJobs(database, task)
  deps = {
    database,
    clock: { now: () => now_ms },
    log: pino({ level: 'silent' }),
    layouts: createLayouts({ database }),
  } as never
  admin = await as('admin')
})
beforeEach(async () => {
  now_ms = START_MS
  await database.db.deleteFrom('alarms').execute()
  await database.db.deleteFrom('iccids').execute()
  await database.db.deleteFrom('device_status').execute()
})

const unit = () => unitAt(fleet, 'A1')
const status = (values: object) =>
  database.db
    .insertInto('device_status')
    .values({ device_id: unit().device_id, ...values })
    .onConflict((conflict) => conflict.column('device_id').doUpdateSet(values))
    .execute()
const found = async () =>
  (await admin(api.alarmList, { body: { sort_by: 'first_time', sort_order: 'asc' } })).list.map(
    ({ type, severity, condition, value, count }) => [type, severity, condition, value, count],
  )

describe('the card of a unit', () => {
  const ICCID = '89860324421045678901'
  const card = (values: object) =>
    database.db
      .insertInto('iccids')
      .values({
        iccid: ICCID,
        checksum_wrong: false,
        status: 'active',
        imported_at: ago(90),
        device_id: unit().device_id,
        ...values,
      })
      .execute()
  const becomes = (values: object) => database.db.updateTable('iccids').set(values).execute()
  const checked = async () => {
    await runChecks(deps, SLOW_CHECKS)
    await runChecks(deps, SLOW_CHECKS)
    await escalateAlarms(database.db, new Date(now_ms))
    return found()
  }

  it('that is stopped is an alarm until it is resumed', async () => {
    await card({ status: 'stopped' })
    expect(await checked()).toEqual([['sim_stopped', 'major', 'active', null, 1]])
    await becomes({ status: 'active' })
    expect(await checked()).toEqual([['sim_stopped', 'major', 'recovered', null, 1]])
  })

  it('that has used 80 % of its plan is a minor alarm, major once all is used, and over with the next plan', async () => {
    await card({ traffic_total_mb: 30, traffic_used_mb: 23.9 })
    expect(await checked()).toEqual([])
    await becomes({ traffic_used_mb: 24 })
    expect(await checked()).toEqual([['sim_traffic', 'minor', 'active', 80, 1]])
    await becomes({ traffic_used_mb: 31 })
    expect(await checked()).toEqual([['sim_traffic', 'major', 'active', 80, 1]])
    await becomes({ traffic_used_mb: 1 })
    expect(await checked()).toEqual([['sim_traffic', 'major', 'recovered', 80, 1]])
  })

  it('that has no plan with an end of traffic, or is in no unit, is none', async () => {
    await card({ traffic_total_mb: 0, traffic_used_mb: 500 })
    expect(await checked()).toEqual([])
    await becomes({ traffic_total_mb: 30, device_id: null })
    expect(await checked()).toEqual([])
  })

  it('that ends in 30 days is an info, in 7 days minor, ended major, and renewed no alarm', async () => {
    const in_days = (days: number) => ({ expires_at: ago(-days * 86_400) })
    await card(in_days(31))
    expect(await checked()).toEqual([])
    for (const [days, severity, value] of [
      [20, 'info', 20],
      [6.5, 'minor', 20],
      [-1, 'major', 20],
    ] as const) {
      await becomes(in_days(days))
      expect(await checked()).toEqual([['sim_expiry', severity, 'active', value, 1]])
    }
    await becomes(in_days(365))
    expect(await checked()).toEqual([['sim_expiry', 'major', 'recovered', 20, 1]])
  })

  it('that was found in another module is an alarm there until a person confirms it', async () => {
    await card({ moved_at: ago(60) })
    expect(await checked()).toEqual([['sim_moved', 'minor', 'active', null, 1]])
    await becomes({ moved_at: null })
    expect(await checked()).toEqual([['sim_moved', 'minor', 'recovered', null, 1]])
  })
})

describe('a board that is not recognized', () => {
  const recognition = (identify_status: 'unrecognized' | 'recognized') =>
    database.db.updateTable('devices').set({ identify_status }).where('device_id', '=', unit().device_id).execute()

  it('is an alarm a day after the unit was first on line, until the board is recognized', async () => {
    const first = async (seconds: number) => {
      await status({ online: true, online_since: ago(60), last_arrival_at: ago(0), first_online_at: ago(seconds) })
      await runChecks(deps, SLOW_CHECKS)
      return found()
    }
    await recognition('unrecognized')
    expect(await first(86_000)).toEqual([])
    expect(await first(86_800)).toEqual([['model_unrecognized', 'minor', 'active', null, 1]])
    await recognition('recognized')
    expect(await first(86_800)).toEqual([['model_unrecognized', 'minor', 'recovered', null, 1]])
  })
})

describe('offline', () => {
  const offlineFor = async (seconds: number) => {
    await database.db.deleteFrom('alarms').execute()
    await status({ online: false, first_online_at: ago(9_000_000), last_offline_at: ago(seconds) })
    await runChecks(deps, MINUTE_CHECKS)
    return (await found()).length
  }
  const productSays = (offline_after_s: number | null) =>
    database.db
      .updateTable('product_versions')
      .set({
        settings: sql`jsonb_set(settings, '{access,offline_after_s}', ${JSON.stringify(offline_after_s)}::jsonb)`,
      })
      .where('layout_id', '=', fleet.layout_id)
      .execute()

  it('is an alarm after the grace of the product, which overrides that of the type of network', async () => {
    // The unit of A1 is on 4G: 600 s.
    expect([await offlineFor(590), await offlineFor(610)]).toEqual([0, 1])
    await productSays(3_600)
    expect([await offlineFor(3_590), await offlineFor(3_610)]).toEqual([0, 1])
    await productSays(60)
    expect([await offlineFor(50), await offlineFor(70)]).toEqual([0, 1])
    await productSays(null)
    expect([await offlineFor(590), await offlineFor(610)]).toEqual([0, 1])
  })
})

describe('frozen values', () => {
  const FIRST_REGISTER = 14
  /** Registers of the small fleet's product: return and flow water, tenths; suction, half degrees; discharge; compressor, Hz. */
  const REGISTERS = { t_in: 14, t_out: 18, t_suction: 21, t_discharge: 27, comp_hz: 30 } as const
  const report = (values: Record<keyof typeof REGISTERS, number>) => {
    const quantity = REGISTERS.comp_hz - FIRST_REGISTER + 1
    const data = Buffer.alloc(quantity * 2)
    for (const [key, register] of Object.entries(REGISTERS))
      data.writeInt16BE(values[key as keyof typeof REGISTERS], (register - FIRST_REGISTER) * 2)
    const block = { slave: 1, fn: 3, start: FIRST_REGISTER, quantity, status: 0, data } as const
    return status({
      online: true,
      online_since: ago(90_000),
      last_report_at: ago(0),
      last_arrival_at: ago(0),
      layout_id: fleet.layout_id,
      latest_blocks: packLatestBlocks([{ block, at_s: Math.floor(now_ms / 1_000) }]),
    })
  }
  const STILL = { t_in: 301, t_out: 352, t_suction: 11, t_discharge: 62, comp_hz: 45 }
  /** A report after so many minutes, and a look at it. */
  const after = async (minutes: number, values = STILL) => {
    now_ms += minutes * 60_000
    await report(values)
    await checkFrozen(deps, new AbortController().signal)
    return found()
  }
  const switched = (enabled: boolean) =>
    admin(api.alarmDetectorSet, { params: { type: 'frozen_values' }, body: { enabled, severity: 'minor' } })

  it('are an alarm when reports come, the compressor runs and nothing measured changes for half an hour', async () => {
    await switched(true)
    expect(await after(0)).toEqual([])
    expect(await after(29)).toEqual([])
    expect(await after(1)).toEqual([['frozen_values', 'minor', 'active', 30, 1]])
    expect(await after(10)).toEqual([['frozen_values', 'minor', 'active', 30, 1]])
    // A compressor that stops moves no value that is frozen.
    expect(await after(10, { ...STILL, comp_hz: 0 })).toEqual([['frozen_values', 'minor', 'active', 30, 1]])
    expect(await after(10, { ...STILL, t_out: 353 })).toEqual([['frozen_values', 'minor', 'recovered', 30, 1]])
  })

  it('are none while one value moves, the compressor stands, or no report comes', async () => {
    await switched(true)
    for (let n = 0; n < 5; n += 1) await after(10, { ...STILL, t_discharge: 60 + n })
    expect(await found()).toEqual([])
    for (let n = 0; n < 5; n += 1) await after(10, { ...STILL, comp_hz: 0 })
    expect(await found()).toEqual([])
    await after(10)
    now_ms += 40 * 60_000
    await checkFrozen(deps, new AbortController().signal)
    expect(await found()).toEqual([])
  })

  it('are found on a fleet that is too large for one turn: the next one goes on where it ended', async () => {
    const UNITS = 450
    await sql`insert into devices (mac, device_name, product_key, agent_path, net, secret_sealed, imported_user, import_time)
      select 'c4c1' || lpad(to_hex(n), 8, '0'), '', ${fleet.product_key}, '/', 'wifi', ''::bytea, 'factory', now()
      from generate_series(1, ${UNITS - 1}) n`.execute(database.db)
    await switched(true)
    await report(STILL)
    await sql`insert into device_status (device_id, online, online_since, last_report_at, last_arrival_at, layout_id, latest_blocks)
      select devices.device_id, online, online_since, last_report_at, last_arrival_at, layout_id, latest_blocks
      from device_status cross join devices where mac like 'c4c1%'`.execute(database.db)
    await sql`truncate alarm_frozen_units`.execute(database.db)
    await sql`update alarm_frozen_progress set device_id = 0`.execute(database.db)
    const counted = async () =>
      Number((await sql<{ n: string }>`select count(*) as n from alarm_frozen_units`.execute(database.db)).rows[0]?.n)
    const seen = []
    for (let turn = 1; turn <= 3; turn += 1) {
      // Each look at the clock takes longer than a part of the fleet may: a turn has time for one part.
      let looks = 0
      const clock = { now: () => now_ms + 20_000 * looks++ }
      await checkFrozen({ ...(deps as object), clock } as never, new AbortController().signal)
      seen.push(await counted())
    }
    expect(seen).toEqual([200, 400, UNITS])
    // With enough time a turn looks at each unit, from wherever it begins.
    await sql`truncate alarm_frozen_units`.execute(database.db)
    await sql`update alarm_frozen_progress set device_id = (select max(device_id) - 100 from device_status)`.execute(
      database.db,
    )
    await checkFrozen(deps, new AbortController().signal)
    expect(await counted()).toBe(UNITS)
    await sql`delete from devices where mac like 'c4c1%'`.execute(database.db)
  })

  it('are looked at only while the manufacturer has switched the type on; off, its alarms recover', async () => {
    await switched(false)
    for (let n = 0; n < 5; n += 1) await after(10)
    expect(await found()).toEqual([])
    await switched(true)
    for (let n = 0; n < 5; n += 1) await after(10)
    expect(await found()).toEqual([['frozen_values', 'minor', 'active', 30, 1]])
    await switched(false)
    expect(await found()).toEqual([['frozen_values', 'minor', 'recovered', 30, 1]])
  })
})
