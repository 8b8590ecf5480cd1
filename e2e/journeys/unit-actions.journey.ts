import { api } from '@heatfleet/contract/api.ts'
import type { Permission } from '@heatfleet/contract/permissions.ts'
import { expect, test } from '@playwright/test'
import { connectPush } from '../push-client.ts'
import { sharedSession } from '../running.ts'
import { ownUnits, waitForDemo } from './demo-units.ts'
import { makePerson } from './people.ts'
import { enter } from './steps.ts'

/** Two units of the demo that no other journey mutes or writes orders about. */
const someUnits = async () => {
  const admin = await sharedSession()
  const { list } = await admin.call(api.deviceList, { query: { pageNo: 1, size: 20 }, body: { net: '4g' } })
  const [first, second] = list.slice(-2)
  if (first === undefined || second === undefined) throw new Error('the demo has two 4G units')
  return { admin, first, second }
}

test('a service order is begun on the page of its unit', async ({ page }) => {
  const { admin, first } = await someUnits()
  await enter(page, `/device/device-detail/${first.mac}`, admin)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'New service order' }).click()
  const form = page.getByRole('dialog', { name: 'New service order' })
  await expect(form.getByRole('textbox', { name: 'IMEI or MAC of the device' })).toHaveValue(first.mac)
  await form.getByRole('textbox', { name: 'Problem' }).fill('Whistles since the morning')
  await form.getByRole('button', { name: 'Create order' }).click()
  await expect(page).toHaveURL(/#\/service\/order-detail\/\d+/)
  await expect(page.getByText('Whistles since the morning')).toBeVisible()
})

test('alarms of a unit are muted from the list before work begins', async ({ page }) => {
  const { admin, first } = await someUnits()
  await enter(page, `/device/device-list?keyword=${first.mac}`, admin)
  const name = first.device_name || first.mac
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Mute alarms' }).click()
  const form = page.getByRole('dialog', { name: `Mute the alarms of ${name}` })
  await form.getByRole('textbox', { name: 'Reason' }).fill('Pump is being replaced')
  await form.getByRole('button', { name: 'Mute', exact: true }).click()
  await expect(form).toBeHidden()
  const { list } = await admin.call(api.alarmMuteList, { body: { state: 'active' } })
  const mute = list.find(({ mac }) => mac === first.mac)
  expect(mute).toMatchObject({ reason: 'Pump is being replaced', type: null, code: null })
  await admin.call(api.alarmMuteEnd, { params: { id: String(mute?.mute_id) } })
})

