import { readFileSync } from 'node:fs'
import { api } from '@heatfleet/contract/api.ts'
import { imeiOf } from '@heatfleet/contract/identifiers.ts'
import { expect, type Page } from '@playwright/test'
import { type SignedIn, sharedSession } from '../running.ts'
import { findViolations } from './axe.ts'
import { test } from './close-contexts.ts'
import { enter, pickFirst } from './steps.ts'

const NEW_IMPORT = '/device/device-import-detail/new'

/** Ids that no other journey and no earlier run has; `Virtual` keeps their units out of other journeys' lists. */
const freshIds = (count: number): string[] => {
  const stamp = String(Date.now()).slice(-7)
  const random = String(Math.floor(Math.random() * 100)).padStart(2, '0')
  return Array.from({ length: count }, (_, index) => imeiOf(`86${stamp}${random}${String(index).padStart(3, '0')}`))
}

const tableOf = (macs: readonly string[]): string =>
  ['IMEI\tDevice name', ...macs.map((mac) => `${mac}\tVirtual ${mac}`)].join('\n')

const countUnits = async ({ call }: SignedIn, macs: readonly string[]): Promise<number> =>
  (await call(api.deviceList, { body: { macs: [...macs] } })).total

const chooseProduct = (page: Page): Promise<void> =>
  pickFirst(page.getByRole('combobox', { name: 'Product' }), 'R290 monobloc')

const expectNoViolations = async (page: Page): Promise<void> => {
  expect((await findViolations(page)).map(({ id }) => id)).toEqual([])
}

