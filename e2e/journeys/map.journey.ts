import { api } from '@heatfleet/contract/api.ts'
import { expect, type Page, test } from '@playwright/test'
import { type SignedIn, sharedSession } from '../running.ts'
import { findViolations } from './axe.ts'
import { demoUnits } from './demo-units.ts'
import { enter } from './steps.ts'

const clusters = (page: Page) => page.getByRole('button', { name: /^[\d,]+ devices: / })
const zoomOf = (page: Page): number =>
  Number(/at=[^&]*?(?:%2C|,)[^&]*?(?:%2C|,)([\d.]+)/.exec(page.url())?.[1] ?? Number.NaN)

/** A unit of the demo that stands somewhere. */
const placedUnit = async (account: SignedIn) => {
  const unit = (await demoUnits(account)).find(({ position }) => position !== null)
  if (unit === undefined || unit.position === null) throw new Error('no unit of the demo has a position')
  return { ...unit, position: unit.position }
}

test('the map shows the fleet; a cluster opens nearer, a unit opens with the way to its page', async ({ page }) => {
  const admin = await sharedSession()
  await enter(page, '/map/device', admin)
  await expect(page.getByText(/^[\d,]+ of [\d,]+ in view/)).toBeVisible()
  // The map goes to the units by itself.
  await expect.poll(() => zoomOf(page)).toBeGreaterThan(0)
  await expect(clusters(page).first()).toBeVisible()
  const before = zoomOf(page)
  await clusters(page).first().click()
  await expect.poll(() => zoomOf(page)).toBeGreaterThan(before)

  const { mac, device_name, position } = await placedUnit(admin)
  await page.goto(`/#/map/device?at=${position.lon},${position.lat},18`)
  const list = page.getByRole('complementary', { name: 'Devices on the map' })
  await list.getByRole('button', { name: device_name }).first().click()
  const card = page.getByRole('region', { name: device_name })
  await expect(card).toBeFocused()
  await expect(card.getByText(mac)).toBeVisible()
  expect(page.url()).toContain(`unit=${mac}`)
  await card.getByRole('link', { name: 'Open device' }).click()
  await expect(page).toHaveURL(new RegExp(`device-detail/${mac}`))
})

test('filters of the map are in its address, and lead to the same units in the device list', async ({ page }) => {
  const admin = await sharedSession()
  const { list } = await admin.call(api.agentList, { query: { size: 1 }, body: { agent_level: 3 } })
  const agent_id = list[0]?.agent_id ?? 0
  const body = { agent_id, has_position: true }
  const { total } = await admin.call(api.deviceList, { query: { size: 1 }, body })
  expect(total).toBeGreaterThan(0)
  await enter(page, `/map/device?agent_id=${agent_id}`, admin)
  await expect(page.getByText(new RegExp(`^${total} of \\d+ in view`))).toBeVisible()
  await page.getByRole('button', { name: /^Layer/ }).click()
  await page.getByRole('menuitemradio', { name: 'Regions by online rate' }).click()
  await expect(page).toHaveURL(/layer=online/)
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(2)
  await page.goto(`/#/map/device?agent_id=${agent_id}`)
  await page.getByRole('complementary').getByRole('link', { name: 'Open in device list' }).click()
  await expect(page).toHaveURL(/device-list\?agent_id=\d+&area=/)
  await expect(page.getByText(new RegExp(`^${total} devices?$`)).first()).toBeVisible()
})

test('the map is filtered by region and worst alarm, and the other map shows the same', async ({ page }) => {
  const admin = await sharedSession()
  const regional = await admin.call(api.mapList, { body: { region_code: '330000' } })
  expect(regional.in_view).toBeGreaterThan(0)
  await enter(page, '/map/device?at=105,34,2&region_code=330000', admin)
  await expect(page.getByRole('list', { name: 'Active filters' })).toContainText('Zhejiang')
  await expect(page.getByText(new RegExp(`^${regional.in_view} of \\d+ in view`))).toBeVisible()
  await page.getByRole('link', { name: /^Same view on/ }).click()
  await expect(page).toHaveURL(/map\/second\?.*region_code=330000/)
  await expect(page.getByRole('list', { name: 'Active filters' })).toContainText('Zhejiang')
  await expect(page.getByText(new RegExp(`^${regional.in_view} of \\d+ in view`))).toBeVisible()
  await page.goto('/#/map/device?at=105,34,2&alarm_severity=critical')
  const critical = async () => (await admin.call(api.mapList, { body: { alarm_severity: 'critical' } })).in_view
  await expect
    .poll(async () => {
      const before = await critical()
      const text = await page.getByText(/^\d+ of \d+ in view/).innerText()
      return [before, await critical()].includes(Number(/^\d+/.exec(text)?.[0]))
    })
    .toBe(true)
})

