import { api } from '@heatfleet/contract/api.ts'
import { expect, type Locator, test } from '@playwright/test'
import { openApp } from '../attacks/app-person.ts'
import { running, sharedSession } from '../running.ts'
import { addUnits } from './demo-units.ts'
import { enter } from './steps.ts'

test('an app user signs up, is bound by hand, marked and unbound in the console', async ({ page }) => {
  const admin = await sharedSession()
  const app = await openApp(running.url(), admin.call, `Journey ${Date.now()}`)
  const { call, app_user_id } = await app.join(`journey-${Date.now()}@example.com`)
  const [{ mac: did } = { mac: '' }] = await addUnits(1)

  await enter(page, `/app-user/bind-devices/${app_user_id}`, admin)
  await expect(page.getByText('No bound devices')).toBeVisible()
  await page.getByRole('button', { name: 'Bind a device' }).click()
  const unit = page.getByLabel('IMEI, MAC or name')
  await unit.fill('no such unit')
  await expect(page.getByText('No devices found.')).toBeVisible()
  // The beginning is enough: the unit is chosen among those found.
  await unit.fill(did.slice(0, -1))
  await page.getByRole('list', { name: 'Devices found' }).getByRole('button', { name: did }).click()
  await expect(unit).toHaveValue(did)
  await expect(page.getByText('has no owner')).toBeVisible()
  await page.getByLabel('Reason').fill('called the hotline')
  await page.getByRole('button', { name: 'Bind', exact: true }).click()
  await expect(page.getByRole('cell', { name: 'Manual' })).toBeVisible()
  expect((await call(api.appDevices)).map(({ device_id }) => device_id)).toEqual([did])

  const more = page.getByRole('button', { name: /^Actions for/ })
  await more.click()
  await page.getByRole('menuitem', { name: 'Mark' }).click()
  await page.getByRole('checkbox', { name: 'Special care' }).check()
  await page.getByRole('button', { name: 'Save marks' }).click()
  await expect(page.getByRole('cell', { name: 'Special care' })).toBeVisible()

  await more.click()
  await page.getByRole('menuitem', { name: 'Claim code' }).click()
  await expect(page.getByText(/^[A-Z0-9]{4}-[A-Z0-9]{4}$/)).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()

  await more.click()
  await page.getByRole('menuitem', { name: 'Unbind' }).click()
  const [device] = await call(api.appDevices)
  await page.getByRole('textbox', { name: 'Reason' }).fill('moved out')
  const notify = page.getByRole('switch', { name: /^Notify the owner/ })
  await expect(notify).toBeChecked()
  // The dialog is not cut off, though it opens from a cell whose text does not wrap.
  const widthOf = async (part: Locator) => (await part.boundingBox())?.width ?? 0
  const [box, field] = [page.getByRole('dialog'), page.getByRole('textbox', { name: 'Reason' })]
  expect(await widthOf(field)).toBeLessThan(await widthOf(box))
  await page.getByLabel(/^Type the name of the device/).fill(device?.device_name ?? '')
  await page.getByRole('button', { name: 'Unbind' }).click()
  await expect(page.getByText('No bound devices')).toBeVisible()
  expect(await call(api.appDevices)).toEqual([])
  // The app notifies the owner, without the reason.
  expect((await call(api.appMessages)).list).toMatchObject([
    { title: 'A unit left your account', text: expect.not.stringContaining('moved out') },
  ])
})

