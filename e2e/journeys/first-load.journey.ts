import { expect, test } from '@playwright/test'
import { logIn } from './steps.ts'

/** The limit for everything fetched from opening the page to the device list, as sent over the wire. */
const FIRST_LOAD_MAX_BYTES = 330 * 1024

test('the first load is precompressed and small', async ({ page }) => {
  const sizes = new Map<string, number>()
  const plain: string[] = []
  page.on('response', async (response) => {
    const type = response.headers()['content-type'] ?? ''
    if (!/javascript|css/.test(type)) return
    const bytes = (await response.request().sizes()).responseBodySize
    sizes.set(response.url(), bytes)
    if (bytes > 2_048 && response.headers()['content-encoding'] !== 'br') plain.push(response.url())
  })
  await logIn(page)
  await page.waitForLoadState('networkidle')
  const total = [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0)
  console.log(`first load: ${sizes.size} files, ${(total / 1024).toFixed(1)} KB`)
  expect(plain).toEqual([])
  expect(total).toBeLessThanOrEqual(FIRST_LOAD_MAX_BYTES)
})
