import { api } from '@heatfleet/contract/api.ts'
import { expect, type Page, test } from '@playwright/test'
import { openApp } from '../attacks/app-person.ts'
import { running, sharedSession } from '../running.ts'
import { addUnits } from './demo-units.ts'
import { enter } from './steps.ts'

/** Unbinds the only unit of an app user by hand; `notify` = whether the switch for the notification stays on. */
const unbind = async (page: Page, name: string, notify: boolean): Promise<void> => {
  await page.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Unbind' }).click()
  const question = page.getByRole('dialog')
  const switch_notify = question.getByRole('switch', {
    name: 'Notify the owner and everyone it is shared with in the app',
  })
  await expect(switch_notify).toBeChecked()
  if (!notify) await switch_notify.click()
  await expect(switch_notify).toBeChecked({ checked: notify })
  await question.getByRole('textbox', { name: 'Reason' }).fill('moved out')
  await question.getByLabel(/^Type the name of the device/).fill(name)
  await question.getByRole('button', { name: 'Unbind' }).click()
  await expect(page.getByText('No bound devices')).toBeVisible()
}

test('an unbound owner and everybody the unit was shared with are notified in the app, unless the switch is off', async ({
  page,
}) => {
  const admin = await sharedSession()
  const stamp = Date.now()
  const app = await openApp(running.url(), admin.call, `Unbind ${stamp}`)
  const [owner, guest] = [await app.join(`owner-${stamp}@example.com`), await app.join(`guest-${stamp}@example.com`)]
  const [unit] = await addUnits(1)
  if (unit === undefined) throw new Error('no unit was added')
  const { mac, device_name } = unit
  const bindBoth = async () => {
    const bind = (app_user_id: number, role: 'owner' | 'shared') =>
      admin.call(api.bindDevice, { params: { id: app_user_id }, body: { mac, role, reason: 'journey' } })
    await bind(owner.app_user_id, 'owner')
    await bind(guest.app_user_id, 'shared')
  }
  const messages = async () =>
    Promise.all([owner, guest].map(async ({ call }) => (await call(api.appMessages)).list.map(({ title }) => title)))

  await bindBoth()
  await enter(page, `/app-user/bind-devices/${owner.app_user_id}`, admin)
  await unbind(page, device_name, false)
  // Both lost the unit without a notification.
  for (const { call } of [owner, guest]) expect(await call(api.appDevices)).toEqual([])
  expect(await messages()).toEqual([[], []])

  await bindBoth()
  await page.reload()
  await unbind(page, device_name, true)
  const [of_owner, of_guest] = await messages()
  expect(of_owner).toEqual(['A unit left your account'])
  expect(of_guest).toHaveLength(1)
})

test('a person is found by the e-mail address, not only by the ID, when a unit is bound by hand', async ({ page }) => {
  const admin = await sharedSession()
  const stamp = Date.now()
  const app = await openApp(running.url(), admin.call, `By hand ${stamp}`)
  const buyer = await app.join(`by-hand-${stamp}@example.com`)
  const [{ mac } = { mac: '' }] = await addUnits(1)
  await enter(page, '/device/device-binder', admin)
  await page.getByRole('button', { name: 'Bind manually' }).first().click()
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel('IMEI, MAC or name').fill(mac)
  const person = drawer.getByLabel('User ID of the app user')
  await person.fill(`nobody-${stamp}@example.com`)
  await expect(drawer.getByText('Nobody found.')).toBeVisible()
  await person.fill(`by-hand-${stamp}@example.com`)
  const found = drawer.getByRole('list', { name: 'People found' }).getByRole('button')
  await found.click()
  await expect(person).toHaveValue(String(buyer.app_user_id))
  await drawer.getByLabel('Reason').fill('At the counter')
  await page.screenshot({ path: test.info().outputPath('bind.png') })
  await drawer.getByRole('button', { name: 'Bind', exact: true }).click()
  await expect(drawer).toBeHidden()
  expect((await buyer.call(api.appDevices)).length).toBe(1)
})

test('several units go to one new owner after a dry run: a shared binding stays out', async ({ page }) => {
  const admin = await sharedSession()
  const stamp = Date.now()
  const app = await openApp(running.url(), admin.call, `Transfer ${stamp}`)
  const [seller, guest, buyer] = [
    await app.join(`seller-${stamp}@example.com`),
    await app.join(`visitor-${stamp}@example.com`),
    await app.join(`buyer-${stamp}@example.com`),
  ]
  const units = await addUnits(2)
  for (const { mac } of units)
    await admin.call(api.bindDevice, {
      params: { id: seller.app_user_id },
      body: { mac, role: 'owner', reason: 'journey' },
    })
  const [{ mac } = { mac: '' }] = units
  await admin.call(api.bindDevice, {
    params: { id: guest.app_user_id },
    body: { mac, role: 'shared', reason: 'journey' },
  })
  // The start of their ids is that of all units that journeys add.
  await enter(page, '/device/device-binder?search=7cdfaf', admin)
  for (const { mac: of } of units) {
    const rows = page.getByRole('row').filter({ hasText: of })
    await expect(rows).toHaveCount(of === mac ? 2 : 1)
    for (const box of await rows.getByRole('checkbox').all()) await box.check()
  }
  await page.getByRole('button', { name: 'Transfer', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: 'Transfer 3 bindings' })
  await drawer.getByLabel('User ID of the new owner').fill(String(buyer.app_user_id))
  await expect(drawer.getByText(/^New owner:/)).toBeVisible()
  await drawer.getByRole('button', { name: 'Check' }).click()
  await expect(drawer.getByRole('status')).toContainText('2 devices can be transferred · 1 binding stays unchanged')
  await expect(drawer.getByRole('row').filter({ hasText: 'Shared, not owned' })).toHaveCount(1)
  await drawer.getByLabel('Reason').fill('houses sold')
  await drawer.getByRole('button', { name: 'Transfer 2 devices' }).click()
  await expect.poll(async () => (await buyer.call(api.appDevices)).length).toBe(2)
  expect(await seller.call(api.appDevices)).toEqual([])
})
