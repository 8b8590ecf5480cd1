import { api } from '@heatfleet/contract/api.ts'
import { expect } from '@playwright/test'
import { running, sharedSession } from '../running.ts'
import { test } from './close-contexts.ts'

test('the page of the API makes a call with a token, by the key that it names', async ({ page }) => {
  const { call } = await sharedSession()
  const { token } = await call(api.createApiToken, {
    body: { token_name: `Page ${Date.now()}`, permissions: ['device:view'], expires_in_days: 1 },
  })
  const problems: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  await page.goto(`${running.url()}/JCloud/docs`)
  await expect(page.getByRole('heading', { name: /^Heatfleet/ })).toBeVisible()
  const key = (await page.locator('.info code').allInnerTexts()).find((text) => text.startsWith('heatfleet-')) ?? ''
  await page.getByRole('button', { name: 'Authorize' }).click()
  for (const [header, value] of [
    ['key', key],
    ['token', token],
  ] as const) {
    const form = page
      .locator('.auth-container')
      .filter({ has: page.getByRole('heading', { name: `${header} (apiKey)` }) })
    await form.getByRole('textbox').fill(value)
    await form.getByRole('button', { name: 'Apply credentials' }).click()
  }
  await page.locator('.modal-ux-header button').click()

  await page.getByPlaceholder('Filter by tag').fill('device-inventory')
  // The page draws its tags anew while it filters them: a click on one that is replaced is lost.
  await expect(page.locator('.opblock-tag')).toHaveCount(1)
  await page.getByRole('button', { name: 'Expand operation' }).click()
  await expect(page.getByRole('button', { name: 'Collapse operation' })).toBeVisible()
  const operation = page.locator('.opblock[id$="-deviceList"]')
  await operation.locator('.opblock-summary-control').click()
  await operation.getByRole('button', { name: 'Try it out' }).click()
  await operation.locator('textarea').fill('{}')
  await operation.getByRole('button', { name: 'Execute' }).click()
  const answer = operation.locator('.live-responses-table')
  await expect(answer).toContainText('"msg": "success"', { timeout: 30_000 })
  // The policy of the product lets the page load all that it needs.
  expect(problems).toEqual([])
})
