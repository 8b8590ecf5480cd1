import { readFileSync } from 'node:fs'
import { api } from '@heatfleet/contract/api.ts'
import { expect, test } from '@playwright/test'
import { sharedSession } from '../running.ts'
import { addUnits, ownUnits, waitForDemo } from './demo-units.ts'
import { makePerson } from './people.ts'
import { enter } from './steps.ts'

test('the device list shows health with its reasons, and is filtered and sorted by it', async ({ page }) => {
  const admin = await sharedSession()
  const fairOnes = async () => (await admin.call(api.deviceList, { body: { health: 'fair' } })).total
  // Health is found every minute.
  await expect.poll(fairOnes, { timeout: 150_000 }).toBeGreaterThan(0)
  // Columns are kept with the account: those of the administrator are on the screens of other journeys.
  const { person } = await makePerson(admin, {
    permissions: ['device:view', 'iccid:view', 'ota:view', 'binding:view', 'appuser:view'],
  })
  await enter(page, '/device/device-list?health=fair&sort_by=health', person)
  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  const columns = ['Health', 'App users', 'SIM card ends', 'Next firmware']
  for (const name of columns) {
    const column = page.getByRole('checkbox', { name, exact: true })
    await column.click()
    // Kept with the account: it stands when that is answered.
    await expect(column).toBeChecked()
  }
  await page.keyboard.press('Escape')
  for (const name of columns) await expect(page.getByRole('columnheader', { name })).toBeVisible()
  await expect(page.getByRole('button', { name: /Health.*Fair \(50–79\)/ })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Health' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(page.getByRole('row').nth(1)).toContainText(/[5-7]\d\D.*−\d/)
})

test('newer firmware is told on the page of a unit, leads to its upgrade, and is hidden for the day', async ({
  page,
}) => {
  await waitForDemo()
  const admin = await sharedSession()
  let mac = ''
  for (const unit of (await ownUnits('firmware')).toReversed()) {
    const query = { mac: unit.mac, pageNo: 1, size: 9 }
    const { available, list } = await admin.call(api.deviceUpgrades, { query })
    if (available.length > 0 && list.length === 0) mac = unit.mac
    if (mac !== '') break
  }
  await enter(page, `/device/device-detail/${mac}`, admin)
  const banner = page.getByRole('status').filter({ hasText: /Newer (module|controller) firmware is available/ })
  await banner.getByRole('link', { name: 'Upgrade…' }).click()
  const dialog = page.getByRole('dialog', { name: /^Upgrade/ })
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).not.toHaveURL(/firmware=/)
  await banner.getByRole('button', { name: 'Hide for today' }).click()
  await expect(banner).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('tabpanel', { name: 'Upgrade' })).toContainText('Newer firmware')
  await expect(banner).toHaveCount(0)
})

test('a SIM card that ends is told on the page of its unit, and the card opens from there', async ({ page }) => {
  await waitForDemo()
  const admin = await sharedSession()
  const query = { pageNo: 1, size: 20 }
  const { list } = await admin.call(api.iccidList, { query, body: { days_left: 30 } })
  const card = list.find(({ mac, status }) => mac !== null && status !== 'cancelled')
  if (card === undefined) throw new Error('no SIM card of the demo ends within 30 days')
  await enter(page, `/device/device-detail/${card.mac}`, admin)
  const banner = page.getByRole('status').filter({ hasText: /SIM card of this device (expires|has expired)/ })
  await banner.getByRole('link', { name: 'Renew it' }).click()
  await expect(page).toHaveURL(new RegExp(`card=${card.card_id}`))
  await expect(page.getByRole('dialog').filter({ hasText: card.iccid })).toBeVisible()
})

test('the history of a unit is saved as an archive with a file for each day', async ({ page }) => {
  await waitForDemo()
  // Exports of their own alone.
  const { person } = await makePerson(await sharedSession(), {
    permissions: ['device:view', 'product:view', 'history:view', 'history:export'],
  })
  const unit = (await ownUnits('firmware')).at(0)
  await enter(page, `/device/device-detail/${unit?.mac}?tab=curves`, person)
  await page.getByRole('main').getByRole('button', { name: 'Export', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: /^Export/ })
  await dialog.getByRole('combobox', { name: 'Files' }).click()
  await page.getByRole('option', { name: 'One for each day (zip)' }).click()
  await dialog.getByRole('button', { name: 'Start export' }).click()
  await expect(dialog).toBeHidden()
  await page.goto('/#/center/exports')
  const record = page.getByRole('row', { name: /Device history/ }).first()
  await expect(record.getByText('Done')).toBeVisible()
  const arriving = page.waitForEvent('download')
  await record.getByRole('button', { name: /^Download/ }).click()
  const download = await arriving
  expect(download.suggestedFilename()).toMatch(/\.zip$/)
  // Each entry has its name twice, of its day.
  expect(readFileSync(await download.path(), 'latin1')).toMatch(/^PK.*\d{4}-\d{2}-\d{2}\.(xlsx|csv)/s)
})

