import { api } from '@heatfleet/contract/api.ts'
import { beforeEach, expect, test } from 'vitest'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { codeOf } from '../../../test/refusals.ts'

const { database, fleet, console_, as } = useFleetConsole()

const MINUTE_MS = 60_000
const macOf = (at: number): string => fleet.devices[at]?.mac ?? ''

// Four of the six units are simulated: those at A, A1, A11 and B.
beforeEach(async () => {
  await database.pool.query('truncate planted_events cascade')
  await database.pool.query('update devices set simulated = mac = any($1)', [[0, 1, 2, 5].map(macOf)])
  console_.planted.length = 0
})

const power_cut = { kind: 'power_cut', target: { by: 'all' }, minutes: 30 } as const
const plantedNow = () => console_.planted.at(-1) ?? []

test('the overview counts simulated units, names their faults and lists what is planted', async () => {
  const admin = await as('admin')
  expect(await admin(api.simulator)).toMatchObject({ units: 4, online: 0, virtual_units: 0, events: [] })
  const { products } = await admin(api.simulator)
  expect(products).toMatchObject([{ product_key: fleet.product_key, units: 4 }])
  expect(products[0]?.faults.find(({ key }) => key === 'f14')?.names.en).toBe('Low pressure')
  await admin(api.plantEvent, { body: power_cut })
  const [event] = (await admin(api.simulator)).events
  expect(event).toMatchObject({ kind: 'power_cut', state: 'active', units: 4, offline: 4, created_by: 'admin' })
})

test.each([
  [{ by: 'all' }, [0, 1, 2, 5]],
  [{ by: 'macs', macs: [1, 3] }, [1]],
  [{ by: 'agent', agent: 'A1' }, [1, 2]],
  [{ by: 'region', region_code: '330100' }, [1, 2]],
  [{ by: 'region', region_code: '320000' }, [5]],
] as const)('at %o it reaches the simulated units there and no real one', async (named, expected) => {
  const admin = await as('admin')
  const target =
    named.by === 'macs'
      ? { by: named.by, macs: named.macs.map(macOf) }
      : named.by === 'agent'
        ? { by: named.by, agent_id: fleet.distributors[named.agent].agent_id }
        : named
  expect((await admin(api.simulatorUnits, { body: { target } })).units).toBe(expected.length)
  const { units } = await admin(api.plantEvent, { body: { ...power_cut, target } })
  expect(units).toBe(expected.length)
  expect(plantedNow().map(({ dids }) => dids)).toEqual([expected.map(macOf).sort()])
})

test('a fault goes to the simulator with its point, and only one that the product has', async () => {
  const admin = await as('admin')
  const fault = { kind: 'fault' as const, target: { by: 'macs' as const, macs: [macOf(0)] }, minutes: 5 }
  expect(await codeOf(admin(api.plantEvent, { body: fault }))).toBe('fault_required')
  const named = { ...fault, product_key: fleet.product_key }
  expect(await codeOf(admin(api.plantEvent, { body: { ...named, fault_key: 't_in' } }))).toBe('fault_point_unknown')
  const { event_id } = await admin(api.plantEvent, { body: { ...named, fault_key: 'f14' } })
  expect(plantedNow()).toMatchObject([{ event_id, kind: 'fault', fault_key: 'f14', delta_k: null, dids: [macOf(0)] }])
})

test('a cold wave has its difference, bounds and an end', async () => {
  const admin = await as('admin')
  const wave = { kind: 'cold_wave', target: { by: 'all' }, minutes: 120, starts_in_min: 10 } as const
  expect(await codeOf(admin(api.plantEvent, { body: wave }))).toBe('delta_required')
  expect(await codeOf(admin(api.plantEvent, { body: { ...wave, delta_k: -90 } }))).toBe('invalid_input')
  expect(await codeOf(admin(api.plantEvent, { body: { ...wave, delta_k: -15, minutes: 20_000 } }))).toBe(
    'invalid_input',
  )
  await admin(api.plantEvent, { body: { ...wave, delta_k: -15 } })
  const [played] = plantedNow()
  expect(played?.delta_k).toBe(-15)
  expect((played?.ends_ms ?? 0) - (played?.starts_ms ?? 0)).toBe(120 * MINUTE_MS)
  expect((await admin(api.simulator)).events[0]?.state).toBe('planned')
})

test('low flow is planted without a fault point', async () => {
  const admin = await as('admin')
  const { event_id } = await admin(api.plantEvent, { body: { ...power_cut, kind: 'low_flow' } })
  expect(plantedNow()).toMatchObject([{ event_id, kind: 'low_flow', fault_key: null, delta_k: null }])
  expect((await admin(api.simulator)).events[0]).toMatchObject({ kind: 'low_flow', state: 'active' })
})

test('what is taken back is no longer played, and cannot be taken back again', async () => {
  const admin = await as('admin')
  const { event_id } = await admin(api.plantEvent, { body: power_cut })
  await admin(api.takeBackEvent, { body: { event_id } })
  expect(plantedNow()).toEqual([])
  expect((await admin(api.simulator)).events[0]).toMatchObject({ state: 'taken_back', ended_by: 'admin' })
  expect(await codeOf(admin(api.takeBackEvent, { body: { event_id } }))).toBe('planted_event_over')
})

test('an event that is over is not played any more', async () => {
  const admin = await as('admin')
  await admin(api.plantEvent, { body: power_cut })
  console_.jump(31 * MINUTE_MS)
  await admin(api.plantEvent, { body: { ...power_cut, kind: 'bus_cut' } })
  expect(plantedNow().map(({ kind }) => kind)).toEqual(['bus_cut'])
  expect((await admin(api.simulator)).events.map(({ state }) => state)).toEqual(['active', 'over'])
})

test('nothing is planted where no unit is simulated, and the menu lists the screen only where one is', async () => {
  const admin = await as('admin')
  const entry = async () =>
    (await admin(api.roleMenu)).flatMap(({ children }) => children).find(({ path }) => path === '/system/simulator')
  expect((await entry())?.hidden).toBe(false)
  await database.pool.query('update devices set simulated = false')
  expect((await entry())?.hidden).toBe(true)
  expect(await codeOf(admin(api.plantEvent, { body: power_cut }))).toBe('no_simulated_unit')
})

test('planting and taking back are in the audit log', async () => {
  const admin = await as('admin')
  const { event_id } = await admin(api.plantEvent, { body: power_cut })
  await admin(api.takeBackEvent, { body: { event_id } })
  const rows = await database.db
    .selectFrom('audit_log')
    .select(['action', 'object', 'user_name'])
    .where('object', '=', `planted-event ${event_id}`)
    .orderBy('audit_id')
    .execute()
  expect(rows.map(({ action }) => action)).toEqual(['plantEvent', 'takeBackEvent'])
})

test('nobody but the administrators of the manufacturer sees it', async () => {
  for (const account of ['staff', 'auditor', 'province_a'] as const) {
    const call = await as(account)
    expect(await codeOf(call(api.simulator))).toBe('no_permission')
    expect(await codeOf(call(api.plantEvent, { body: power_cut }))).toBe('no_permission')
  }
})
