import { api } from '@heatfleet/contract/api.ts'
import { expect, type Page } from '@playwright/test'
import { type SignedIn, sharedSession } from '../running.ts'
import { findViolations } from './axe.ts'
import { test } from './close-contexts.ts'
import { firstLogIn, makePerson } from './people.ts'
import { enter } from './steps.ts'

const NEW = '/distributor/distributor-detail/new'

/** Fills the form of a new distributor, with a first account of this name. */
const create = async (page: Page, own: { name: string; city: string; user_name: string; password: string }) => {
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(own.name)
  await page.getByRole('combobox', { name: /^Region/ }).fill(own.city)
  await page.getByText(own.city, { exact: false }).last().click()
  await page.getByLabel('E-mail').fill(`${own.user_name}@example.com`)
  await page.getByLabel('Password', { exact: true }).fill(own.password)
  await page.getByLabel('User name').fill(own.user_name)
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByRole('heading', { name: own.name })).toBeVisible()
}

const namesOf = async ({ call }: SignedIn): Promise<string[]> =>
  (await call(api.menuAgents)).map(({ agent_name }) => agent_name)

test('a province creates a city, the city a county; each sees exactly its own; the county moves', async ({
  browser,
}) => {
  // Three people and a dozen steps.
  test.slow()
  const stamp = Date.now().toString(36)
  const password = `First-${stamp}`.slice(0, 16)
  const city_name = `City ${stamp}`
  const county_name = `County ${stamp}`
  const province = await sharedSession('zhejiang')
  const own_id = province.user.agent_id ?? 0

  const at_province = await browser.newPage()
  await enter(at_province, `${NEW}?parent=${own_id}`, province)
  await create(at_province, { name: city_name, city: 'Huzhou', user_name: `city-${stamp}`, password })
  const city = await firstLogIn(`city-${stamp}`, password)
  expect(await namesOf(city)).toEqual([city_name])

  const at_city = await browser.newPage()
  await enter(at_city, `${NEW}?parent=${city.user.agent_id}`, city)
  await create(at_city, { name: county_name, city: 'Deqing County', user_name: `county-${stamp}`, password })
  const county = await firstLogIn(`county-${stamp}`, password)
  expect(await namesOf(county)).toEqual([county_name])
  expect(await namesOf(city)).toEqual([city_name, county_name])
  const above = await namesOf(province)
  expect(above).toEqual(expect.arrayContaining([city_name, county_name]))

  // The city has its list open while the administrator moves its county away.
  await at_city.goto('/#/distributor/distributor-list')
  const row = at_city.getByRole('row', { name: county_name })
  await expect(row).toBeVisible()
  const admin = await sharedSession()
  const at_admin = await browser.newPage()
  await enter(at_admin, `/distributor/distributor-detail/${county.user.agent_id}`, admin)
  await at_admin.getByRole('button', { name: `Actions for ${county_name}` }).click()
  await at_admin.getByRole('menuitem', { name: 'Move' }).click()
  const dialog = at_admin.getByRole('dialog')
  await dialog.getByRole('combobox').fill('宁波暖源')
  await at_admin.getByTitle(/^宁波暖源/).click()
  await expect(dialog.getByText('Lose access')).toBeVisible()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await at_admin.getByRole('textbox', { name: /^Type/ }).fill(county_name)
  await at_admin.getByRole('button', { name: 'Move now' }).click()
  await expect(at_admin.getByText(`${county_name} now belongs to`, { exact: false })).toBeVisible()
  await expect(row).toBeHidden()
  expect(await namesOf(city)).toEqual([city_name])
  expect(await namesOf(county)).toEqual([county_name])
})

test('a new distributor is told all that is wrong at once, and its form is closed when it exists', async ({ page }) => {
  const admin = await sharedSession()
  const [taken = ''] = await namesOf(admin)
  await enter(page, NEW, admin)
  const country = page.getByRole('combobox', { name: /^Country/ })
  await country.fill('Poland')
  await page.getByTitle('Poland', { exact: true }).click()
  await expect(page.locator('[aria-invalid=true]')).toHaveCount(0)
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(taken)
  const quota = page.getByRole('spinbutton', { name: /^Most devices|^Device limit/ })
  await quota.fill('1.5')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(quota).toHaveValue('1.5')
  const told = page.getByRole('alert')
  for (const text of [/whole number/, /[Rr]egion/, /phone|e-mail/i, /name/i])
    await expect(told.filter({ hasText: text }).first()).toBeVisible()

  const name = `Made ${Date.now().toString(36)}`
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await page.getByRole('textbox', { name: /^Region/ }).fill('Mazovia')
  await page.getByLabel('E-mail').fill('made@example.com')
  await quota.fill('2')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await expect(
    page.getByRole('navigation', { name: 'Open screens' }).getByRole('button', { name: 'New distributor' }),
  ).toHaveCount(0)
  const made = (await admin.call(api.agentList, { body: { agent_name: name } })).list[0]
  await admin.call(api.deleteAgent, { params: { id: made?.agent_id ?? 0 } })
})