test('pasted units are put right in place, imported, labelled, and the import is undone', async ({ page }) => {
  test.slow()
  const admin = await sharedSession()
  const [first = '', second = '', third = ''] = freshIds(3)
  await enter(page, '/device/device-import')
  await page.getByRole('button', { name: 'Import devices' }).first().click()
  await expect(page.getByRole('heading', { name: 'Import devices' })).toBeVisible()
  const check = page.getByRole('button', { name: 'Check', exact: true })
  await expect(check).toHaveAttribute('aria-disabled', 'true')
  const pasted = page.getByLabel('IDs, or rows of a table')
  await pasted.fill(`${tableOf([first, second, '86341206'])}\n${first}\tVirtual twice`)
  await chooseProduct(page)
  await expectNoViolations(page)
  await check.click()

  // Two good lines, one that is not complete, one that stands there twice.
  await expect(page.getByRole('tab', { name: /^New 2$/ })).toBeVisible()
  await page.getByRole('tab', { name: /^Cannot be imported 2$/ }).click()
  await expect(page.getByText('Not a complete MAC or IMEI')).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('textbox', { name: 'IMEI / MAC, row 3' }).fill(third)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tab', { name: /^New 3$/ })).toBeVisible()
  await page.getByRole('button', { name: 'Skip the row with an error' }).click()
  await expect(page.getByRole('tab', { name: /^Skipped 1$/ })).toBeVisible()
  await page.getByRole('button', { name: 'Import 3 devices' }).click()

  await expect(page.getByText('Done', { exact: true }).filter({ visible: true }).first()).toBeVisible()
  await expect(page.getByRole('figure', { name: 'Result' })).toContainText('Successful3')
  expect(await countUnits(admin, [first, second, third])).toBe(3)
  await expectNoViolations(page)

  await page.getByRole('button', { name: 'Print labels' }).first().click()
  const labels = page.getByRole('dialog', { name: 'Labels for 3 devices' })
  await expectNoViolations(page)
  const download = page.waitForEvent('download')
  await labels.getByRole('button', { name: 'Download PDF' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('labels-3.pdf')
  expect(
    readFileSync(await file.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')

  await page.getByRole('button', { name: /^Actions for I/ }).click()
  await page.getByRole('menuitem', { name: 'Undo import' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('Wrong line')
  await page.getByRole('button', { name: 'Remove 3 devices' }).click()
  await expect(page.getByText('3 devices removed')).toBeVisible()
  expect(await countUnits(admin, [first, second, third])).toBe(0)
})

test('a file with columns in another language and bad lines: the good ones come in, the others are taken up again', async ({
  page,
}) => {
  const admin = await sharedSession()
  const [first = '', second = ''] = freshIds(2)
  await enter(page, NEW_IMPORT)
  await page.getByRole('radio', { name: 'File' }).check()
  const csv = ['Nazwa urządzenia,IMEI / MAC,ICCID', `Virtual ${first},${first},`, `Virtual ${second},${second},123`]
  await page.locator('input[type=file]').setInputFiles({
    name: 'line-3.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(csv.join('\n')),
  })
  await expect(page.getByText('2 rows')).toBeVisible()
  await chooseProduct(page)
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(page.getByText(/^Invalid ICCID/)).toBeVisible()
  await page.getByRole('button', { name: 'Import 1 device' }).click()
  const dialog = page.getByRole('dialog', { name: '1 row cannot be imported' })
  await dialog.getByRole('button', { name: 'Import 1 device' }).click()

  await page.getByRole('tab', { name: /^Failed 1$/ }).click()
  await expect(page.getByText(/^Invalid ICCID/)).toBeVisible()
  // The row that fails is shown before the other one is a unit.
  await expect.poll(() => countUnits(admin, [first, second])).toBe(1)
  await page.getByRole('button', { name: /^Actions for I/ }).click()
  await page.getByRole('menuitem', { name: 'Failed rows as a file' }).click()
  await expect(page.getByRole('dialog', { name: /^Export: Failed rows I\d+$/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Actions for I/ }).click()
  await page.getByRole('menuitem', { name: 'Retry failed rows' }).click()
  await page.getByRole('textbox', { name: /^ICCID, row/ }).fill('')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Import 1 device' }).click()
  await expect(page.getByText('Done', { exact: true }).filter({ visible: true }).first()).toBeVisible()
  await expect.poll(() => countUnits(admin, [first, second])).toBe(2)
})

declare global {
  /** Pitches of the sounds that the page made. */
  var pitches: number[]
}

test('a scanner fills the list on a phone: a sound for each, a low one for what was scanned before', async ({
  browser,
}) => {
  const page = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  await page.addInitScript(() => {
    globalThis.pitches = []
    const start: unknown = Reflect.get(OscillatorNode.prototype, 'start')
    OscillatorNode.prototype.start = function (...when) {
      globalThis.pitches.push(this.frequency.value)
      if (typeof start === 'function') Reflect.apply(start, this, when)
    }
  })
  const [first = '', second = ''] = freshIds(2)
  await enter(page, NEW_IMPORT)
  await page.getByText('Scan', { exact: true }).click()
  const field = page.getByLabel('Scan a label')
  await expect(field).toBeFocused()
  const scan = async (text: string) => {
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
  }
  await scan(first)
  await expect(page.getByText(`${first} scanned`)).toBeVisible()
  await scan(first)
  await expect(page.getByText(`${first} was already scanned, as number 1`)).toBeVisible()
  await scan(`heatfleet:bind?id=${second}&product=r290`)
  await scan('86341206')
  await expect(page.getByText('Not a complete MAC or IMEI: 86341206')).toBeVisible()
  await expect(page.getByText('2 devices scanned')).toBeVisible()
  await expect(field).toBeFocused()
  const [good = 0, duplicate = 0, other = 0, incomplete = 0] = await page.evaluate(() => globalThis.pitches)
  expect([other, incomplete]).toEqual([good, duplicate])
  expect(duplicate).toBeLessThan(good)
  const overflow_px = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow_px).toBeLessThanOrEqual(0)
  await expectNoViolations(page)
  await page.getByRole('button', { name: `Remove ${first}` }).click()
  await expect(page.getByText('1 device scanned')).toBeVisible()
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(page.getByText('No product given')).toBeVisible()
})
