import { expect, type Page, test } from '@playwright/test'
import { logIn } from './steps.ts'

/** Limit of the code fetched from opening the page to the device list, compressed. */
const FIRST_LOAD_MAX_BYTES = 292 * 1024
/** Smaller files gain nothing from compression. */
const WORTH_COMPRESSING_BYTES = 2_048

type Fetched = { url: string; bytes: number; encoding: string | undefined }

/** Scripts and styles a page requests from now on: loaded, failed and pending. */
const followCode = (page: Page) => {
  const loaded: Fetched[] = []
  const failed: string[] = []
  const requested = new Set<string>()
  const isCode = (url: string): boolean => /\.(?:js|css)$/.test(new URL(url).pathname)
  page.on('request', (request) => {
    if (isCode(request.url())) requested.add(request.url())
  })
  page.on('requestfailed', (request) => {
    if (isCode(request.url())) failed.push(`${request.url()}: ${request.failure()?.errorText}`)
  })
  // The size is known only now: requested at the response, it would wait for the end of the body, or for ever.
  page.on('requestfinished', async (request) => {
    if (!isCode(request.url())) return
    const [response, sizes] = await Promise.all([request.response(), request.sizes()])
    const encoding = response?.headers()['content-encoding']
    loaded.push({ url: request.url(), bytes: sizes.responseBodySize, encoding })
  })
  const pending = (): string[] =>
    [...requested].filter(
      (url) => !loaded.some((file) => file.url === url) && !failed.some((failure) => failure.startsWith(url)),
    )
  return { loaded, failed, pending }
}

test('the first load is precompressed and small', async ({ page }) => {
  const { loaded, failed, pending } = followCode(page)
  await logIn(page)
  await expect(page.getByRole('row').nth(3)).toBeVisible()
  // Everything requested by now counts, whenever it arrives: the same on fast and slow machines.
  await expect.poll(pending).toEqual([])
  expect(failed).toEqual([])
  const total = loaded.reduce((sum, { bytes }) => sum + bytes, 0)
  const summary = `${loaded.length} files, ${(total / 1024).toFixed(1)} KB`
  test.info().annotations.push({ type: 'first load', description: summary })
  expect(loaded.length, summary).toBeGreaterThan(3)
  expect(loaded.filter(({ bytes, encoding }) => bytes > WORTH_COMPRESSING_BYTES && encoding !== 'br')).toEqual([])
  expect(total, summary).toBeLessThanOrEqual(FIRST_LOAD_MAX_BYTES)
})