for (const [language, save, needed] of [
  ['zh', '创建', '电话和邮箱至少填写一项。'],
  ['pl', 'Utwórz', 'Podaj numer telefonu lub adres e-mail.'],
] as const)
  test(`the form of a new distributor names missing fields, ${language}`, async ({ page }) => {
    await page.addInitScript((locale) => localStorage.setItem('locale', locale), language)
    await enter(page, NEW)
    await page.getByRole('button', { name: save, exact: true }).click()
    await expect(page.getByText(needed)).toBeVisible()
  })

test('a province notifies its distributors; a city finds the notification under its bell', async ({ browser }) => {
  const title = `Stocktaking ${Date.now()}`
  const at_province = await (await browser.newContext()).newPage()
  await enter(at_province, '/distributor/distributor-list', await sharedSession('zhejiang'))
  // Rows that are being read again are not selected.
  await expect(at_province.getByRole('row').nth(1)).toBeVisible()
  await expect(at_province.locator('[aria-busy=true]')).toHaveCount(0)
  await at_province.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
  await at_province.getByRole('button', { name: 'Notify' }).click()
  await at_province.getByLabel('Subject').fill(title)
  await at_province.getByRole('textbox', { name: 'Message' }).fill('On Friday, before noon.')
  await expectNoViolations(at_province)
  await at_province.getByRole('button', { name: 'Send', exact: true }).click()
  const result = at_province.getByRole('dialog', { name: 'Notify distributors' })
  await expect(result.getByText(/[1-9]\d* done, 0 rejected/)).toBeVisible()

  const at_city = await (await browser.newContext()).newPage()
  await enter(at_city, '/device/device-list', await sharedSession('hangzhou'))
  await at_city.getByRole('button', { name: /^Notifications/ }).click()
  const notice = at_city.getByRole('listitem').filter({ hasText: title })
  await expect(notice).toContainText('On Friday, before noon.')
  await expect(notice).toContainText('by zhejiang')
  await expectNoViolations(at_city)
})

const expectNoViolations = async (page: Page) => {
  const violations = await findViolations(page)
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`),
  ).toEqual([])
}

test('a distributor’s page shows its units and those in alarm', async ({ page }) => {
  const admin = await sharedSession()
  const in_alarm = async () => (await admin.call(api.deviceList, { body: { alarm_status: true } })).list
  // One unit of the demo trips soon after the start.
  await expect.poll(async () => (await in_alarm()).length, { timeout: 60_000 }).toBeGreaterThan(0)
  const [unit] = await in_alarm()
  const namesInAlarm = async () => {
    const { list } = await admin.call(api.deviceList, {
      body: { agent_id: unit?.agent_id ?? 0, alarm_status: true, sort_by: 'last_alarm_time', sort_order: 'desc' },
    })
    return list.map(({ device_name, mac }) => device_name || mac)
  }
  await enter(page, `/distributor/distributor-detail/${unit?.agent_id}?tab=devices`, admin)
  const named = (name: string) => page.getByRole('table', { name }).getByRole('link')
  await expect(named('First devices, online ones first').first()).toBeVisible()
  await page.getByRole('tab', { name: /^Alarms/ }).click()
  const units = named('Devices with active alarms, newest first')
  await expect(page).toHaveURL(/tab=alarms/)
  // Other journeys raise and clear alarms meanwhile: then the page is opened again.
  let looks = 0
  await expect(async () => {
    looks += 1
    if (looks > 1) await page.reload()
    await expect(units).toHaveText(await namesInAlarm(), { timeout: 5_000 })
  }).toPass()
  await page.getByRole('link', { name: /^Open in device list/ }).click()
  await expect(page).toHaveURL(new RegExp(`agent_id=${unit?.agent_id}.*alarm_status=yes`))

  // Without alarms there is a sentence, not an empty table.
  await expect(async () => {
    const { list: agents } = await admin.call(api.agentList, { body: {} })
    const healthy = agents.find(({ alarm_count, device_count }) => alarm_count === 0 && device_count > 0)
    await page.goto(`/#/distributor/distributor-detail/${healthy?.agent_id}?tab=alarms`)
    await expect(page.getByText('No active alarms')).toBeVisible({ timeout: 5_000 })
  }).toPass()
})

