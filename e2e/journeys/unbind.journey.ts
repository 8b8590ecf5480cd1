import { api } from '@heatfleet/contract/api.ts'
import { expect, type Page, test } from '@playwright/test'
import { openApp } from '../attacks/app-person.ts'
import { running, sharedSession } from '../running.ts'
import { reserveFreeUnits } from './demo-units.ts'
import { enter } from './steps.ts'

/** Unbinds the only unit of a person by hand; `told` = whether the switch that tells them stays on. */
const unbind = async (page: Page, name: string, told: boolean): Promise<void> => {
  await page.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Unbind' }).click()
  const question = page.getByRole('dialog')
  const tell = question.getByRole('switch', { name: 'Tell the owner and everybody it is shared with in the app' })
  await expect(tell).toBeChecked()
  if (!told) await tell.click()
  await expect(tell).toBeChecked({ checked: told })
  await question.getByRole('textbox', { name: 'Reason' }).fill('moved out')
  await question.getByLabel(/^Type the name of the unit/).fill(name)
  await question.getByRole('button', { name: 'Unbind' }).click()
  await expect(page.getByText('No bound device')).toBeVisible()
}

test('who loses a unit is told in the app, with everybody it was shared with, unless the switch is off', async ({
  page,
}) => {
  const admin = await sharedSession()
  const stamp = Date.now()
  const app = await openApp(running.url(), admin.call, `Unbind ${stamp}`)
  const [owner, guest] = [await app.join(`owner-${stamp}@example.com`), await app.join(`guest-${stamp}@example.com`)]
  const [unit] = await reserveFreeUnits(1, admin)
  if (unit === undefined) throw new Error('no unit was reserved')
  const { mac, device_name } = unit
  const give = async () => {
    const bind = (app_user_id: number, role: 'owner' | 'shared') =>
      admin.call(api.bindDevice, { params: { id: app_user_id }, body: { mac, role, reason: 'journey' } })
    await bind(owner.app_user_id, 'owner')
    await bind(guest.app_user_id, 'shared')
  }
  const messages = async () =>
    Promise.all([owner, guest].map(async ({ call }) => (await call(api.appMessages)).list.map(({ title }) => title)))

  await give()
  await enter(page, `/app-user/bind-devices/${owner.app_user_id}`, admin)
  await unbind(page, device_name, false)
  // Both have lost it, and nothing was said.
  for (const { call } of [owner, guest]) expect(await call(api.appDevices)).toEqual([])
  expect(await messages()).toEqual([[], []])

  await give()
  await page.reload()
  await unbind(page, device_name, true)
  const [told, told_too] = await messages()
  expect(told).toEqual(['A unit left your account'])
  expect(told_too).toHaveLength(1)
})
