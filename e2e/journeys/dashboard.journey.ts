import { api } from '@heatfleet/contract/api.ts'
import { expect, type Page } from '@playwright/test'
import { sharedSession } from '../running.ts'
import { findViolations } from './axe.ts'
import { test } from './close-contexts.ts'
import { enter, showsCount } from './steps.ts'

const FRONT_PAGE = '/dashboard/front-page'

/** The number that a figure of the front page shows. */
const figureOf = async (page: Page, label: string): Promise<number> => {
  const text = await page.getByRole('listitem').filter({ hasText: label }).first().getByRole('link').first().innerText()
  return Number(text.replace(label, '').replaceAll(/[^0-9]/g, ''))
}

for (const [who, account] of [
  ['the manufacturer', 'admin'],
  ['a county', 'yuhang'],
] as const)
  test(`${who} sees on the front page what calls count, and comes to the list of it`, async ({ page }) => {
    const person = await sharedSession(account)
    await enter(page, FRONT_PAGE, person)
    await expect(page.getByRole('heading', { name: 'Front page' })).toBeVisible()
    await showsCount(
      async () => (await person.call(api.deviceStatusCount)).total,
      () => figureOf(page, 'Devices'),
    )

    const products = page.getByRole('list', { name: 'By product' })
    const counted = await person.call(api.productCount)
    await expect(products.getByRole('listitem')).toHaveCount(Math.min(8, counted.list.length))

    await page.getByRole('listitem').filter({ hasText: 'With active alarms' }).first().getByRole('link').first().click()
    await expect(page).toHaveURL(/device-list\?quick=alarm/)
    await expect(page.getByRole('tab', { name: /^Alarm/ })).toHaveAttribute('aria-selected', 'true')
  })

test('the manufacturer opens a distributor on the front page and finds its units alone', async ({ page }) => {
  const admin = await enter(page, FRONT_PAGE)
  const agents = page.getByRole('list', { name: 'By distributor' })
  const name = await agents.getByRole('button').first().innerText()
  // By its name: the list is sorted by a number that other journeys change.
  await agents.getByRole('button', { name: name.trim(), exact: true }).click()
  await expect(page).toHaveURL(/agent_id=\d+/)
  const agent_id = Number(/agent_id=(\d+)/.exec(page.url())?.[1])
  await expect(page.getByRole('list', { name: 'Active filters' })).toContainText(name.trim())
  await showsCount(
    async () => (await admin.call(api.deviceStatusCount, { query: { agent_id } })).total,
    () => figureOf(page, 'Devices'),
  )
  await page.getByRole('button', { name: 'All distributors' }).click()
  await expect(page).not.toHaveURL(/agent_id/)
})