test('several units of one app user are marked at once', async ({ page }) => {
  const admin = await sharedSession()
  const app = await openApp(running.url(), admin.call, `Marks ${Date.now()}`)
  const { app_user_id } = await app.join(`marks-${Date.now()}@example.com`)
  const macs = (await addUnits(3)).map(({ mac }) => mac)
  const params = { id: app_user_id }
  for (const mac of macs) await admin.call(api.bindDevice, { params, body: { mac, role: 'owner', reason: 'journey' } })

  await enter(page, `/app-user/bind-devices/${app_user_id}`, admin)
  const ticks = page.getByRole('checkbox', { name: /^Choose / })
  await expect(ticks).toHaveCount(3)
  await ticks.nth(0).check()
  await ticks.nth(2).check()
  await page.getByRole('button', { name: 'Mark 2 devices' }).click()
  const question = page.getByRole('dialog', { name: 'Marks of 2 devices' })
  await question.getByRole('checkbox', { name: 'VIP' }).check()
  await question.getByRole('button', { name: 'Save marks' }).click()
  await expect(page.getByRole('cell', { name: 'VIP' })).toHaveCount(2)
  await expect(page.getByRole('button', { name: /^Mark \d/ })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Mark', exact: true })).toBeVisible()
  const bound = await admin.call(api.boundDevices, { params })
  expect(bound.map(({ marks }) => marks)).toEqual([['vip'], [], ['vip']])
  for (const mac of macs)
    await admin.call(api.unbindDevice, { params: { ...params, deviceId: mac }, query: { reason: 'journey' } })
})

test('in Polish at 1024 px the units of an app user are not cut off and are marked by keyboard alone', async ({
  browser,
}) => {
  const admin = await sharedSession()
  const app = await openApp(running.url(), admin.call, `Narrow ${Date.now()}`)
  const { app_user_id } = await app.join(`narrow-${Date.now()}@example.com`)
  const free = await addUnits(2)
  const [one] = free
  if (one === undefined) throw new Error('no unit was added')
  const params = { id: app_user_id }
  for (const { mac } of free)
    await admin.call(api.bindDevice, { params, body: { mac, role: 'owner', reason: 'journey' } })
  const longest = 'Dom Szczęsnych-Brzęczyszczykiewiczów 102'
  await admin.call(api.deviceUpdate, { query: { mac: one.mac, device_name: longest } })

  const page = await browser.newPage({ locale: 'pl-PL', viewport: { width: 1024, height: 768 } })
  await enter(page, `/app-user/bind-devices/${app_user_id}`, admin)
  await expect(page.getByRole('link', { name: longest })).toBeVisible()
  // By keyboard: the checkbox for all, the button beside it, the dialog, its answer.
  await page.getByRole('checkbox', { name: 'Wszystkie' }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Oznacz 2 urządzenia' })).toBeFocused()
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog', { name: 'Oznaczenia 2 urządzeń' })
  for (const mark of ['VIP', 'Test', 'Szczególna opieka']) {
    const box = question.getByRole('checkbox', { name: mark })
    for (let tabs = 0; tabs < 10 && !(await box.evaluate((it) => it === document.activeElement)); tabs += 1)
      await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await expect(box).toBeChecked()
  }
  const save = question.getByRole('button', { name: 'Zapisz oznaczenia' })
  for (let tabs = 0; tabs < 10 && !(await save.evaluate((it) => it === document.activeElement)); tabs += 1)
    await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(question).toBeHidden()
  await expect(page.getByRole('cell', { name: 'Szczególna opieka' })).toHaveCount(2)

  // With a name of 40 letters and all marks, everything is visible; on a phone, an edge shows that there is more to scroll to.
  const units = page.getByRole('region', { name: 'Powiązane urządzenia' })
  const hidden_px = () => units.evaluate((it) => it.scrollWidth - it.clientWidth)
  expect(await hidden_px()).toBe(0)
  await expect(units).not.toHaveAttribute('data-more-end')
  await page.setViewportSize({ width: 640, height: 768 })
  await expect(units).toHaveAttribute('data-more-end')
  await units.evaluate((it) => it.scrollTo({ left: it.scrollWidth }))
  await expect(units).not.toHaveAttribute('data-more-end')
  await expect(units).toHaveAttribute('data-more-start')

  await admin.call(api.deviceUpdate, { query: { mac: one.mac, device_name: one.device_name } })
  for (const { mac } of free)
    await admin.call(api.unbindDevice, { params: { ...params, deviceId: mac }, query: { reason: 'journey' } })
})

test('staff message one app user and all of a filter, see who read it, and mark all of the filter', async ({
  page,
}) => {
  const admin = await sharedSession()
  const name = `write-${Date.now()}`
  const app = await openApp(running.url(), admin.call, name)
  const people = [await app.join(`${name}-1@example.com`), await app.join(`${name}-2@example.com`)] as const
  const [anna] = people

  await enter(page, `/app-user/app-user-detail/${anna.app_user_id}?tab=messages`, admin)
  await expect(page.getByText('No messages yet')).toBeVisible()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Send message' }).click()
  await page.getByLabel('Subject').fill('Service on Thursday')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveAttribute('aria-invalid', 'true')
  await page.getByRole('textbox', { name: 'Message' }).fill('Between 9 and 11.')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByRole('cell', { name: 'Not opened' })).toBeVisible()
  const [message] = (await anna.call(api.appMessages)).list
  expect(message).toMatchObject({ title: 'Service on Thursday', text: 'Between 9 and 11.' })
  await anna.call(api.appReadMessage, { params: { message_id: message?.message_id ?? 0 } })
  await page.reload()
  await expect(page.getByRole('row', { name: /Between 9 and 11/ })).toBeVisible()
  await expect(page.getByRole('cell', { name: 'Not opened' })).toBeHidden()

  await page.goto(`/#/app-user/app-user-list?email=${encodeURIComponent(name)}`)
  await expect(page.getByText('2 people')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
  await page.getByRole('button', { name: 'Send message' }).click()
  await page.getByLabel('Subject').fill('Winter')
  await page.getByRole('textbox', { name: 'Message' }).fill('Please keep the filters clean.')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const result = page.getByRole('dialog', { name: 'Message app users' })
  await expect(result.getByText('2 done, 0 rejected, of 2')).toBeVisible()
  await page.keyboard.press('Escape')
  for (const { call } of people) expect((await call(api.appMessages)).list[0]?.title).toBe('Winter')

  await page.getByRole('button', { name: 'Mark', exact: true }).click()
  await page.getByRole('checkbox', { name: 'VIP' }).check()
  await page.getByRole('button', { name: 'Save marks' }).click()
  await expect(page.getByRole('dialog', { name: 'Mark app users' }).getByText('2 done, 0 rejected, of 2')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('gridcell', { name: 'VIP' })).toHaveCount(2)
})
