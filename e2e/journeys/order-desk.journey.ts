import { api } from '@heatfleet/contract/api.ts'
import { expect, test } from '@playwright/test'
import pg from 'pg'
import { embeddedConnection } from '../faults/stored.ts'
import { running, sharedSession } from '../running.ts'
import { findViolations } from './axe.ts'
import { addUnits } from './demo-units.ts'
import { enter } from './steps.ts'

test('a canned answer is kept, found by the keyboard and sent; the order is handed up and comes into the statistics', async ({
  page,
}) => {
  const own = await sharedSession('zhejiang')
  const admin = await sharedSession()
  const [{ mac } = { mac: '' }] = await addUnits(1)
  const run = Date.now()
  const problem = `No hot water since ${run}.`
  const { order_id } = await own.call(api.orderCreate, { body: { mac, type: 'fault', problem, priority: 'high' } })

  await enter(page, '/service/canned-answers', own)
  // An empty list offers it a second time.
  await page.getByRole('button', { name: 'New canned reply' }).first().click()
  const form = page.getByRole('dialog', { name: 'New canned reply' })
  // Eight lines of a reply are in view.
  await expect.poll(async () => (await form.getByLabel('Text').boundingBox())?.height ?? 0).toBeGreaterThan(140)
  await form.getByLabel('Title').fill(`Restart ${run}`)
  await form.getByLabel('Text').fill('Dear {{owner}}')
  await page.keyboard.press('Tab')
  await expect(form.getByText('The text has an unknown placeholder.')).toBeVisible()
  await form.getByLabel('Text').fill('Please switch {{device}} off for a minute. {{distributor}}')
  await form.getByRole('button', { name: 'Save reply' }).click()
  await expect(page.getByText('Canned reply saved.')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: `Restart ${run}` })).toBeVisible()
  expect((await findViolations(page)).map(({ id }) => id)).toEqual([])
  await page.screenshot({ path: test.info().outputPath('order-settings.png') })

  await page.goto(`${running.url()}/#/service/order-detail/${order_id}`)
  // By the keyboard alone: search, choose, read, send.
  await page.getByRole('combobox', { name: 'Insert canned reply' }).focus()
  await page.keyboard.type(`restart ${run}`)
  await expect(page.getByRole('listbox').getByRole('option').first()).toContainText(`Restart ${run}`)
  await page.keyboard.press('Enter')
  const reply = page.getByLabel('Reply', { exact: true })
  await expect(reply).toBeFocused()
  await expect(reply).toHaveValue(/^Please switch (?!{{).* off for a minute\. (?!{{)/)
  expect((await findViolations(page)).map(({ id }) => id)).toEqual([])
  await page.screenshot({ path: test.info().outputPath('order-picker.png') })
  await page.getByRole('button', { name: 'Send reply' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'off for a minute' })).toBeVisible()

  await page.getByRole('button', { name: 'Transfer' }).click()
  const transfer = page.getByRole('dialog', { name: `Transfer order no. ${order_id}` })
  await transfer.getByLabel('Reason').fill('We have no such part.')
  await page.screenshot({ path: test.info().outputPath('order-transfer.png') })
  await transfer.getByRole('button', { name: 'Transfer' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'We have no such part.' })).toContainText('Transferred to')
  expect((await admin.call(api.orderInfo, { params: { id: order_id } })).levels_up).toBeGreaterThan(0)

  await page.getByRole('button', { name: 'Resolve' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Resolve' }).click()
  await expect(page.getByText('Order resolved.')).toBeVisible()

  // The audit log says it in words, not in keys and codes of the product.
  await page.goto(`${running.url()}/#/user/audit-log?object=order+${order_id}`)
  const entry = page.getByRole('row').filter({ hasText: 'Resolve service order' })
  await expect(entry).toContainText('Unresolved')
  await expect(entry).toContainText('Resolved')
  await expect(page.getByRole('row').filter({ hasText: 'Reply to service order' })).toContainText(
    'Processing person no.',
  )
  await expect(page.getByText(/handler_uid|levels_up|^unresolved$/)).toHaveCount(0)

  await page.goto(`${running.url()}/#/service/order-statistics`)
  await expect(page.getByRole('heading', { name: 'Order statistics' })).toBeVisible()
  await expect(page.locator('[data-drawn]').first().or(page.locator('canvas').first())).toBeVisible()
  // A day whose year is cut off is no day.
  const days = page.getByRole('group', { name: 'Period' }).getByRole('textbox')
  await expect(days).toHaveCount(2)
  for (const day of await days.all())
    expect(await day.evaluate((field) => field.scrollWidth - field.clientWidth)).toBeLessThanOrEqual(0)
  expect((await findViolations(page)).map(({ id }) => id)).toEqual([])
  await page.screenshot({ path: test.info().outputPath('order-statistics.png'), fullPage: true })
  await page.getByRole('button', { name: 'Table: Causes of resolved orders' }).click()
  const causes = page.getByRole('table', { name: 'Causes of resolved orders' })
  const row = causes.getByRole('row').filter({ hasText: 'Not specified' })
  const counted = Number((await row.getByRole('cell').nth(1).innerText()).replaceAll(/\D/g, ''))
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: /CSV.*Causes of resolved orders/ }).click()
  expect((await download).suggestedFilename()).toBe('Causes of resolved orders.csv')
  // The figure leads to the orders that it counts.
  await row.getByRole('link').click()
  await expect(page.getByText(counted === 1 ? '1 order' : `${counted} orders`, { exact: true }).first()).toBeVisible()
})

test('an unanswered order is marked in the list and in its log', async ({ page }) => {
  const admin = await sharedSession()
  const own = await sharedSession('zhejiang')
  const [{ mac } = { mac: '' }] = await addUnits(1)
  const { order_id } = await own.call(api.orderCreate, {
    body: { mac, type: 'fault', problem: 'Nobody answers.', priority: 'high' },
  })
  // The time to answer is four hours at least: the order is made older, and the task of the product does the rest.
  const sql = new pg.Client(embeddedConnection(running.data()))
  await sql.connect()
  await sql.query(`update service_order_settings set since = '2000-01-01'`)
  await sql.query(`update service_orders set feedback_at = now() - interval '5 hours' where order_id = $1`, [order_id])
  await sql.end()
  await expect
    .poll(async () => (await admin.call(api.orderInfo, { params: { id: order_id } })).escalated, { timeout: 90_000 })
    .toBe(1)
  await enter(page, `/service/userFeedback?search=${mac.slice(-6)}`, admin)
  const row = page.getByRole('row').filter({ hasText: String(order_id) })
  await expect(row).toContainText('Escalated')
  await page.screenshot({ path: test.info().outputPath('escalated-list.png') })
  await page.goto(`${running.url()}/#/service/order-detail/${order_id}`)
  await expect(page.getByRole('listitem').filter({ hasText: 'nobody replied in time' })).toContainText('System')
  await page.screenshot({ path: test.info().outputPath('escalated-order.png') })
})
