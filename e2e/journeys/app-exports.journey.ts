import { readFileSync } from 'node:fs'
import { api } from '@heatfleet/contract/api.ts'
import { expect, type Page, test } from '@playwright/test'
import { sharedSession } from '../running.ts'
import { enter } from './steps.ts'

/** Exports the list on the screen to CSV, downloads the file, and returns its lines. */
const linesOf = async (page: Page, list: RegExp): Promise<string[]> => {
  await page.getByRole('main').getByRole('button', { name: 'Export' }).click()
  const dialog = page.getByRole('dialog', { name: /^Export/ })
  await dialog.getByRole('radio', { name: /CSV/ }).check()
  await dialog.getByRole('button', { name: 'All', exact: true }).click()
  await dialog.getByRole('button', { name: 'Start export' }).click()
  // Until then the list of exports has none, or an earlier one of this name.
  await expect(dialog).toBeHidden()
  await page.goto('/#/center/exports')
  const record = page.getByRole('row', { name: list }).first()
  await expect(record.getByText('Done')).toBeVisible()
  const arriving = page.waitForEvent('download')
  await record.getByRole('button', { name: /^Download/ }).click()
  return readFileSync(await (await arriving).path(), 'utf8')
    .trimEnd()
    .split('\r\n')
}

test('apps and their versions are exported as the lists show them', async ({ page }) => {
  const admin = await sharedSession()
  const app_name = `Files ${Date.now()}`
  const app = await admin.call(api.createApplication, { body: { app_name, platforms: ['ios', 'android'] } })
  const draft = { app_id: app.app_id, platform: 'android', build: 7, store_url: 'https://example.com/app' } as const
  const notes = { en: 'Quieter at night.', zh: '', pl: '' }
  const body = { ...draft, version: '3.1', staged_percent: 40, notes }
  const { version_id } = await admin.call(api.createAppVersion, { body })
  await admin.call(api.releaseAppVersion, { params: { id: version_id }, body: {} })
  await admin.call(api.createAppVersion, { body: { ...draft, version: '3.2' } })

  await enter(page, `/user/app-manage?app_id=${app.app_id}`, admin)
  // A version is opened by keyboard; closing it returns the focus to the list.
  const versions = page.getByRole('grid', { name: 'App versions' })
  await expect(versions.getByText('3.1')).toBeVisible()
  await versions.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: new RegExp(`^${app_name} 3\\.`) })
  await expect(drawer).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(versions).toBeFocused()

  const [titles = '', ...lines] = await linesOf(page, /App versions/)
  expect(titles).toContain('"Rollout (%)"')
  expect(lines).toHaveLength(2)
  expect(lines[0]).toContain('"Android","3.1",7,"Released","Optional",40')
  expect(lines[0]).toContain('"Quieter at night."')
  expect(lines[1]).toContain('"Draft"')

  await page.goto('/#/user/app-list')
  await expect(page.getByRole('row', { name: new RegExp(app_name) })).toBeVisible()
  const [head = '', ...apps] = await linesOf(page, /Apps/)
  expect(head).toContain('"Current version · Android"')
  const row = apps.find((one) => one.includes(app_name)) ?? ''
  expect(row).toContain(`"${app.app_key}","iOS, Android",`)
  expect(row).toContain('"3.1"')
  expect(row).toContain('"Enabled"')
  expect(row).not.toContain(app.app_secret)
})