test('a label is printed from the list, and the ticked units are muted together', async ({ page }) => {
  const { admin, first, second } = await someUnits()
  await enter(page, `/device/device-list?keyword=${first.mac},${second.mac}`, admin)
  await page.getByRole('button', { name: `Actions for ${first.device_name || first.mac}` }).click()
  await page.getByRole('menuitem', { name: 'Print label' }).click()
  const labels = page.getByRole('dialog', { name: 'Labels for 1 device' })
  const file = page.waitForEvent('download')
  await labels.getByRole('button', { name: 'Download PDF' }).click()
  expect((await file).suggestedFilename()).toMatch(/\.pdf$/)
  await expect(labels).toBeHidden()

  for (const { mac } of [first, second])
    await page.getByRole('row').filter({ hasText: mac }).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Mute alarms' }).click()
  const form = page.getByRole('dialog', { name: 'Mute the alarms of 2 devices' })
  await form.getByRole('textbox', { name: 'Reason' }).fill('Street works')
  await form.getByRole('button', { name: 'Mute', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Mute alarms of devices' })).toContainText('2 done')
  const { list } = await admin.call(api.alarmMuteList, { body: { state: 'active' } })
  const mutes = list.filter(({ reason }) => reason === 'Street works')
  expect(new Set(mutes.map(({ mac }) => mac))).toEqual(new Set([first.mac, second.mac]))
  expect(mutes).toHaveLength(2)
  for (const { mute_id } of mutes) await admin.call(api.alarmMuteEnd, { params: { id: String(mute_id) } })
})

test('ticked units, and a filter of the list, become the target of a firmware campaign', async ({ page }) => {
  const { admin, first, second } = await someUnits()
  await enter(page, `/device/device-list?keyword=${first.mac},${second.mac}`, admin)
  for (const { mac } of [first, second])
    await page.getByRole('row').filter({ hasText: mac }).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Upgrade firmware' }).click()
  const form = page.getByRole('dialog', { name: 'New campaign' })
  const ids = (await form.getByRole('textbox', { name: 'IMEI / MAC' }).inputValue()).split('\n')
  expect(ids.sort()).toEqual([first.mac, second.mac].sort())

  // Not all of the product, but nothing either, until a group is chosen.
  await form.getByRole('radio', { name: 'A device group' }).check()
  await expect(form.getByRole('combobox', { name: 'Device group' })).toBeVisible()
  await expect(form.getByRole('button', { name: 'Propose' })).toHaveAttribute('aria-disabled', 'true')
})

test('units whose SIM card ends soon are found in the list', async ({ page }) => {
  const admin = await sharedSession()
  const { total } = await admin.call(api.deviceList, {
    query: { pageNo: 1, size: 1 },
    body: { sim_days_left: 90 },
  })
  expect(total).toBeGreaterThan(0)
  await enter(page, '/device/device-list?sim_days_left=90', admin)
  await expect(page.getByRole('button', { name: /SIM card expires.*Within 90 days or expired/ })).toBeVisible()
  await expect(page.getByText(`${total} device`, { exact: false }).first()).toBeVisible()
})

test('a module is restarted from the page of its unit, and comes back', async ({ page }) => {
  await waitForDemo()
  const admin = await sharedSession()
  // The first of them belongs to the journey of the diagnosis.
  const mac = (await ownUnits('diagnosis')).at(-1)?.mac ?? ''
  const infoOf = () => admin.call(api.deviceInfo, { query: { mac } })
  const before = await infoOf()
  await enter(page, `/device/device-detail/${mac}`, admin)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Restart module' }).click()
  await page
    .getByRole('dialog', { name: /^Restart the module of/ })
    .getByRole('button', { name: 'Restart module' })
    .click()
  await expect(page.getByText('Restart requested. The device goes offline briefly.')).toBeVisible()
  await expect.poll(async () => (await infoOf()).online_times).toBeGreaterThan(before.online_times)
  await expect.poll(async () => (await infoOf()).online_status).toBe('online')
})

test('the review of a change says that somebody else has just set the same', async ({ page }) => {
  await waitForDemo()
  const unit = (await ownUnits('live control')).at(-1)
  const mac = unit?.mac ?? ''
  const other = await sharedSession()
  const permissions: Permission[] = ['device:view', 'device:control', 'controllog:view', 'product:view']
  const { person } = await makePerson(other, { permissions })
  const info = await other.call(api.deviceInfo, { query: { mac } })
  const old = info.values.find(({ key }) => key === 'sp_heat')?.value ?? 45
  const theirs = old >= 50 ? old - 1 : old + 1
  const socket = await connectPush(other)
  await socket.send({ cmd: 'ControlDevice', mac, points: [{ key: 'sp_heat', value: theirs }] })
  const last = async () => (await other.call(api.controlLog, { body: { macs: [mac], point_key: 'sp_heat' } })).list[0]
  await expect.poll(async () => (await last())?.state).toBe('verified')

  await enter(page, `/device/device-detail/${mac}?tab=control`, person)
  const panel = page.getByRole('tabpanel', { name: 'Control' })
  await panel.getByRole('textbox', { name: 'Heating set-point', exact: true }).fill(String(theirs + 0.5))
  await page.getByRole('button', { name: 'Review 1 change' }).click()
  const change = page.getByRole('dialog', { name: 'Review changes' }).getByRole('listitem')
  await expect(change).toContainText(`has just set this to ${theirs.toFixed(1)} °C`)

  // As it was.
  await socket.send({ cmd: 'ControlDevice', mac, points: [{ key: 'sp_heat', value: old }] })
  await expect.poll(async () => (await last())?.new_value).toBe(old)
  socket.close()
})

test('a setting of a unit that is offline is left to a rollout that waits for it', async ({ page }) => {
  const admin = await sharedSession()
  const { list } = await admin.call(api.deviceList, {
    query: { pageNo: 1, size: 99 },
    body: { online_status: 'offline', quick: 'offline_24h' },
  })
  const mac = list.find(({ device_name }) => !device_name.startsWith('Virtual '))?.mac ?? ''
  await enter(page, `/device/device-detail/${mac}?tab=control`, admin)
  await page.getByRole('link', { name: 'Set it once the device is back online' }).click()
  await expect(page.getByRole('heading', { name: 'New rollout' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'IMEI / MAC' })).toHaveValue(mac)
})

test('a role without the right to products sees the missing permission in the settings of a unit', async ({ page }) => {
  const { admin, first } = await someUnits()
  const { person } = await makePerson(admin, { permissions: ['device:view', 'device:control'] })
  await enter(page, `/device/device-detail/${first.mac}?tab=control`, person)
  await expect(page.getByRole('tabpanel', { name: 'Control' })).toContainText('View products')
})
