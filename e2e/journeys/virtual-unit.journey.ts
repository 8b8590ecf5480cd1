import { api } from '@heatfleet/contract/api.ts'
import { expect, type Page, test } from '@playwright/test'
import { sharedSession } from '../running.ts'
import { createProduct, editPoint, importCarelMap, publish } from './product-steps.ts'
import { enter, openPart, pickFirst } from './steps.ts'

const SET_POINT = 'Heat SetP'
const KEY = 'heat_setp'

/** The value of the set-point as the live table of the unit shows it. */
const liveValue = async (page: Page) => {
  const live = await openPart(page, 'Live data')
  await live.getByRole('searchbox').fill(SET_POINT)
  return live.getByRole('row').filter({ hasText: SET_POINT }).first().getByRole('cell').nth(1)
}

test('a register list becomes a product whose virtual unit reports, is controlled, and is decoded by the next version', async ({
  page,
}) => {
  test.slow()
  const admin = await sharedSession()
  const product_key = await createProduct(admin)
  const detail = `/product/product-detail/${product_key}`
  await enter(page, detail, admin)
  await importCarelMap(page)
  await editPoint(page, product_key, KEY, async (form) => {
    await form.getByRole('checkbox', { name: 'Stored in history' }).check()
    await form.getByRole('checkbox', { name: 'Writing verified on hardware' }).check()
  })
  await editPoint(page, product_key, 'cool_setp', (form) => form.getByLabel('Unit', { exact: true }).fill('K'))
  await page.goto(`/#${detail}?tab=templates`)
  await page.getByRole('button', { name: 'Add template' }).click()
  const template = page.getByRole('dialog', { name: 'New template' })
  await template.getByLabel('English name').fill('Winter')
  await pickFirst(template.getByRole('combobox', { name: 'Add setting' }), SET_POINT)
  await template.getByRole('spinbutton', { name: `Value of ${SET_POINT}` }).fill('35.5')
  // A slow save: the form keeps its name until the draft is stored.
  const save = Promise.withResolvers<void>()
  const draft = `**/product/draft/${product_key}`
  await page.route(draft, async (route) => {
    if (route.request().method() !== 'GET') await save.promise
    await route.continue()
  })
  await template.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('table', { name: 'Control templates' })).toContainText('Winter')
  await expect(template).toBeVisible()
  save.resolve()
  await expect(template).toBeHidden()
  await page.unroute(draft)
  await publish(page, product_key)

  await page.goto(`/#${detail}?tab=devices`)
  await page.getByRole('button', { name: 'Start one', exact: true }).click()
  const start = page.getByRole('dialog', { name: 'Start a virtual device' })
  await start.getByRole('button', { name: 'Start', exact: true }).click()
  await expect(start.getByText(/^Required|must be filled in/)).toBeVisible()
  await start.getByRole('combobox', { name: 'Holder' }).click()
  await page.getByText('Manufacturer’s stock', { exact: true }).last().click()
  await start.getByRole('button', { name: 'Start', exact: true }).click()
  const unit = page.getByRole('table', { name: 'Virtual devices' }).getByRole('row').nth(1)
  await expect(unit).toContainText('Online')
  const mac = (await unit.getByRole('code').textContent()) ?? ''
  await page.goto(`/#/device/device-detail/${mac}`)
  await expect(await liveValue(page)).toContainText('32.0')

  const control = await openPart(page, 'Control')
  await control.getByRole('button', { name: 'Apply a template…' }).click()
  await page.getByRole('menuitem', { name: 'Winter' }).click()
  const review = page.getByRole('dialog', { name: 'Review changes' })
  // Points of an imported list are an installer's.
  await review.getByRole('textbox', { name: 'Reason' }).fill('Winter')
  await review.getByRole('button', { name: 'Send to device' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: '→ 35.5' })).toContainText('Verified')
  await expect(await liveValue(page)).toContainText('35.5')

  const from = new Date(Date.now() - 3_600_000).toISOString()
  const history = async () => {
    const to = new Date(Date.now() + 60_000).toISOString()
    const body = { macs: [mac], points: [KEY], from, to, resolution: 'raw' as const }
    return (await admin.call(api.historyData, { body })).series[0]?.v.filter((value) => value !== null) ?? []
  }
  const before = await history()
  expect(before.slice(0, 1)).toEqual([32])
  expect(before.at(-1)).toBe(35.5)

  await editPoint(page, product_key, KEY, (form) => form.getByLabel('Read formula').fill('raw*0.2'))
  await page.goto(`/#${detail}?tab=versions`)
  const difference = page.getByRole('listitem').filter({ hasText: KEY })
  await expect(difference).toContainText('Breaking change')
  await expect(difference).toContainText('Read formula: raw*0.2')
  await publish(page, product_key)

  await page.goto(`/#/device/device-detail/${mac}`)
  await expect(await liveValue(page)).toContainText('71.0')
  // The newest registers are shown by the new version at once; history has them with the report that follows five seconds later.
  const told = async () => {
    const { online_status, values } = await admin.call(api.deviceInfo, { query: { mac } })
    return `${(await history()).at(-1)}, ${online_status}, read at ${values.find(({ key }) => key === KEY)?.at}`
  }
  await expect.poll(told, { timeout: 90_000 }).toMatch(/^71, online,/)
  expect((await history()).slice(0, before.length)).toEqual(before)

  await admin.call(api.virtualUnitStop, { params: { mac } })
  expect((await admin.call(api.virtualUnitList, {})).map((unit) => unit.mac)).not.toContain(mac)
})
