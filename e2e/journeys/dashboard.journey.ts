import { api } from '@heatfleet/contract/api.ts'
import { NO_BRANDING } from '@heatfleet/contract/distributors/branding.ts'
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

test('the big screen has the logo of whom it is about, says how CO₂ avoided is computed, and what is new flies from its province', async ({
  page,
}) => {
  const { call } = await enter(page, '/dashboard/BSShow')
  const provinces = (await call(api.menuAgents)).filter(({ agent_level }) => agent_level === 1)
  // Nobody of another journey signs in there.
  const agent_id = provinces.at(-1)?.agent_id ?? 0
  try {
    await page.goto(`/#/dashboard/BSShow?agent_id=${agent_id}&pages=efficiency`)
    await page.getByRole('button', { name: 'Big screen settings' }).click()
    const settings = page.getByRole('dialog', { name: 'Big screen settings' })
    await settings.getByRole('spinbutton', { name: 'Grid, per kWh of electricity' }).fill('600')
    await settings.getByRole('textbox', { name: 'Source of the factors' }).fill('Our supplier 2025')
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40" onload="window.ran = 1">
      <script>window.ran = 1</script><rect width="120" height="40" rx="8" fill="#c2410c"/></svg>`
    await settings
      .getByLabel('Logo', { exact: true })
      .setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) })
    await settings.getByRole('textbox', { name: 'Name in the console' }).fill('Nuanyuan')
    await settings.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Branding saved.')).toBeVisible()
    expect((await findViolations(page)).map(({ id }) => id)).toEqual([])
    await page.screenshot({ path: test.info().outputPath('wall-settings.png') })
    await page.keyboard.press('Escape')
    const logo = page.getByRole('img', { name: 'Nuanyuan' })
    await expect(logo).toBeVisible()
    // What was drawn is kept, not what was uploaded.
    expect(await logo.getAttribute('src')).toMatch(/^data:image\/png;base64,/)
    expect(await page.evaluate(() => 'ran' in window)).toBe(false)
    await expect(page).toHaveURL(/co2=224%2C600&co2_source=Our\+supplier\+2025/)
  } finally {
    await call(api.brandAgent, { params: { id: agent_id }, body: NO_BRANDING })
  }

  // The first daily figures of a new fleet take their time; of this day they are known.
  await page.route('**/statistics/list-cop-trend*', async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    const day = {
      ...answer.data.list.at(-1),
      cop: 3.33,
      units: 30,
      ambient_c: 2.5,
      heat_kwh: 1_000,
      electricity_kwh: 300,
    }
    await route.fulfill({ response, json: { ...answer, data: { ...answer.data, list: [day] } } })
  })
  await page.goto('/#/dashboard/BSShow?pages=efficiency&co2=224,600&co2_source=Our+supplier+2025')
  // 1,000 kWh × 224 g less 300 kWh × 600 g.
  await expect(page.getByText('CO₂ avoided 44 kg', { exact: true })).toBeVisible()
  await expect(page.getByText('Outdoor 2.5 °C').first()).toBeVisible()
  await expect(page.getByText(/224 g\/kWh.*600 g\/kWh.*Our supplier 2025/)).toBeVisible()
  await page.screenshot({ path: test.info().outputPath('wall-efficiency.png') })

  // A setting that somebody made since: in the ticker, and from its province.
  let is_new = false
  await page.route('**/statistics/list-event*', async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    const event = { ...answer.data.list[0], event_id: 'control-0', kind: 'control', outcome: 'ok', province: '330000' }
    if (is_new) answer.data.list.unshift({ ...event, codes: [], type: null, severity: null })
    await route.fulfill({ response, json: answer })
  })
  await page.goto('/#/dashboard/BSShow?pages=map')
  await expect(page.getByRole('list', { name: 'Live events' }).getByRole('listitem').first()).toBeVisible()
  await expect(page.locator('[data-points] i')).toHaveCount(0)
  is_new = true
  await expect(page.getByRole('list', { name: 'Live events' })).toContainText('Setting changed', { timeout: 90_000 })
  await expect(page.locator('[data-points] i[data-kind="control"]')).toHaveCount(1)
  await page.screenshot({ path: test.info().outputPath('wall-map.png') })
  // Its mark leaves again, and the same event is new once.
  await expect(page.locator('[data-points] i')).toHaveCount(0)
})

test('the wall of the monitor is in the order of COP, the lowest first', async ({ page }) => {
  // Two hundred tiles that change: on a busy machine each look takes seconds.
  test.setTimeout(300_000)
  await enter(page, '/dashboard/monitor?show=online&order=cop')
  const cops = page.locator('[data-quantity="cop"]')
  await expect(cops.nth(3)).toBeVisible()
  // Values move between two looks at the order: the lowest are in front of the highest, and units without one stand behind.
  const meanOf = (some: number[]) => some.reduce((sum, one) => sum + one, 0) / some.length
  await expect(async () => {
    const tiles = await page.getByRole('list', { name: 'Monitor' }).getByRole('listitem').allInnerTexts()
    const shown = tiles.map((text) => Number(/COP ([\d.]+)/.exec(text)?.[1]))
    const known = shown.filter((cop) => !Number.isNaN(cop))
    expect(known.length).toBeGreaterThan(10)
    expect(meanOf(known.slice(0, 5))).toBeLessThan(meanOf(known.slice(-5)))
    expect(shown.slice(known.length).filter((cop) => !Number.isNaN(cop)).length).toBeLessThan(5)
  }).toPass({ timeout: 60_000 })
  await page.screenshot({ path: test.info().outputPath('monitor-cop.png') })
  // One line a unit.
  const first = page.getByRole('list', { name: 'Monitor' }).getByRole('button').first()
  const heightOf = async () => (await first.boundingBox())?.height ?? 0
  const tile_px = await heightOf()
  await page.getByRole('button', { name: 'Rows', exact: true }).click()
  await expect(page).toHaveURL(/view=rows/)
  await expect.poll(heightOf).toBeLessThan(tile_px / 2)
  expect(await findViolations(page)).toEqual([])
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
