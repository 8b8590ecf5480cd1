import { expect, type Page, test } from '@playwright/test'
import { sharedSession } from '../running.ts'
import { findViolations } from './axe.ts'
import { demoUnits } from './demo-units.ts'
import { deviceRows, enter, openScreens } from './steps.ts'

const palette = (page: Page) => page.getByRole('dialog', { name: 'Command palette' })
const results = (page: Page) => palette(page).getByRole('listbox', { name: 'Results' })
const violations = async (page: Page) => await findViolations(page)

test('Ctrl+K finds a unit by its last four digits and opens it; it is there again among the recent ones', async ({
  page,
}) => {
  const units = await demoUnits(await sharedSession())
  const ends = units.map(({ mac }) => mac.slice(-4))
  const unit = units.find(
    ({ mac }) => /^\d{4}$/.test(mac.slice(-4)) && ends.filter((end) => mac.endsWith(end)).length === 1,
  )
  const { mac = '', device_name = '' } = unit ?? {}
  await enter(page)
  await expect(deviceRows(page).first()).toBeVisible()

  await page.keyboard.press('Control+k')
  await expect(palette(page).getByRole('combobox')).toBeFocused()
  await expect(results(page).getByRole('group', { name: 'Actions' })).toBeVisible()
  expect(await violations(page)).toEqual([])

  await page.keyboard.type(mac.slice(-4))
  const found = results(page).getByRole('group', { name: 'Devices' }).getByRole('option').filter({ hasText: mac })
  await expect(found).toHaveAttribute('aria-selected', 'true')
  // A serial number may end with the same digits.
  await expect(found.locator('mark').first()).toHaveText(mac.slice(-4))
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(palette(page)).toBeHidden()
  await expect(page).toHaveURL(new RegExp(`device-detail/${mac}`))
  await expect(openScreens(page).getByRole('button', { name: device_name, exact: true })).toBeVisible()

  await openScreens(page).getByRole('button', { name: 'Device list' }).click()
  await expect(page).toHaveURL(/#\/device\/device-list/)
  await expect(page.getByRole('heading', { name: 'Devices' })).toBeVisible()
  await page
    .getByRole('banner')
    .getByRole('button', { name: /Search or go to/ })
    .click()
  const recent = results(page).getByRole('group', { name: 'Recent' }).getByRole('option').first()
  await expect(recent).toContainText(device_name)
  const [second] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('Control+Enter')])
  await expect(second).toHaveURL(new RegExp(`device-detail/${mac}`))
  await second.close()
  await page.keyboard.press('Escape')
  await expect(palette(page)).toBeHidden()
  await expect(page.getByRole('banner').getByRole('button', { name: /Search or go to/ })).toBeFocused()
})

test('screens are found by other names and other languages, actions by their right, and an action opens its form', async ({
  page,
}) => {
  await enter(page)
  await expect(deviceRows(page).first()).toBeVisible()
  await page.keyboard.press('/')
  const input = palette(page).getByRole('combobox')
  for (const [text, screen] of [
    ['tickets', 'Service orders'],
    ['zgłoszenia serw', 'Service orders'],
    ['告警列表', 'Alarm list'],
    ['sim card', 'SIM cards'],
  ] as const) {
    await input.fill(text)
    await expect(results(page).getByRole('group', { name: 'Screens' }).getByRole('option').first()).toContainText(
      screen,
    )
  }
  await input.fill('zzzzzz')
  await expect(palette(page).getByText('No results for “zzzzzz”')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await input.fill('new alarm rule')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#\/issue\/alarm-rules$/)
  await expect(page.getByRole('dialog', { name: 'New rule' })).toBeVisible()
})

test('an account is offered what it may do', async ({ page }) => {
  await enter(page, '/device/device-list', await sharedSession('auditor'))
  await expect(deviceRows(page).first()).toBeVisible()
  await page.keyboard.press('Control+k')
  const actions = results(page).getByRole('group', { name: 'Actions' })
  await expect(actions.getByRole('option', { name: 'Sign out' })).toBeVisible()
  await expect(actions.getByRole('option', { name: /^New |^Import/ })).toHaveCount(0)
})

test('a question mark shows the keys, in a field it is a character', async ({ page }) => {
  await enter(page, '/issue/issue-list')
  await expect(page.getByRole('heading', { name: 'Alarm list' })).toBeVisible()
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(sheet.getByText('Accept alarm')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await page.getByRole('button', { name: /Account:/ }).click()
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
  await expect(sheet).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('a?')
  await expect(palette(page).getByRole('combobox')).toHaveValue('a?')
  await expect(sheet).toBeHidden()
})
