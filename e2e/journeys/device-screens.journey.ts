import { api } from '@heatfleet/contract/api.ts'
import { API_PREFIX } from '@heatfleet/contract/endpoint.ts'
import { expect, test } from '@playwright/test'
import { sharedSession } from '../running.ts'
import { addUnits } from './demo-units.ts'
import { deviceRows, enter, openOnlineDevice, openPart } from './steps.ts'

test('figures and curves that are being fetched say so; a dash is left for what is not known', async ({ page }) => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  for (const { path } of [api.deviceDays, api.listCurve])
    await page.route(`**${API_PREFIX}${path}*`, async (route) => {
      await released
      await route.continue()
    })
  await enter(page)
  await openOnlineDevice(page)
  const panel = (title: string) => page.locator('section').filter({ has: page.getByRole('heading', { name: title }) })
  const today = panel('Today').last()
  // COP, heat, electricity, starts, defrosts.
  await expect(today.getByRole('img', { name: 'Loading…' })).toHaveCount(5)
  await expect(today.getByRole('term').first().locator('xpath=..')).not.toContainText('—')
  await expect(panel('Last 24 hours').last().getByRole('status')).toHaveText(/Loading/)
  release()
  await expect(today.getByRole('img', { name: 'Loading…' })).toHaveCount(0)
  await expect(page.getByRole('img', { name: /^Curve of the last 24 hours/ })).toBeVisible()
})

test('the buttons of a number are named for screen readers', async ({ page }) => {
  await enter(page)
  await openOnlineDevice(page)
  const control = await openPart(page, 'Control')
  const more = control.getByRole('button', { name: /^Increase / }).first()
  const name = (await more.getAttribute('title')) ?? ''
  const field = control.getByRole('textbox', { name: name.replace('Increase ', ''), exact: true })
  const before = await field.inputValue()
  await more.click()
  await expect(field).not.toHaveValue(before)
  await control.getByRole('button', { name: name.replace('Increase', 'Decrease'), exact: true }).click()
  await expect(field).toHaveValue(before)
})

test('a unit that never reported says so in the list', async ({ page }) => {
  const [unit] = await addUnits(1)
  await enter(page, `/device/device-list?keyword=${unit?.mac}`)
  await expect(page.getByRole('row').filter({ hasText: unit?.mac ?? '' })).toContainText('no reports yet')
})

for (const [language, column] of [
  ['en', 'Recognition'],
  ['pl', 'Rozpoznanie'],
  ['zh', '识别状态'],
] as const)
  test(`states in the device list are not cut at 1440 px (${language})`, async ({ page }) => {
    await page.addInitScript((locale) => localStorage.setItem('locale', locale), language)
    // Of the administrator the language is stored with the account and wins.
    const session = await sharedSession()
    await enter(page, '/device/device-list?quick=unrecognized', {
      ...session,
      user: { ...session.user, language: '' },
    })
    await expect(page.getByRole('columnheader', { name: column })).toBeVisible()
    await expect(deviceRows(page).first()).toBeVisible()
    const cut = await page.getByRole('gridcell').evaluateAll((cells) =>
      cells
        .filter((cell) => cell.querySelector('svg, [class*="dot"]') !== null && cell.querySelector('a') === null)
        .filter((cell) =>
          [cell, ...cell.querySelectorAll('*')].some(
            (part) =>
              part.scrollWidth > part.clientWidth + 1 &&
              part.clientWidth > 0 &&
              getComputedStyle(part).overflow !== 'visible',
          ),
        )
        .map((cell) => cell.textContent),
    )
    expect(cut).toEqual([])
  })