test('the service begins with its own panels, and shows, hides and orders them', async ({ page }) => {
  const headings = page.getByRole('main').getByRole('heading', { level: 2 })
  await enter(page, FRONT_PAGE, await sharedSession('service'))
  await expect(headings.first()).toHaveText('Needs attention')
  await expect(headings.nth(1)).toHaveText('Service orders')
  await expect(page.getByRole('heading', { name: 'By region' })).toHaveCount(0)
  const customize = page.getByRole('button', { name: 'Customize' })
  await customize.click()
  const chooser = page.getByRole('dialog', { name: 'Customize' })
  await chooser.getByRole('checkbox', { name: 'By region' }).check()
  await chooser.getByRole('checkbox', { name: 'Needs attention' }).uncheck()
  await chooser.getByRole('button', { name: 'Move Status up' }).click()
  expect((await findViolations(page)).map(({ id }) => id)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { name: 'By region' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Needs attention' })).toHaveCount(0)
  const order = await headings.allInnerTexts()
  expect(order.indexOf('Status')).toBeLessThan(order.indexOf('Trend'))
  // Kept with the account, not in the page.
  await page.reload()
  await expect(page.getByRole('heading', { name: 'By region' })).toBeVisible()
  await customize.click()
  await chooser.getByRole('button', { name: 'Reset to default' }).click()
  await expect(page.getByRole('heading', { name: 'By region' })).toHaveCount(0)
  await expect(headings.first()).toHaveText('Needs attention')
})

test('the big screen fills the window without a menu and shows what happened last', async ({ page }) => {
  const { call } = await enter(page, '/dashboard/BSShow')
  const wall = page.getByRole('region', { name: 'Fleet live' })
  await expect(wall.getByText('Latest events')).toBeVisible()
  const { width } = (await wall.boundingBox()) ?? { width: 0 }
  expect(width).toBe(page.viewportSize()?.width)
  const { list } = await call(api.fleetEvents)
  if (list[0] !== undefined) await expect(wall.getByText(`…${list[0].mac_end}`).first()).toBeVisible()
  await wall.getByRole('button', { name: 'Exit big screen' }).click()
  await expect(page).toHaveURL(/front-page/)
})

test('pages of the big screen are chosen, held and opened, and its address keeps how it is set up', async ({
  page,
}) => {
  await enter(page, '/dashboard/BSShow?every=120')
  const wall = page.getByRole('region', { name: 'Fleet live' })
  await wall.getByRole('button', { name: 'Map', exact: true }).click()
  const provinces = wall.getByRole('list', { name: 'Provinces of China' })
  await provinces.getByRole('button', { name: /^Zhejiang/ }).click()
  await expect(wall.getByRole('heading', { name: /^Zhejiang/ })).toBeVisible()
  await expect(wall.getByRole('listitem').filter({ hasText: 'Hangzhou' })).toBeVisible()
  // Who looks closer is not interrupted.
  await expect(wall.getByRole('button', { name: 'Rotate pages' })).toHaveAttribute('aria-pressed', 'true')
  await wall.getByRole('button', { name: 'All regions' }).click()
  expect((await findViolations(page)).map(({ id }) => id)).toEqual([])
  await wall.getByRole('button', { name: 'Efficiency' }).click()
  await expect(wall.getByRole('heading', { name: /^COP trend/ })).toBeVisible()
  await wall.getByRole('button', { name: 'Big screen settings' }).click()
  const settings = page.getByRole('dialog', { name: 'Big screen settings' })
  await settings.getByLabel('Title').fill('Hall 3')
  await settings.getByRole('checkbox', { name: 'Map' }).uncheck()
  await expect(page).toHaveURL(/title=Hall\+3.*pages=fleet%2Cefficiency/)
  await page.keyboard.press('Escape')
  const hall = page.getByRole('region', { name: 'Hall 3' })
  await expect(hall.getByRole('button', { name: 'Efficiency' })).toBeVisible()
  await expect(hall.getByRole('button', { name: 'Map', exact: true })).toHaveCount(0)
})

test('a kiosk link shows the big screen of one distributor to nobody in particular, until it is revoked', async ({
  page,
  browser,
}) => {
  const { call } = await enter(page, '/dashboard/BSShow')
  const [province] = (await call(api.menuAgents)).filter(({ agent_level }) => agent_level === 1)
  await page.goto(`/#/dashboard/BSShow?agent_id=${province?.agent_id}&title=Lobby`)
  await page.getByRole('button', { name: 'Big screen settings' }).click()
  await page.getByRole('button', { name: 'Create kiosk link' }).click()
  const form = page.getByRole('dialog', { name: 'Create kiosk link' })
  await expect(form.getByLabel('Name')).toHaveValue('Lobby')
  await form.getByRole('button', { name: 'Create kiosk link' }).click()
  const address = await page
    .getByRole('dialog', { name: 'Kiosk link created' })
    .getByText(/\/#\/kiosk/)
    .innerText()

  const context = await browser.newContext()
  const kiosk = await context.newPage()
  await kiosk.goto(address)
  const devices = kiosk
    .getByRole('region', { name: 'Lobby' })
    .getByRole('listitem')
    .filter({ hasText: 'Devices' })
    .first()
  await showsCount(
    async () => (await call(api.deviceStatusCount, { query: { agent_id: province?.agent_id } })).total,
    async () => Number((await devices.innerText()).replaceAll(/[^0-9]/g, '')),
  )
  await expect(kiosk.getByRole('button', { name: 'Exit big screen' })).toHaveCount(0)

  const [link] = (await call(api.apiTokenList)).filter(({ token_name }) => token_name === 'Lobby')
  expect(link?.permissions.toSorted()).toEqual(['bigscreen:view', 'dashboard:view'])
  await call(api.revokeApiToken, { body: { api_token_id: link?.api_token_id ?? 0 } })
  await expect(kiosk.getByRole('alert')).toContainText('This kiosk link is no longer valid')
  await context.close()
})

test('the monitor shows units live, the worst first, and leads to their control', async ({ page }) => {
  await enter(page, '/dashboard/monitor?show=online')
  const tiles = page.getByRole('list', { name: 'Monitor' })
  await expect(tiles.getByRole('button').first()).toBeVisible()
  // A value that came over the socket: no list has the return temperature.
  await expect(
    tiles
      .getByRole('button')
      .filter({ hasText: /Return\s*[\d.]+\s*°C/ })
      .first(),
  ).toBeVisible()
  // What units work for, and the wall of those that work so.
  const heating = tiles.getByRole('button').filter({ hasText: /Heating.*Set\s*[\d.]+\s*°C/s })
  await expect(heating.first()).toBeVisible()
  await page.goto('/#/dashboard/monitor?show=online&mode=heating')
  await expect(heating.first()).toBeVisible()
  await expect(tiles.getByRole('button').filter({ hasNotText: 'Heating' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByRole('button', { name: /^Resume/ })).toHaveAttribute('aria-pressed', 'true')
  await tiles
    .getByRole('button')
    // Other journeys take theirs away again.
    .filter({ hasText: /Return\s*[\d.]+\s*°C/, hasNotText: /Virtual / })
    .first()
    .click()
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByRole('definition').first()).toBeVisible()
  // Two hours of curve, and the settings that are changed most often, reviewed as everywhere.
  await expect(drawer.getByRole('heading', { name: 'Last 2 hours' })).toBeVisible()
  await drawer.getByRole('button', { name: 'Increase DHW set-point' }).click()
  await expect(drawer.getByRole('button', { name: 'Review 1 change' })).toBeVisible()
  await drawer.getByRole('button', { name: 'Discard' }).click()
  const violations = await findViolations(page)
  expect(violations.map(({ id }) => id)).toEqual([])
  await drawer.getByRole('link', { name: 'Control' }).click()
  await expect(page).toHaveURL(/device-detail\/.*tab=control/)
})
