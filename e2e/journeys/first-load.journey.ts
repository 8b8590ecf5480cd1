import { expect, type Page, test } from '@playwright/test'
import { logIn } from './steps.ts'

/** The limit for everything fetched from opening the page to the device list, as sent over the wire. */
const FIRST_LOAD_MAX_BYTES = 330 * 1024
/** Smaller files gain nothing by being compressed. */
const WORTH_COMPRESSING_BYTES = 2_048

type Fetched = { url: string; bytes: number; encoding: string | undefined }

/** Scripts and styles a page asks for from now on: those that came, those that did not, and how many are on their way. */
const followCode = (page: Page) => {
  const came: Fetched[] = []
  const failed: string[] = []
  const asked = new Set<string>()
  const isCode = (url: string): boolean => /\.(?:js|css)$/.test(new URL(url).pathname)
  page.on('request', (request) => {
    if (isCode(request.url())) asked.add(request.url())
  })
  page.on('requestfailed', (request) => {
    if (isCode(request.url())) failed.push(`${request.url()}: ${request.failure()?.errorText}`)
  })
  // Only now is the size known: asked for at the answer, it is waited for until the file has come, or for ever.
  page.on('requestfinished', async (request) => {
    if (!isCode(request.url())) return
    const [response, sizes] = await Promise.all([request.response(), request.sizes()])
    const encoding = response?.headers()['content-encoding']
    came.push({ url: request.url(), bytes: sizes.responseBodySize, encoding })
  })
  const onTheirWay = (): string[] =>
    [...asked].filter((url) => !came.some((file) => file.url === url) && !failed.some((told) => told.startsWith(url)))
  return { came, failed, onTheirWay }
}

test('the first load is precompressed and small', async ({ page }) => {
  const { came, failed, onTheirWay } = followCode(page)
  await logIn(page)
  await expect(page.getByRole('row').nth(3)).toBeVisible()
  // What was asked for by then counts, whenever it comes: on a quick machine as on a slow one.
  await expect.poll(onTheirWay).toEqual([])
  expect(failed).toEqual([])
  const total = came.reduce((sum, { bytes }) => sum + bytes, 0)
  const said = `${came.length} files, ${(total / 1024).toFixed(1)} KB`
  test.info().annotations.push({ type: 'first load', description: said })
  expect(came.length, said).toBeGreaterThan(3)
  expect(came.filter(({ bytes, encoding }) => bytes > WORTH_COMPRESSING_BYTES && encoding !== 'br')).toEqual([])
  expect(total, said).toBeLessThanOrEqual(FIRST_LOAD_MAX_BYTES)
})