test('a distributor in use is not deleted: the dialog names and links what belongs to it', async ({ page }) => {
  const admin = await sharedSession()
  const { list } = await admin.call(api.agentList, { body: { has_account: true } })
  // Other journeys add distributors below Zhejiang.
  const used = list.find(({ agent_name }) => agent_name === 'Ciepło Małopolska')
  const { sub_distributors, devices, accounts } = await admin.call(api.agentUse, {
    params: { id: used?.agent_id ?? 0 },
  })
  await enter(page, `/distributor/distributor-detail/${used?.agent_id}`, admin)
  await page.getByRole('button', { name: `Actions for ${used?.agent_name}` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: `${used?.agent_name} cannot be deleted yet` })
  for (const { name } of [...sub_distributors.first, ...accounts.first])
    await expect(dialog.getByRole('link', { name, exact: true })).toBeVisible()
  // A unit is found by its id; two units may have the same name.
  expect(devices.first.length).toBeGreaterThan(0)
  for (const { id, name } of devices.first) {
    await expect(dialog.getByRole('link', { name, exact: true })).toBeVisible()
    await expect(dialog.getByText(id, { exact: true })).toBeVisible()
  }
  const more = sub_distributors.count - sub_distributors.first.length
  if (more > 0) await expect(dialog.getByText(`and ${more} more`)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Delete' })).toBeHidden()
  await expectNoViolations(page)
  const [first] = accounts.first
  await dialog.getByRole('link', { name: first?.name ?? '', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`user-detail/${first?.id}`))
})

test('the tab of a page that cannot be loaded has a title', async ({ page }) => {
  await enter(page, '/distributor/distributor-detail/999999')
  const tabs = page.getByRole('navigation').filter({ has: page.locator('[aria-current=page]') })
  for (const [locale, label] of [
    ['en', 'Distributor 999999'],
    ['zh', '经销商 999999'],
    ['pl', 'Dystrybutor 999999'],
  ] as const) {
    await page.evaluate((chosen) => localStorage.setItem('locale', chosen), locale)
    await page.reload()
    await expect(tabs.getByRole('button', { name: label, exact: true })).toBeVisible()
  }
})

test('without distributors, the tree, the list and the map say so', async ({ page }) => {
  // The manufacturer's stock: what belongs to no distributor yet.
  const { person } = await makePerson(await sharedSession(), { permissions: ['agent:view'], data_scope: 'own_agent' })
  await enter(page, '/distributor/distributor-list', person)
  await expect(page.getByText('No distributors yet')).toHaveCount(2)
  await expect(page.getByRole('tree')).toBeHidden()
  // Above the list and in the empty state: both are disabled without the permission.
  const offers = page.getByRole('button', { name: 'New distributor' })
  await expect(offers).toHaveCount(2)
  for (const offer of await offers.all()) await expect(offer).toHaveAttribute('aria-disabled', 'true')
  await expectNoViolations(page)
  await page.getByRole('tab', { name: 'Coverage' }).click()
  await expect(page.getByRole('button', { name: /^Zhejiang: 0 of 11 cities covered · Distributors 0/ })).toBeVisible()
  await expect(page.getByText('Outside China')).toBeHidden()
})

test('the coverage map counts distributors by province and country and links to their lists', async ({ page }) => {
  const admin = await sharedSession()
  const totalOf = async (body: { region_code?: string; country?: string }) =>
    (await admin.call(api.agentList, { body })).total
  await enter(page, '/distributor/distributor-list?view=coverage', admin)
  const map = page.getByRole('list', { name: 'Coverage in China' })
  await expect(map.getByRole('button')).toHaveCount(34)
  await expect(map.getByRole('button', { name: /^Heilongjiang: 0 of 13 cities covered/ })).toBeVisible()
  await expectNoViolations(page)
  // Other journeys add distributors there: the map and the list follow.
  const zhejiang = async () => {
    const total = await totalOf({ region_code: '330000' })
    return map.getByRole('button', { name: new RegExp(`^Zhejiang: [1-9]\\d* of 11.*Distributors ${total} `) })
  }
  await expect.poll(async () => (await zhejiang()).count()).toBe(1)
  await (await zhejiang()).click()
  await expect(page).toHaveURL(/region_code=330000/)
  const shown = async () =>
    page.getByText(`${await totalOf({ region_code: '330000' })} distributors`, { exact: true }).count()
  await expect.poll(shown).toBe(1)

  await page.getByRole('tab', { name: 'Coverage' }).click()
  await page.getByRole('table', { name: 'Outside China' }).getByRole('button', { name: 'Poland' }).click()
  await expect(page).toHaveURL(/country=PL/)
  const inPoland = async () =>
    page.getByText(`${await totalOf({ country: 'PL' })} distributors`, { exact: true }).count()
  await expect.poll(inPoland).toBe(1)
})
