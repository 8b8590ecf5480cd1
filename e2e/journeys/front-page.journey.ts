import { api } from '@heatfleet/contract/api.ts'
import { expect, type Page } from '@playwright/test'
import { sharedSession } from '../running.ts'
import { findViolations } from './axe.ts'
import { test } from './close-contexts.ts'
import { addUnits } from './demo-units.ts'
import { enter, showsCount } from './steps.ts'

/** The number of a figure of the front page. */
const figureOf = async (page: Page, label: string): Promise<number> => {
  const text = await page.getByRole('listitem').filter({ hasText: label }).first().getByRole('link').first().innerText()
  return Number(text.replace(label, '').replaceAll(/[^0-9]/g, ''))
}

test('the front page is narrowed to a region, whose name is readable, and a link keeps it', async ({ page }) => {
  const { call } = await enter(page, '/dashboard/front-page')
  await page.getByRole('button', { name: 'Region', exact: true }).click()
  // Found by its Chinese name as well.
  await page.getByRole('searchbox', { name: /^Region/ }).fill('浙江')
  await page.getByRole('treeitem', { name: 'Zhejiang' }).click()
  await expect(page).toHaveURL(/region_code=330000/)
  await expect(page.getByRole('list', { name: 'Active filters' })).toContainText('Zhejiang')
  await page.reload()
  const query = { region_code: '330000' }
  await showsCount(
    async () => (await call(api.deviceStatusCount, { query })).total,
    () => figureOf(page, 'Devices'),
  )
  // What is not told by region is not shown.
  await expect(page.getByRole('listitem').filter({ hasText: 'Open orders' })).toHaveCount(0)
  const severities = page.getByRole('list', { name: 'Alarms raised, by severity' })
  await expect(severities.getByRole('listitem')).toHaveText([/^critical \d/, /^major \d/, /^minor \d/, /^info \d/])
  expect((await findViolations(page)).map(({ id }) => id)).toEqual([])
  await page.getByRole('listitem').filter({ hasText: 'Devices' }).first().getByRole('link').first().click()
  await expect(page).toHaveURL(/device-list\?.*region_code=330000/)
})

test('what changes is pushed: a new unit is counted without a poll', async ({ page }) => {
  const admin = await sharedSession()
  let is_live = false
  page.on('websocket', (socket) => {
    socket.on('framereceived', () => {
      is_live = true
    })
  })
  await enter(page, '/dashboard/front-page', admin)
  await expect.poll(() => figureOf(page, 'Devices')).toBeGreaterThan(0)
  await expect.poll(() => is_live).toBe(true)
  const before = await figureOf(page, 'Devices')
  await addUnits(3)
  // Live, the page polls once a minute; expected within less.
  await expect.poll(() => figureOf(page, 'Devices'), { timeout: 40_000 }).toBeGreaterThanOrEqual(before + 3)
})

test('the big screen asks anew when a change is pushed, and rarely else', async ({ page }) => {
  const admin = await sharedSession()
  let is_held = true
  let is_live = false
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer()
    server.onMessage((message) => {
      is_live = true
      if (!is_held || !/PushFleet|PushAlarms/.test(String(message))) socket.send(message)
    })
  })
  await enter(page, '/dashboard/BSShow', admin)
  const devices = page.getByRole('region').getByRole('listitem').filter({ hasText: 'Devices' }).first()
  const shown = async () => Number((await devices.innerText()).replaceAll(/[^0-9]/g, ''))
  await expect.poll(shown).toBeGreaterThan(0)
  await expect.poll(() => is_live).toBe(true)
  // Without a connection it would ask every ten seconds.
  await expect(page.waitForRequest(/list-device-status-count/, { timeout: 15_000 })).rejects.toThrow()
  const before = await shown()
  is_held = false
  await addUnits(3)
  await expect.poll(shown, { timeout: 40_000 }).toBeGreaterThanOrEqual(before + 3)
})
