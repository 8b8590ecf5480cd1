import { api } from '@heatfleet/contract/api.ts'
import { expect, type Locator, type Page } from '@playwright/test'
import { connectPush } from '../push-client.ts'
import { type SignedIn, sharedSession } from '../running.ts'
import { test } from './close-contexts.ts'
import { addUnits, demoUnits, ownUnits, waitForDemo } from './demo-units.ts'
import { keyboardOf, watchInteractions } from './keyboard-steps.ts'
import { enter, openScreens } from './steps.ts'

const POINT = 'Heating set-point'
const KEY = 'sp_heat'

const palette = (page: Page) => page.getByRole('dialog', { name: 'Command palette' })
const chosenIn = (page: Page) => palette(page).getByRole('option', { selected: true })
const celsius = (value: number) => `${value.toFixed(1)} °C`

/** The device list, ready for the first press. */
const begin = async (page: Page, person?: SignedIn) => {
  await watchInteractions(page)
  await enter(page, '/device/device-list', person)
  await expect(page.getByRole('grid', { name: 'Devices' })).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}

/** Two units of these journeys whose last four digits no other unit has. */
const pickUnits = async (person: SignedIn) => {
  const ends = (await demoUnits(person)).map(({ mac }) => mac.slice(-4))
  const [one, other] = (await ownUnits('keyboard')).filter(
    ({ mac }) => /\d{4}$/.test(mac) && ends.filter((end) => mac.endsWith(end)).length === 1,
  )
  if (one === undefined || other === undefined) throw new Error('fewer than two units of the demo are on line')
  return [one, other] as const
}

const focused = (control: Locator) => expect(control).toBeFocused()

test('a device is found by its last four digits and gets another set-point', async ({ page }, info) => {
  await waitForDemo()
  const [{ mac, device_name }] = await pickUnits(await sharedSession())
  await begin(page)
  const hand = keyboardOf(page, info)
  await hand.press('Control+k')
  await focused(palette(page).getByRole('combobox'))
  await hand.type(mac.slice(-4))
  await expect(chosenIn(page)).toContainText(mac)
  await hand.press('Enter')
  await expect(openScreens(page).getByRole('button', { name: device_name, exact: true })).toBeVisible()

  await hand.tabTo(page.getByRole('button', { name: 'Control', exact: true }))
  await hand.press('Enter')
  const setting = page.getByRole('tabpanel', { name: 'Control' }).getByRole('textbox', { name: POINT, exact: true })
  await hand.tabTo(setting)
  const old = Number(await setting.inputValue())
  const wanted = old >= 50 ? old - 1.5 : old + 1.5
  await hand.press('Control+a')
  await hand.type(String(wanted))
  await hand.press('Enter')
  const review = page.getByRole('dialog', { name: 'Review changes' })
  await expect(review.getByRole('listitem').filter({ hasText: POINT })).toContainText(celsius(wanted))
  await focused(review.getByRole('button', { name: 'Send to device' }))
  await hand.press('Enter')
  await expect(review).toBeHidden()
  // The next setting is one press away.
  await focused(setting)
  const sent = page.getByRole('listitem').filter({ hasText: `${celsius(old)} → ${celsius(wanted)}` })
  await expect(sent).toContainText('Verified')
  await hand.report()

  // The device reported it as well: what it has now is not staged again.
  await expect(setting).toHaveValue(wanted.toFixed(1))
  await hand.press('Control+a')
  await hand.type(String(old))
  await hand.press('Enter')
  await focused(review.getByRole('button', { name: 'Send to device' }))
  await hand.press('Enter')
  await expect(page.getByRole('listitem').filter({ hasText: `${celsius(wanted)} → ${celsius(old)}` })).toContainText(
    'Verified',
  )
})

test('ten units are shipped to a distributor', async ({ page }, info) => {
  const province = await sharedSession('zhejiang')
  const city = await sharedSession('hangzhou')
  const agents = await province.call(api.menuAgents)
  const receiver = agents.find(({ agent_id }) => agent_id === city.user.agent_id)?.agent_name ?? ''
  const units = await addUnits(10)
  const order_no = `KB-${Date.now().toString(36)}`
  await begin(page, province)
  const hand = keyboardOf(page, info)
  await hand.press('/')
  await focused(palette(page).getByRole('combobox'))
  await hand.type('new shipment')
  await expect(chosenIn(page)).toContainText('New shipment')
  await hand.press('Enter')
  const drawer = page.getByRole('dialog', { name: 'Ship devices' })
  await hand.tabTo(drawer.getByLabel('IDs, pasted or scanned'))
  await hand.paste(units.map(({ mac }) => mac).join('\n'))
  await hand.tabTo(drawer.getByRole('combobox', { name: /^Receiver/ }))
  await hand.type(receiver)
  await expect(page.getByRole('option', { name: receiver })).toBeVisible()
  await hand.press('Enter')
  await hand.tabTo(drawer.getByLabel('Order no.'))
  await hand.type(order_no)
  await hand.tabTo(drawer.getByRole('button', { name: 'Check' }))
  await hand.press('Enter')
  await hand.tabTo(drawer.getByRole('button', { name: 'Ship 10 devices' }))
  await hand.press('Enter')
  await expect(page.getByText(/^Shipped as batch S\d+/)).toBeVisible()
  await expect(drawer).toBeHidden()
  await hand.report()

  const [batch] = (await province.call(api.shipmentList, { body: { order_no } })).list
  expect(batch?.device_count).toBe(10)
  await province.call(api.recallDevices, { body: { shipment_id: batch?.shipment_id ?? 0, reason: 'Journey' } })
})

