import { expect, test } from '@playwright/test'
import { logIn } from './steps.ts'

/** The limit for everything fetched from opening the page to the device list, as sent over the wire. */
const FIRST_LOAD_MAX_BYTES = 330 * 1024
/** Smaller files gain nothing by being compressed. */
const WORTH_COMPRESSING_BYTES = 2_048

test('the first load is precompressed and small', async ({ page }) => {
  const sizes: Promise<{ url: string; bytes: number; encoding: string | undefined }>[] = []
  page.on('response', (response) => {
    const headers = response.headers()
    if (!/javascript|css/.test(headers['content-type'] ?? '')) return
    sizes.push(
      response
        .request()
        .sizes()
        .then(({ responseBodySize }) => ({
          url: response.url(),
          bytes: responseBodySize,
          encoding: headers['content-encoding'],
        })),
    )
  })
  await logIn(page)
  await expect(page.getByRole('row').nth(3)).toBeVisible()
  const files = await Promise.all(sizes)
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0)
  const said = `${files.length} files, ${(total / 1024).toFixed(1)} KB`
  test.info().annotations.push({ type: 'first load', description: said })
  expect(files.length, said).toBeGreaterThan(3)
  expect(files.filter(({ bytes, encoding }) => bytes > WORTH_COMPRESSING_BYTES && encoding !== 'br')).toEqual([])
  expect(total, said).toBeLessThanOrEqual(FIRST_LOAD_MAX_BYTES)
})
