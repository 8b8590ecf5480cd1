import { api } from '@heatfleet/contract/api.ts'
import type { RequestOf } from '@heatfleet/contract/endpoint.ts'
import { expect, test } from '@playwright/test'
import { sharedSession } from '../running.ts'
import { ownUnits } from './demo-units.ts'
import { enter, pickFirst } from './steps.ts'

const IMAGE = Buffer.from(Uint8Array.from({ length: 3_000 }, (_, at) => (at * 13) & 0xff))

test('firmware is uploaded, disabled, enabled and deleted', async ({ page }) => {
  await enter(page, '/device/ota', await sharedSession())
  await page.getByRole('button', { name: 'Upload firmware' }).click()
  const form = page.getByRole('dialog', { name: 'Upload firmware' })
  await pickFirst(form.getByRole('combobox', { name: /^Product/ }), 'R290')
  await form.getByLabel(/^Hardware version/).fill('DTU-4G-B')
  await form.getByLabel(/^Software version/).fill('9.8.7')
  await form.getByLabel(/^Name/).fill('Journey')
  // Without its file nothing is sent, and what was typed stays.
  await form.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(form.getByRole('alert')).toHaveText('Choose a file.')
  await form
    .getByRole('button', { name: 'File', exact: true })
    .setInputFiles({ name: 'journey.bin', mimeType: 'application/octet-stream', buffer: IMAGE })
  await form.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByText('Journey 9.8.7 uploaded and signed.')).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: 'Journey' })
  await expect(row).toContainText('Enabled')
  const act = async (action: string) => {
    await row.getByRole('button', { name: 'Actions: Journey 9.8.7' }).click()
    await page.getByRole('menuitem', { name: action }).click()
  }
  await act('Disable')
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
  await expect(row).toContainText('Disabled')
  await act('Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(row).toHaveCount(0)
})

test('one unit is upgraded from its page to its end', async ({ page }) => {
  const admin = await sharedSession()
  const query = (mac: string): RequestOf<typeof api.deviceUpgrades> => ({ query: { mac, pageNo: 1, size: 9 } })
  let mac = ''
  for (const unit of await ownUnits('firmware')) {
    const { available } = await admin.call(api.deviceUpgrades, query(unit.mac))
    if (available.some(({ software_version }) => software_version === '1.5.0')) mac = unit.mac
    if (mac !== '') break
  }
  await enter(page, `/device/device-detail/${mac}?tab=upgrade`, admin)
  const part = page.getByRole('tabpanel', { name: 'Upgrade' })
  await part.getByRole('button', { name: 'Upgrade' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Upgrade' }).click()
  await expect(page.getByText('Upgrade queued.')).toBeVisible()
  const first = part.getByRole('row').nth(1)
  // By a module of the demo, which really downloads, checks and restarts; a few of them have a fault.
  await expect(first).toContainText(/Success|Communication exception|Check error/)
  const { list } = await admin.call(api.deviceUpgrades, query(mac))
  expect(list[0]?.result).not.toBeNull()
  await part.getByRole('row').nth(1).getByRole('link').click()
  await expect(page.getByRole('heading', { name: /Module|Board/ }).first()).toBeVisible()
})

test('a campaign is checked, proposed and rejected', async ({ page }) => {
  const admin = await sharedSession()
  const { list } = await admin.call(api.firmwareList, { query: { pageNo: 1, size: 99 }, body: { enabled: true } })
  const firmware = list.find(({ software_version, module }) => software_version === '1.5.0' && module === 'dtu')
  await enter(page, `/device/ota-list?campaign=${firmware?.firmware_id ?? 0}`, admin)
  const form = page.getByRole('dialog', { name: 'New campaign' })
  const name = `Winter radio ${Date.now() % 1_000_000}`
  await form.getByLabel(/^Name/).fill(name)
  await form.getByRole('button', { name: 'Check' }).click()
  await expect(form.getByRole('status')).toContainText(/\d+ of \d+ devices will be upgraded/)
  await form.getByRole('button', { name: 'Propose' }).click()
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await expect(page.getByText('Minimum outdoor temperature', { exact: false }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Reject' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click()
  await expect(page.getByText('Rejected').first()).toBeVisible()
  await page.goto(`/#/device/ota-list?name=${encodeURIComponent(name)}`)
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('List of devices')
})
