import type { ControlFilter } from '@heatfleet/contract/controls/controls.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { seedSmallFleet, useDatabase } from '../../../test/database.ts'
import { createMovedClock } from '../../../test/moved-clock.ts'
import { blockOf } from '../../../test/report-bytes.ts'
import { signIn } from '../../../test/sign-in.ts'
import type { SmallAccount, SmallFleet } from '../../../test/small-fleet.ts'
import { packLatestBlocks } from '../../ingest/latest-blocks.ts'
import { insertAuditLine } from '../audit/public.ts'
import { createLayouts, type Layouts } from '../products/public.ts'
import { acceptControl, type RequestedValue } from './accept-control.ts'
import { controlHandlers } from './handlers.ts'

const NOW = Date.UTC(2026, 10, 20, 8)

describe('the control log', () => {
  const database = useDatabase()
  const clock = createMovedClock(NOW)
  const bus = { publish: () => {}, subscribe: () => () => {} }
  const origin = { source: 'console', address: '10.0.0.7', user_agent: 'test', request_id: 'r-1' } as const
  let fleet: SmallFleet
  let layouts: Layouts

  const set = async (account: SmallAccount, points: RequestedValue[], mac = fleet.devices[2]?.mac ?? '') => {
    const { caller } = await signIn({ database, clock }, fleet.accounts[account])
    const writeAudit = (line: Parameters<typeof insertAuditLine>[1]) => insertAuditLine(database.db, line)
    return acceptControl({ database, clock, bus, layouts, writeAudit }, caller, origin, { mac, points })
  }
  const log = async (account: SmallAccount, filter: Partial<ControlFilter> = {}, size = 999) => {
    const body = { include_lower: true, sort_order: 'desc', ...filter } as const
    const { caller } = await signIn({ database, clock }, fleet.accounts[account])
    const call = {
      caller,
      address: '',
      user_agent: '',
      request_id: '',
      note: () => {},
      signal: new AbortController().signal,
    }
    return controlHandlers({ database, clock, secret_key: Buffer.alloc(32), layouts }).controlLog(
      { params: undefined, query: { pageNo: 1, size }, body },
      call,
    )
  }

  beforeAll(async () => {
    fleet = await seedSmallFleet(database.db)
    layouts = createLayouts({ database })
    const latest_blocks = packLatestBlocks([{ block: blockOf({ 204: 90 }), at_s: NOW / 1000 }])
    await database.db.updateTable('device_status').set({ online: true, latest_blocks }).execute()
    await database.db
      .updateTable('accounts')
      .set({ email: 'a11@example.com', phone: '13800000011' })
      .where('user_name', '=', 'county_a11')
      .execute()
  })
  beforeEach(async () => {
    await database.db.deleteFrom('control_log').execute()
  })

  it('lists the log newest first, with names of the point and a total beyond the page', async () => {
    await set('county_a11', [{ key: 'sp_heat', value: 40 }])
    clock.move(1_000)
    await set('city_a1', [{ key: 'sp_heat', value: 41 }])
    const page = await log('province_a', {}, 1)
    expect(page).toMatchObject({ total: 2, pageNo: 1, size: 1 })
    expect(page.list).toMatchObject([
      {
        new_value: 41,
        operator_name: 'city_a1',
        names: { en: 'Heating set-point' },
        unit: '°C',
        address: 204,
        state: 'queued',
      },
    ])
  })

  it('hides contact data from others, not from the person', async () => {
    await set('county_a11', [{ key: 'sp_heat', value: 40 }])
    expect((await log('province_a')).list[0]).toMatchObject({
      operator_email: 'a***@example.com',
      operator_phone: '13***11',
    })
    expect((await log('county_a11')).list[0]).toMatchObject({
      operator_email: 'a11@example.com',
      operator_phone: '13800000011',
    })
    expect((await log('admin')).list[0]).toMatchObject({ operator_phone: '13800000011' })
  })

  it('does not reveal hidden contact data by searching for it', async () => {
    await set('county_a11', [{ key: 'sp_heat', value: 40 }])
    const found = async (account: SmallAccount, operator: string) => (await log(account, { operator })).total
    expect(await found('province_a', '13800000011')).toBe(0)
    expect(await found('admin', '13800000011')).toBe(1)
    expect(await found('county_a11', '13800000011')).toBe(1)
    expect(await found('province_a', 'COUNTY')).toBe(1)
    expect(await found('admin', '%')).toBe(0)
  })

  it('narrows the log by each of its filters', async () => {
    const mac = fleet.devices[2]?.mac ?? ''
    const [{ control_id } = { control_id: 0 }] = await set('county_a11', [{ key: 'sp_heat', value: 40 }], mac)
    const at = new Date(clock.now()).toISOString()
    const later = new Date(clock.now() + 1).toISOString()
    const { A, A1, B } = fleet.distributors
    const cases: [Partial<ControlFilter>, number][] = [
      [{ macs: [mac] }, 1],
      [{ macs: [fleet.devices[3]?.mac ?? ''] }, 0],
      [{ search: mac.slice(0, 13) }, 1],
      [{ search: 'no such unit' }, 0],
      [{ search: '%' }, 0],
      [{ product_key: fleet.product_key }, 1],
      [{ product_key: 'other' }, 0],
      [{ agent_id: A.agent_id }, 1],
      [{ agent_id: A.agent_id, include_lower: false }, 0],
      [{ agent_id: A1.agent_id }, 1],
      [{ agent_id: B.agent_id }, 0],
      [{ agent_id: 0 }, 0],
      [{ operator_email: 'A11@EXAMPLE' }, 1],
      [{ operator_email: '%' }, 0],
      [{ operator_phone: '0000011' }, 1],
      [{ operator_phone: '999' }, 0],
      [{ source: 'console' }, 1],
      [{ source: 'rollout' }, 0],
      [{ point_key: 'sp_heat' }, 1],
      [{ point_key: 'sp_dhw' }, 0],
      [{ state: 'queued' }, 1],
      [{ state: 'verified' }, 0],
      [{ rollout_id: 1 }, 0],
      [{ request_id: 'r-1' }, 1],
      [{ request_id: 'r-2' }, 0],
      [{ control_id }, 1],
      [{ control_id: control_id + 1 }, 0],
      [{ from: at, to: later }, 1],
      [{ from: later }, 0],
    ]
    for (const [filter, total] of cases) expect([filter, (await log('admin', filter)).total]).toEqual([filter, total])
    // A distributor beside the own one has nothing, whatever it has.
    expect((await log('province_b', { agent_id: A1.agent_id })).total).toBe(0)
  })

  it('names the operator by contact data to those who may see them, and to the operator', async () => {
    await set('county_a11', [{ key: 'sp_heat', value: 40 }])
    const found = async (account: SmallAccount) => [
      (await log(account, { operator_email: 'a11@example.com' })).total,
      (await log(account, { operator_phone: '13800000011' })).total,
      (await log(account)).list[0]?.operator_address,
    ]
    expect(await found('admin')).toEqual([1, 1, '10.0.0.7'])
    expect(await found('province_a')).toEqual([0, 0, ''])
    expect(await found('county_a11')).toEqual([1, 1, '10.0.0.7'])
  })

  it('is read in either order of time', async () => {
    await set('city_a1', [{ key: 'sp_heat', value: 40 }])
    clock.move(1_000)
    await set('city_a1', [{ key: 'sp_heat', value: 41 }])
    const values = async (sort_order: 'asc' | 'desc') =>
      (await log('admin', { sort_order })).list.map(({ new_value }) => new_value)
    expect([await values('asc'), await values('desc')]).toEqual([
      [40, 41],
      [41, 40],
    ])
  })

  // Fails when the scope predicate is taken out of matchingControls.
  it("shows nothing of a sibling's devices", async () => {
    await set('county_a11', [{ key: 'sp_heat', value: 40 }])
    expect(await log('city_a2')).toMatchObject({ total: 0, list: [] })
    expect(await log('city_a1')).toMatchObject({ total: 1 })
  })
})
