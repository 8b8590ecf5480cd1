import { api } from '@heatfleet/contract/api.ts'
import { expect, type Page, test } from '@playwright/test'
import { sharedSession } from '../running.ts'
import { addUnits, demoUnits } from './demo-units.ts'
import { enter } from './steps.ts'

/** Pages of the A4 document that printing the screen makes. */
const pagesOf = async (page: Page): Promise<number> => {
  const pdf = await page.pdf({ format: 'A4', margin: { top: '10mm', right: '10mm', bottom: '10mm', left: '10mm' } })
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0
}

/** On paper: no menu, tabs, buttons; dark letters on white. */
const expectPaper = async (page: Page) => {
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeHidden()
  await expect(page.getByRole('main').getByRole('tablist')).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
  const ground = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--hf-panel'))
  expect(ground.trim()).toBe('#ffffff')
}

test('a device is printed on one page, light in the dark theme too, and its title names it', async ({ page }) => {
  const unit = (await demoUnits(await sharedSession())).find(({ online_status }) => online_status === 'online')
  if (unit === undefined) throw new Error('no unit of the demo is on line')
  await enter(page, `/device/device-detail/${unit.mac}`)
  await page.evaluate(() => {
    document.documentElement.dataset.theme = 'dark'
  })
  await expect(page.getByRole('img', { name: /^Curve of the last 24 hours/ })).toHaveAttribute('data-ready', 'yes')
  await expect(page).toHaveTitle(`${unit.device_name || unit.mac} · Heatfleet`)
  expect(await pagesOf(page)).toBe(1)
  await expectPaper(page)
})

test('a service order is printed on one page, and its title names it', async ({ page }) => {
  const admin = await sharedSession()
  const [{ mac } = { mac: '' }] = await addUnits(1)
  const order = await admin.call(api.orderCreate, {
    body: { mac, type: 'usage', problem: 'The house is too warm at night.' },
  })
  await enter(page, `/service/order-detail/${order.order_id}`)
  await expect(page.getByRole('heading', { name: `Order no. ${order.order_id}` })).toBeVisible()
  await expect(page).toHaveTitle(`Order no. ${order.order_id} · Heatfleet`)
  expect(await pagesOf(page)).toBe(1)
  await expectPaper(page)
})