test('a setting is pinned, set at a later time, and the change is taken back', async ({ page }) => {
  await waitForDemo()
  const admin = await sharedSession()
  const mac = (await ownUnits('live control')).at(1)?.mac ?? ''
  const { person } = await makePerson(admin, {
    permissions: ['device:view', 'device:control', 'controllog:view', 'product:view'],
  })
  await enter(page, `/device/device-detail/${mac}?tab=control`, person)
  const panel = page.getByRole('tabpanel', { name: 'Control' })
  await panel.getByRole('button', { name: 'Pin Heating set-point' }).click()
  const pinned = panel.getByRole('region', { name: 'Pinned' })
  const field = pinned.getByRole('textbox', { name: 'Heating set-point', exact: true })
  await expect(field).toBeVisible()
  const old = Number(await field.inputValue())
  await field.fill(String(old >= 50 ? old - 1 : old + 1))
  await page.getByRole('button', { name: 'Review 1 change' }).click()
  const review = page.getByRole('dialog', { name: 'Review changes' })
  await review.getByRole('button', { name: 'Add a reason or a later time' }).click()
  await review.getByRole('textbox', { name: 'Reason' }).fill('Warmer for the weekend')
  await review.getByRole('radio', { name: 'At a time' }).check()
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  await review.getByRole('textbox', { name: 'Time' }).fill(`${tomorrow} 06:00`)
  await review.getByRole('textbox', { name: 'Time' }).press('Enter')
  await review.getByRole('button', { name: 'Schedule', exact: true }).click()
  await expect(review).toBeHidden()
  const waiting = panel.getByRole('listitem').filter({ hasText: 'Warmer for the weekend' })
  await expect(waiting).toContainText('Waiting')
  await waiting.getByRole('button', { name: 'Cancel change' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel change' }).click()
  await expect(waiting).toContainText('cancelled by')
  await pinned.getByRole('button', { name: 'Unpin Heating set-point' }).click()
  await expect(pinned).toHaveCount(0)
})

test('an installer’s setting asks for a reason, which stands in the control log', async ({ page }) => {
  await waitForDemo()
  const admin = await sharedSession()
  const mac = (await ownUnits('control log')).at(-1)?.mac ?? ''
  const info = await admin.call(api.deviceInfo, { query: { mac } })
  const present = info.values.find(({ key }) => key === 'df_max')?.value ?? 8
  await enter(page, `/device/device-detail/${mac}?tab=control`, admin)
  const panel = page.getByRole('tabpanel', { name: 'Control' })
  await panel.getByRole('tab', { name: 'Service' }).click()
  const field = panel.getByRole('textbox', { name: 'Longest defrost' })
  await field.fill(String(present >= 10 ? present - 1 : present + 1))
  await page.getByRole('button', { name: 'Review 1 change' }).click()
  const review = page.getByRole('dialog', { name: 'Review changes' })
  const send = review.getByRole('button', { name: 'Send to device' })
  await expect(send).toHaveAttribute('aria-disabled', 'true')
  await review.getByRole('textbox', { name: 'Reason' }).fill('Ice on the coil')
  await send.click()
  await expect(review).toBeHidden()
  await enter(page, `/issue/control-log?search=${mac}`, admin)
  await page.getByRole('row').filter({ hasText: 'Longest defrost' }).first().getByText('Longest defrost').click()
  await expect(page.getByRole('dialog')).toContainText('Ice on the coil')
})

test('all users of a unit are unbound from its menu, after they were named and with a reason', async ({ page }) => {
  const admin = await sharedSession()
  const [unit] = await addUnits(1)
  const mac = unit?.mac ?? ''
  const [user] = (await admin.call(api.appUserList, { query: { pageNo: 1, size: 1 } })).list
  const params = { id: user?.app_user_id ?? 0 }
  await admin.call(api.bindDevice, { params, body: { mac, role: 'owner', reason: 'Journey' } })
  await enter(page, `/device/device-list?keyword=${mac}`, admin)
  await page.getByRole('button', { name: `Actions for Virtual ${mac}` }).click()
  await page.getByRole('menuitem', { name: 'Unbind all users' }).click()
  const dialog = page.getByRole('dialog', { name: `Unbind all users of Virtual ${mac}?` })
  await expect(dialog.getByRole('listitem')).toContainText(user?.nick_name ?? '')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('House sold')
  await dialog.getByRole('button', { name: 'Unbind all users' }).click()
  await expect(page.getByText(`Virtual ${mac}: 1 user unbound.`)).toBeVisible()
  expect((await admin.call(api.bindUserList, { query: { mac } })).list).toEqual([])
})
