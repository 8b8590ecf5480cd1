import { api } from '@heatfleet/contract/api.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import { expect, test } from '@playwright/test'
import { connectPush } from '../push-client.ts'
import { type SignedIn, sharedSession } from '../running.ts'
import { demoUnits } from './demo-units.ts'
import { enter } from './steps.ts'

/** The administrator and two distributors of the demo of which neither is above the other. */
type People = { admin: SignedIn; own: SignedIn; sibling: SignedIn }
let people: People
let own_macs: string[]
let foreign: { mac: string; device_name: string }

test.beforeAll(async () => {
  people = {
    admin: await sharedSession(),
    own: await sharedSession('malopolska'),
    sibling: await sharedSession('zhejiang'),
  }
  own_macs = (await demoUnits(people.own)).map(({ mac }) => mac)
  // The first journeys begin while the units of the demo still connect.
  const findOnline = async () =>
    (await demoUnits(people.sibling)).find(({ online_status }) => online_status === 'online')
  await expect.poll(findOnline, { message: 'a unit of the sibling is online' }).toBeDefined()
  foreign = (await findOnline()) ?? foreign
})

/** The error code of a call; `none` = it succeeded. */
const refusalOf = (answer: Promise<unknown>): Promise<string> =>
  answer.then(
    () => 'none',
    (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
  )

test('by list: each distributor sees its own units, the administrator all of them', async () => {
  const [all, own, sibling] = await Promise.all(
    [people.admin, people.own, people.sibling].map(async (person) => (await demoUnits(person)).map(({ mac }) => mac)),
  )
  expect(all).toHaveLength(200)
  expect(own?.length).toBeGreaterThan(10)
  expect(sibling?.length).toBeGreaterThan(10)
  expect(all).toEqual(expect.arrayContaining([...(own ?? []), ...(sibling ?? [])]))
  expect(own?.filter((mac) => sibling?.includes(mac))).toEqual([])

  // A filter by the foreign unit or by its distributor finds nothing either.
  const { call } = people.own
  const page_1 = { pageNo: 1, size: 999 }
  const theirs = await people.sibling.call(api.menuAgents)
  expect((await call(api.deviceList, { query: page_1, body: { macs: [foreign.mac] } })).total).toBe(0)
  expect((await call(api.deviceList, { query: page_1, body: { search: foreign.mac } })).total).toBe(0)
  for (const { agent_id } of theirs.slice(0, 3))
    expect((await call(api.deviceList, { query: page_1, body: { agent_id } })).total).toBe(0)
  const names = (await call(api.menuAgents)).map(({ agent_id }) => agent_id)
  expect(theirs.filter(({ agent_id }) => names.includes(agent_id))).toEqual([])
})

test('by the console: list, search and the address of a foreign unit', async ({ page }) => {
  await enter(page, '/device/device-list', people.own)
  await expect(page.getByText(`${own_macs.length} in your scope`)).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox').fill(foreign.mac)
  await expect(page.getByText(`No results for “${foreign.mac}”`)).toBeVisible()
  await page.keyboard.press('Escape')

  await page.goto(`/#/device/device-detail/${foreign.mac}`)
  await expect(page.getByText('No longer exists')).toBeVisible()
  await expect(page.getByText('It was deleted or is outside your scope.')).toBeVisible()
  await expect(page.getByText(foreign.device_name)).toHaveCount(0)
  await page.getByRole('button', { name: 'Back to the device list' }).click()
  await expect(page).toHaveURL(/#\/device\/device-list/)
})

test('by the administrator’s console the same unit opens', async ({ page }) => {
  await enter(page, `/device/device-detail/${foreign.mac}`, people.admin)
  await expect(page.getByRole('heading', { level: 1, name: foreign.device_name })).toBeVisible()
})

test('by call: a foreign unit does not exist, neither to read nor to change', async () => {
  const [mac] = own_macs
  if (mac === undefined) throw new Error('no unit of its own')
  const { call } = people.own
  const page_1 = { pageNo: 1, size: 20 }
  const period = { from: new Date(Date.now() - 3_600_000).toISOString(), to: new Date().toISOString() }
  const calls = {
    deviceInfo: (of: string) => call(api.deviceInfo, { query: { mac: of } }),
    deviceModel: (of: string) => call(api.deviceModel, { query: { mac: of } }),
    historyData: (of: string) => call(api.historyData, { body: { macs: [of], points: ['t_out'], ...period } }),
    listCurve: (of: string) => call(api.listCurve, { body: { mac: of, points: ['t_out'] } }),
    bindUserList: (of: string) => call(api.bindUserList, { query: { mac: of, ...page_1 } }),
    deviceFavourite: (of: string) => call(api.deviceFavourite, { query: { mac: of, favourite: 'false' } }),
  }
  for (const [name, callFor] of Object.entries(calls)) {
    expect(await refusalOf(callFor(mac)), `${name} of an own unit`).toBe('none')
    expect(await refusalOf(callFor(foreign.mac)), `${name} of a foreign unit`).toBe('device_not_found')
  }
  // An own unit beside a foreign one gives no access either.
  expect(
    await refusalOf(call(api.historyData, { body: { macs: [mac, foreign.mac], points: ['t_out'], ...period } })),
  ).toBe('device_not_found')
  expect(await refusalOf(call(api.deviceUpdate, { query: { mac: foreign.mac, device_name: 'Written' } }))).toBe(
    'device_not_found',
  )
  const kept = await people.sibling.call(api.deviceInfo, { query: { mac: foreign.mac } })
  expect(kept.device_name).toBe(foreign.device_name)
})

test('by socket: a foreign unit is neither watched nor set, and nothing of it arrives', async () => {
  const [owner, stranger] = await Promise.all([connectPush(people.sibling), connectPush(people.own)])
  const { mac } = foreign
  const points = [{ key: 'sp_heat', value: 30 }]
  expect(await stranger.send({ cmd: 'WatchDevices', macs: [mac] })).toMatchObject({ error: 'device_not_found' })
  expect(await stranger.send({ cmd: 'LiveView', mac })).toMatchObject({ error: 'device_not_found' })
  expect(await stranger.send({ cmd: 'RefreshDevice', mac })).toMatchObject({ error: 'device_not_found' })
  expect(await stranger.send({ cmd: 'ControlDevice', mac, points })).toMatchObject({ error: 'device_not_found' })

  expect(await owner.send({ cmd: 'WatchDevices', macs: [mac] })).toMatchObject({ error: null })
  expect(await owner.send({ cmd: 'LiveView', mac })).toMatchObject({ error: null })
  await expect.poll(() => owner.pushesOf(mac).length).toBeGreaterThanOrEqual(2)
  expect(stranger.pushesOf(mac)).toEqual([])
  owner.close()
  stranger.close()

  // A refused command leaves no entry in the log, and the log of one sibling is hidden from the other.
  const filter = { query: { pageNo: 1, size: 20 }, body: { macs: [mac] } }
  expect((await people.own.call(api.controlLog, filter)).total).toBe(0)
  const theirs = await people.admin.call(api.controlLog, filter)
  expect(theirs.list.filter(({ operator_name }) => operator_name === 'malopolska')).toEqual([])
})