test('a service order is answered', async ({ page }, info) => {
  const province = await sharedSession('zhejiang')
  const [{ mac } = { mac: '' }] = await addUnits(1)
  const { order_id } = await province.call(api.orderCreate, {
    body: { mac, type: 'fault', problem: 'The hot water stays lukewarm.' },
  })
  await begin(page, province)
  const hand = keyboardOf(page, info)
  await hand.press('/')
  await focused(palette(page).getByRole('combobox'))
  await hand.type('tickets')
  await expect(chosenIn(page)).toContainText('Service orders')
  await hand.press('Enter')
  await hand.tabTo(page.getByRole('textbox', { name: 'No., IMEI / MAC, device' }))
  await hand.type(mac)
  const grid = page.getByRole('grid', { name: 'Service orders' })
  await expect(page).toHaveURL(new RegExp(`search=${mac}`))
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  // Its head and the order.
  await expect(grid.getByRole('row')).toHaveCount(2)
  await expect(grid.getByRole('row').last()).toContainText(mac)
  await hand.tabTo(grid)
  await hand.press('Enter')
  await expect(page.getByRole('heading', { name: `Order no. ${order_id}` })).toBeVisible()
  await hand.tabTo(page.getByLabel('Reply', { exact: true }))
  await hand.type('Please switch the unit off and on again.')
  const send = page.getByRole('button', { name: 'Send reply' })
  await hand.tabTo(send)
  await hand.press('Enter')
  await expect(page.getByRole('listitem').filter({ hasText: 'switch the unit off' })).toBeVisible()
  await focused(send)
  await hand.report()
})

test('who changed a value is found in the control log', async ({ page }, info) => {
  await waitForDemo()
  const admin = await sharedSession()
  const [, { mac }] = await pickUnits(admin)
  const { values } = await admin.call(api.deviceInfo, { query: { mac } })
  const old = values.find(({ key }) => key === KEY)?.value ?? 45
  const wanted = old >= 50 ? old - 2 : old + 2
  const socket = await connectPush(admin)
  await socket.send({ cmd: 'ControlDevice', mac, points: [{ key: KEY, value: wanted }] })

  await begin(page)
  const hand = keyboardOf(page, info)
  await hand.press('/')
  await focused(palette(page).getByRole('combobox'))
  await hand.type('who changed')
  await expect(chosenIn(page)).toContainText('Control log')
  await hand.press('Enter')
  await hand.tabTo(page.getByRole('textbox', { name: 'IMEI / MAC or device' }))
  await hand.type(mac)
  await hand.tabTo(page.getByRole('button', { name: 'More filters' }))
  await hand.press('Enter')
  await hand.tabTo(page.getByRole('button', { name: 'Setting', exact: true }))
  await hand.press('Enter')
  await focused(page.getByRole('menu', { name: 'Setting' }).getByRole('menuitemradio').first())
  await hand.type('heating')
  await focused(page.getByRole('menuitemradio', { name: POINT, exact: true }))
  await hand.press('Enter')
  await expect(page).toHaveURL(new RegExp(`point_key=${KEY}`))
  const grid = page.getByRole('grid', { name: 'Commands' })
  const change = grid.getByRole('row').filter({ hasText: `${celsius(old)} → ${celsius(wanted)}` })
  await expect(change.first()).toContainText('Administrator')
  await hand.tabTo(grid)
  await hand.press('Enter')
  const entry = page.getByRole('dialog', { name: new RegExp(`^${POINT}`) })
  await expect(entry).toContainText('Administrator')
  await hand.press('Escape')
  await expect(entry).toBeHidden()
  await focused(grid)
  await hand.report()

  await socket.send({ cmd: 'ControlDevice', mac, points: [{ key: KEY, value: old }] })
  socket.close()
})

test('two units are compared over a week', async ({ page }, info) => {
  await waitForDemo()
  const units = await pickUnits(await sharedSession())
  await begin(page)
  const hand = keyboardOf(page, info)
  await hand.press('/')
  await focused(palette(page).getByRole('combobox'))
  await hand.type('device history')
  await expect(chosenIn(page)).toContainText('Device history')
  await hand.press('Enter')
  const picker = page.getByRole('combobox', { name: /^Devices/ })
  await hand.tabTo(picker)
  for (const { mac } of units) {
    await hand.type(mac)
    // The first one is what Enter selects.
    await expect(page.getByRole('option').first()).toContainText(mac)
    await hand.press('Enter')
    await expect(page).toHaveURL(new RegExp(mac))
  }
  await hand.press('Escape')
  const periods = page.getByRole('tablist', { name: 'Period' })
  await hand.tabTo(periods.getByRole('tab', { selected: true }))
  await hand.press('ArrowRight')
  await focused(periods.getByRole('tab', { name: '7 d', selected: true }))
  const main = page.getByRole('main')
  for (const { device_name } of units) await expect(main.getByText(device_name).first()).toBeVisible()
  const views = page.getByRole('tablist', { name: 'History views' })
  await hand.tabTo(views.getByRole('tab', { selected: true }))
  await hand.press('End')
  await focused(views.getByRole('tab', { name: 'States', selected: true }))
  await hand.report()
})
