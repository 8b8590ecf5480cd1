import { api } from '@heatfleet/contract/api.ts'
import { expect, type Page } from '@playwright/test'
import { type SignedIn, sharedSession } from '../running.ts'
import { test } from './close-contexts.ts'
import { deviceRows, enter, showsCount } from './steps.ts'

const numberIn = (text: string): number => Number(text.replaceAll(/[^0-9]/g, ''))

/** The number at the tab of all devices. */
const allOf = async (page: Page): Promise<number> => numberIn(await page.getByRole('tab', { name: /^All/ }).innerText())

test('the device list is narrowed to a region; its link shows each account its own part of it', async ({
  page,
  browser,
}) => {
  const admin = await enter(page)
  const countedBy =
    ({ call }: SignedIn, region_code: string) =>
    async () =>
      (await call(api.deviceList, { query: { size: 1 }, body: { region_code } })).total
  await page.getByRole('button', { name: /^More filters/ }).click()
  await page.getByRole('button', { name: "Distributor's region", exact: true }).click()
  await page.getByRole('searchbox', { name: /region/i }).fill('Yuhang')
  await page.getByRole('treeitem', { name: /Yuhang/ }).click()
  await expect(page).toHaveURL(/region_code=330110/)
  await expect(page.getByRole('list', { name: 'Active filters' })).toContainText('Yuhang')
  await showsCount(countedBy(admin, '330110'), () => allOf(page))
  const district = await countedBy(admin, '330110')()
  expect(district).toBeLessThan(await countedBy(admin, '330000')())

  const link = page.url()
  for (const [name, sees] of [
    ['zhejiang', true],
    ['malopolska', false],
  ] as const) {
    const person = await sharedSession(name)
    const own = await (await browser.newContext()).newPage()
    await enter(own, link.slice(link.indexOf('#') + 1), person)
    await expect(own.getByRole('list', { name: 'Active filters' })).toContainText('Yuhang')
    if (sees) {
      await showsCount(countedBy(person, '330110'), () => allOf(own))
      await expect(deviceRows(own).first()).toBeVisible()
      continue
    }
    expect(await countedBy(person, '330110')()).toBe(0)
    await expect(own.getByRole('tab', { name: /^All/ })).toContainText('0')
    await expect(deviceRows(own)).toHaveCount(0)
  }
})

test('a link to a region of the front page counts what the reader may see of it', async ({ browser }) => {
  for (const name of ['admin', 'zhejiang'] as const) {
    const person = await sharedSession(name)
    const page = await (await browser.newContext()).newPage()
    await enter(page, '/dashboard/front-page?region_code=330110', person)
    await expect(page.getByRole('list', { name: 'Active filters' })).toContainText('Yuhang')
    const query = { region_code: '330110' }
    await showsCount(
      async () => (await person.call(api.deviceStatusCount, { query })).total,
      async () => {
        const figure = page.getByRole('listitem').filter({ hasText: 'Devices' }).first()
        return numberIn(await figure.getByRole('link').first().innerText())
      },
    )
  }
})
