import { api } from '@heatfleet/contract/api.ts'
import { expect, type Page } from '@playwright/test'
import { type SignedIn, sharedSession } from '../running.ts'
import { findViolations } from './axe.ts'
import { test } from './close-contexts.ts'
import { addUnits } from './demo-units.ts'
import { firstLogIn } from './people.ts'
import { enter, pickFirst } from './steps.ts'

/** A distributor with its first account, made by the one above, and signed in. */
const makeBelow = async (above: SignedIn, level: 2 | 3, name: string, region_code: string): Promise<SignedIn> => {
  const user_name = name.toLowerCase().replace(' ', '-')
  const password = `First-${user_name}`.slice(0, 16)
  const draft = { agent_name: name, agent_level: level, parent_id: above.user.agent_id, region_code }
  await above.call(api.createAgent, { body: { ...draft, email: `${user_name}@example.com`, password, user_name } })
  return firstLogIn(user_name, password)
}

const seenBy = async ({ call }: SignedIn, mac: string): Promise<number> =>
  (await call(api.shippedDeviceList, { body: { tab: 'shipped', macs: [mac] } })).total

const expectNoViolations = async (page: Page): Promise<void> => {
  expect((await findViolations(page)).map(({ id }) => id)).toEqual([])
}

test('a province ships to its city, the city confirms and ships to its county; a recall; a sibling sees nothing', async ({
  browser,
}) => {
  // Three people and a dozen steps.
  test.slow()
  const stamp = Date.now().toString(36)
  const province = await sharedSession('zhejiang')
  const city = await makeBelow(province, 2, `Depot ${stamp}`, '330500')
  const county = await makeBelow(city, 3, `Shop ${stamp}`, '330521')
  const sibling = await sharedSession('hangzhou')
  const [{ mac } = { mac: '' }] = await addUnits(1)
  const stock = await province.call(api.shippedDeviceList, { body: { tab: 'to_ship', macs: [mac] } })
  expect(stock.total).toBe(1)

  const at_province = await (await browser.newContext()).newPage()
  await enter(at_province, '/device/device-saled', province)
  await at_province.getByRole('button', { name: 'Ship devices' }).click()
  await at_province.getByLabel('IDs, pasted or scanned').fill(`${mac}\n86341206`)
  await expect(at_province.getByText('Incomplete: 86341206')).toBeVisible()
  await at_province.getByLabel('IDs, pasted or scanned').fill(mac)
  await pickFirst(at_province.getByRole('combobox', { name: /^Receiver/ }), `Depot ${stamp}`)
  await at_province.getByLabel('Order no.').last().fill(`PO-${stamp}`)
  await at_province.getByRole('button', { name: 'Check' }).click()
  await expect(at_province.getByRole('dialog').getByText('Can be shipped')).toBeVisible()
  await expectNoViolations(at_province)
  await at_province.getByRole('button', { name: 'Ship 1 device' }).click()
  await expect(at_province.getByText(/^Shipped as batch S\d+/)).toBeVisible()
  expect([await seenBy(province, mac), await seenBy(city, mac), await seenBy(sibling, mac)]).toEqual([1, 1, 0])

  const at_city = await (await browser.newContext()).newPage()
  await enter(at_city, '/device/device-saled?tab=batches', city)
  await at_city.getByRole('button', { name: /^Actions for S/ }).click()
  await at_city.getByRole('menuitem', { name: 'Confirm receipt' }).click()
  await expect(at_city.getByText('Receipt of 1 device confirmed.')).toBeVisible()
  await at_city.getByRole('button', { name: /^Actions for S/ }).click()
  await at_city.getByRole('menuitem', { name: 'Packing list' }).click()
  const packing = at_city.getByRole('dialog', { name: /^Export: Packing list S\d+$/ })
  await expect(packing).toBeVisible()
  // A dialog that a row opened has its keys for itself.
  await at_city.keyboard.press('ArrowDown')
  await expect(packing.getByRole('radio', { name: /CSV/ })).toBeChecked()
  await at_city.keyboard.press('Escape')
  await expect(packing).toBeHidden()
  await at_city.getByRole('tab', { name: 'To ship' }).click()
  await at_city.getByRole('checkbox', { name: new RegExp(mac) }).check()
  await at_city.getByRole('button', { name: 'Ship', exact: true }).click()
  await pickFirst(at_city.getByRole('combobox', { name: /^Receiver/ }), `Shop ${stamp}`)
  await at_city.getByRole('button', { name: 'Check' }).click()
  await at_city.getByRole('button', { name: 'Ship 1 device' }).click()
  await expect(at_city.getByText(/^Shipped as batch S\d+/)).toBeVisible()
  expect([await seenBy(county, mac), await seenBy(sibling, mac), await seenBy(province, mac)]).toEqual([1, 0, 2])

  // The city takes it back from its county, the province from the city: for the next journey.
  await at_city.getByRole('tab', { name: 'Shipped', exact: true }).click()
  const row = at_city
    .getByRole('row')
    .filter({ hasText: mac })
    .filter({ hasText: `Shop ${stamp}` })
  await row.getByRole('checkbox').check()
  await at_city.getByRole('button', { name: 'Recall' }).click()
  await at_city.getByRole('dialog').getByLabel('Reason').fill('Another house')
  await at_city.getByRole('dialog').getByRole('button', { name: 'Recall' }).click()
  await expect(at_city.getByText('1 device recalled.')).toBeVisible()
  await at_city.getByRole('tab', { name: 'Returned' }).click()
  await expect(at_city.getByRole('row').filter({ hasText: mac })).toContainText('Another house')
  expect(await seenBy(county, mac)).toBe(0)
  await expectNoViolations(at_city)
  const [batch] = (await province.call(api.shipmentList, { body: { order_no: `PO-${stamp}` } })).list
  await province.call(api.recallDevices, { body: { shipment_id: batch?.shipment_id ?? 0, reason: 'Journey' } })
})
