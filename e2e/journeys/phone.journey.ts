import { expect, type Page, test } from '@playwright/test'
import { sharedSession } from '../running.ts'
import { findViolations } from './axe.ts'
import { demoUnits } from './demo-units.ts'
import { enter } from './steps.ts'

/** A phone: the width that most of them have. */
const WIDTH = 390
test.use({ viewport: { width: WIDTH, height: 844 } })

/** What sticks out of the window, for the message of a failure. */
const widest = (page: Page) =>
  page.evaluate((width) => {
    const outside = [...document.querySelectorAll('main *, header *, nav *')].filter((part) => {
      const box = part.getBoundingClientRect()
      return (
        box.width > 0 &&
        box.right > width + 1 &&
        part.closest('[role=tablist], [role=grid], table, [aria-label="Open screens"]') === null
      )
    })
    return outside
      .slice(0, 5)
      .map((part) => `${part.tagName}.${String(part.className)} ${Math.round(part.getBoundingClientRect().right)}`)
  }, WIDTH)

const expectNoSidewaysScroll = async (page: Page, screen: string) => {
  const width = await page.evaluate(() =>
    Math.max(document.documentElement.scrollWidth, document.querySelector('main')?.scrollWidth ?? 0),
  )
  expect(width, `${screen}: ${(await widest(page)).join('; ')}`).toBeLessThanOrEqual(WIDTH)
}

test('the console fits a phone: lists are cards, the unit with its parts stays inside the window', async ({ page }) => {
  await enter(page)
  const cards = page.getByRole('list', { name: 'Devices' }).getByRole('article')
  await expect(cards.first()).toBeVisible()
  await expectNoSidewaysScroll(page, 'device list')
  await page.getByRole('tab', { name: /^Online/ }).click()
  await expect(page).toHaveURL(/quick=online/)
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  // Those that other journeys add have no past.
  const { mac = '' } = (await demoUnits(await sharedSession())).find((unit) => unit.online_status === 'online') ?? {}
  for (const [tab, shown] of [
    ['overview', () => page.getByRole('img', { name: /^Curve of the last 24 hours/ })],
    ['live', () => page.getByRole('row').filter({ hasText: 'Flow water temperature' })],
    ['control', () => page.getByRole('button', { name: /^Increase / }).first()],
    ['curves', () => page.getByRole('heading', { name: 'Points' })],
    ['alarms', () => page.getByRole('tabpanel', { name: 'Alarms' })],
    ['log', () => page.getByRole('tabpanel', { name: 'Log' })],
    ['energy', () => page.getByRole('tabpanel', { name: /^Energy/ })],
    ['diagnosis', () => page.getByRole('tabpanel', { name: 'Diagnosis' })],
  ] as const) {
    await page.goto(`/#/device/device-detail/${mac}?tab=${tab}`)
    await expect(shown()).toBeVisible()
    await expectNoSidewaysScroll(page, tab)
  }
})

test('on a phone the menu is a drawer that closes with the screen it opens', async ({ page }) => {
  await enter(page)
  await page.getByRole('banner').getByRole('button', { name: 'Main menu' }).click()
  const menu = page.getByRole('dialog')
  await expect(menu.getByRole('link', { name: 'Device list' })).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  // What the top bar has no room for.
  await expect(menu.getByRole('button', { name: /Language/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  for (const [link, heading, path] of [
    ['Alarm list', 'Alarm list', /issue-list/],
    ['Service orders', 'Service orders', /userFeedback/],
  ] as const) {
    await page.getByRole('banner').getByRole('button', { name: 'Main menu' }).click()
    await menu.getByRole('link', { name: link }).click()
    await expect(menu).toBeHidden()
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible()
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
    await expectNoSidewaysScroll(page, heading)
  }
})

test('on a phone a touch on the card of an alarm opens it, and all that can be done with it is in reach', async ({
  page,
}) => {
  await enter(page, '/issue/issue-list?tab=all')
  const card = page.getByRole('main').getByRole('article').first()
  await card.getByRole('term').last().click()
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByRole('button', { name: 'Assign' })).toBeVisible()
  for (const button of await drawer.getByRole('button').all()) {
    const box = await button.boundingBox()
    expect(box === null || (box.x >= 0 && box.x + box.width <= WIDTH), await button.innerText()).toBe(true)
  }
  expect(await findViolations(page)).toEqual([])
  // A link within a card leads where it says, and nothing else opens.
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await card.getByRole('link').first().click()
  await expect(page).toHaveURL(/device-detail/)
})
