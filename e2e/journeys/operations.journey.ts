import { api } from '@heatfleet/contract/api.ts'
import { upTopic } from '@heatfleet/contract/device-protocol/device-topics.ts'
import { expect } from '@playwright/test'
import { connectDevice } from '../device-client.ts'
import { running, sharedSession } from '../running.ts'
import { findViolations } from './axe.ts'
import { test } from './close-contexts.ts'
import { addModule } from './demo-units.ts'
import { makePerson } from './people.ts'
import { enter } from './steps.ts'

test('the installation shows its traffic, checks and storage, and renews them by itself', async ({ page }) => {
  await enter(page, '/system/operations')
  const main = page.getByRole('main')
  const checks = main.getByRole('table', { name: 'Health checks' })
  await expect(checks.getByRole('row', { name: /^Database OK/ })).toBeVisible()
  await expect(checks.getByRole('row', { name: /^Gateway OK/ })).toBeVisible()
  // Two messages of the gateway, five seconds apart.
  const connected = main.getByRole('listitem').filter({ hasText: 'Modules connected' })
  await expect(connected).not.toContainText('—', { timeout: 30_000 })
  await expect(main.getByRole('definition').filter({ hasText: /\.sql$/ })).toBeVisible()
  expect((await findViolations(page)).map(({ id }) => id)).toEqual([])
  await main.getByRole('tab', { name: 'Storage' }).click()
  await expect(main.getByRole('table', { name: 'Largest tables' }).getByRole('row').nth(1)).toBeVisible()
  await expect(main.getByText('None yet')).toBeVisible()
  await expect(main.getByText('No schedule')).toBeVisible()
  await main.getByRole('tab', { name: 'Background jobs' }).click()
  await expect(main.getByRole('table', { name: 'Scheduled tasks' })).toContainText('end-virtual-units')
})

test('a frame that cannot be stored is seen, processed again and discarded', async ({ page }) => {
  const { did, secret_hex } = await addModule()
  const { call } = await enter(page, `/system/operations?tab=frames&mac=${did}`)
  const module = await connectDevice(running.mqtt_port(), { did, secret_hex })
  await module.publishAsync(upTopic(did, 'blk'), Buffer.from('4850', 'hex'), { qos: 1 })
  await module.endAsync()
  const row = page.getByRole('grid').getByRole('row').filter({ hasText: 'Too short' }).first()
  await expect(row).toBeVisible()
  await row.getByRole('button', { name: /^Actions for the frame of/ }).click()
  await page.getByRole('menuitem', { name: 'Show' }).click()
  const drawer = page.getByRole('dialog', { name: `Frame of ${did}` })
  await expect(drawer.getByRole('region', { name: 'Bytes of the frame' })).toContainText('48 50')
  await expect(drawer).toContainText('Still unreadable: Too short')
  expect((await findViolations(page)).map(({ id }) => id)).toEqual([])
  await drawer.getByRole('button', { name: 'Reprocess' }).click()
  await expect(page.getByText('The frame is being reprocessed.')).toBeVisible()
  const find = async () => (await call(api.deadLetterList, { body: { mac: did } })).list
  await expect.poll(async () => (await find())[0]?.tries).toBe(1)
  const [newest] = await find()

  await row.getByRole('button', { name: /^Actions for the frame of/ }).click()
  await page.getByRole('menuitem', { name: 'Discard' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByText('Frame discarded.')).toBeVisible()
  await expect
    .poll(async () => (await find()).some(({ dead_letter_id }) => dead_letter_id === newest?.dead_letter_id))
    .toBe(false)
})

test('an open socket is found, closed after a question, and its console connects again by itself', async ({
  page,
  browser,
}) => {
  const { person } = await makePerson(await sharedSession(), { permissions: ['device:view'] })
  const other = await browser.newPage({ locale: 'en-GB' })
  await enter(other, '/', person)
  await enter(page, '/system/operations?tab=sockets')
  const main = page.getByRole('main')
  const sockets = main.getByRole('table', { name: 'Sockets' })
  const row = sockets.getByRole('row').filter({ hasText: person.user.user_name })
  await expect(row).toHaveCount(1)
  expect((await findViolations(page)).map(({ id }) => id)).toEqual([])
  await main.getByRole('searchbox', { name: 'Account or IP address' }).fill(person.user.user_name)
  await expect(sockets.getByRole('row')).toHaveCount(2)
  const actions = row.getByRole('button', { name: /^Actions for socket/ })
  const before = await actions.getAttribute('aria-label')
  await actions.click()
  await page.getByRole('menuitem', { name: 'Close socket' }).click()
  await page.getByRole('dialog', { name: 'Close this socket?' }).getByRole('button', { name: 'Close socket' }).click()
  await expect(page.getByText('Socket closed.')).toBeVisible()
  // Another socket of the same session, a few seconds later.
  await expect(actions).not.toHaveAttribute('aria-label', before ?? '', { timeout: 15_000 })
  await other.close()
})