test('the window of a unit on the map has its temperatures, and leads to a service order about it', async ({
  page,
}) => {
  const admin = await sharedSession()
  const { mac, device_name, position } = await placedUnit(admin)
  await enter(page, `/map/device?at=${position.lon},${position.lat},18&unit=${mac}`, admin)
  const card = page.getByRole('region', { name: device_name })
  for (const label of ['Return', 'Outdoor'])
    await expect(card.locator('div').filter({ hasText: new RegExp(`^${label}[−\\d.]+ °C$`) })).toBeVisible()
  await card.getByRole('link', { name: 'Create service order' }).click()
  await expect(page.getByRole('dialog', { name: 'New service order' }).getByLabel(/IMEI or MAC/)).toHaveValue(mac)
})

test('a county sees its own units alone on the map', async ({ page }) => {
  const county = await sharedSession('yuhang')
  const { list, total } = await county.call(api.deviceList, { body: { has_position: true } })
  const all = await (await sharedSession()).call(api.deviceList, { query: { size: 1 } })
  expect(total).toBeLessThan(all.total)
  await enter(page, '/map/device?at=105,34,2', county)
  await expect(page.getByText(new RegExp(`^${total} of`))).toBeVisible()
  const names = await page.getByRole('complementary').getByRole('listitem').allTextContents()
  for (const name of names) expect(list.some((unit) => name.includes(unit.device_name))).toBe(true)
})

test('a map changes its style without being built anew', async ({ page }) => {
  const admin = await sharedSession()
  const warnings: string[] = []
  page.on('console', (message) => {
    if (message.text().includes('style')) warnings.push(message.text())
  })
  await enter(page, '/map/device?at=105,34,2&layer=online', admin)
  await expect(page.locator('[data-drawn]')).toBeVisible()
  await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible()
  expect(warnings).toEqual([])
})

test('the second map says which setting it needs and draws the outlines', async ({ page }) => {
  await enter(page, '/map/second?at=15,50,4')
  await expect(page.getByRole('status').filter({ hasText: 'HEATFLEET_MAP_SECOND_TILES' })).toBeVisible()
  await expect(page.locator('[data-drawn]')).toBeVisible()
})

test('a circle of the map is drawn by pointer or typed; its units are counted, listed, and something is done with them', async ({
  page,
}) => {
  const admin = await sharedSession()
  const { position } = await placedUnit(admin)
  const totalIn = async (radius_km: number) => {
    const circle = { lat: Number(position.lat.toFixed(4)), lon: Number(position.lon.toFixed(4)), radius_km }
    return (await admin.call(api.deviceList, { query: { size: 1 }, body: { circle } })).total
  }
  await enter(page, `/map/device?at=${position.lon},${position.lat},10`, admin)
  await expect(page.locator('[data-drawn]')).toBeVisible()

  // By keyboard: centre and radius are fields; another one is refused at its field.
  await page.getByRole('button', { name: 'Select circle' }).focus()
  await page.keyboard.press('Enter')
  const form = page.getByRole('form', { name: 'Select circle' })
  await form.getByRole('spinbutton', { name: 'Latitude' }).fill(position.lat.toFixed(4))
  await form.getByRole('spinbutton', { name: 'Longitude' }).fill(position.lon.toFixed(4))
  await form.getByRole('spinbutton', { name: 'Radius' }).fill('0')
  await expect(form.getByText('0.05 to 2,000')).toBeVisible()
  await form.getByRole('spinbutton', { name: 'Radius' }).fill('12.5')
  expect(await findViolations(page)).toEqual([])
  await page.screenshot({ path: test.info().outputPath('circle-form.png') })
  await page.keyboard.press('Enter')
  const total = await totalIn(12.5)
  expect(total).toBeGreaterThan(0)
  await expect(page.getByText(new RegExp(`^${total} devices? selected`))).toBeVisible()
  await expect(page.locator('[data-circle] polygon')).toBeVisible()
  await page.screenshot({ path: test.info().outputPath('circle-selected.png') })
  await page.getByRole('button', { name: 'Remove circle' }).click()
  await expect(page.locator('[data-circle]')).toHaveCount(0)

  // By pointer, from the centre outwards.
  const box = (await page.locator('[data-drawn]').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.getByRole('button', { name: 'Select circle' }).click()
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 60, y + 60, { steps: 4 })
  await page.mouse.up()
  await expect(page.getByText(/^\d+ devices? selected/)).toBeVisible()
  const counted = Number(/^\d+/.exec(await page.getByText(/^\d+ devices? selected/).innerText())?.[0])
  expect(counted).toBeGreaterThan(0)
  await page.getByRole('link', { name: 'Open circle in device list' }).click()
  await expect(page).toHaveURL(/device-list\?circle=/)
  await expect(page.getByRole('list', { name: 'Active filters' })).toContainText(/Within [\d.]+ km of/)
  await expect(page.getByText(new RegExp(`^${counted} devices?$`)).first()).toBeVisible()
  await page.getByRole('checkbox', { name: /^Select all/ }).check()
  await expect(page.getByRole('button', { name: /^Tag/ }).first()).toBeVisible()
})
