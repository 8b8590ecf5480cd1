import { api } from '@heatfleet/contract/api.ts'
import { expect, test } from '@playwright/test'
import { sharedSession } from '../running.ts'
import { demoUnits } from './demo-units.ts'
import { makePerson } from './people.ts'
import { deviceRows, enter } from './steps.ts'

test('what changed between the first reading and the first connection is shown', async ({ page }) => {
  let connect = (): void => {}
  const connected = new Promise<void>((resolve) => {
    connect = resolve
  })
  await page.routeWebSocket(/\/ws$/, async (socket) => {
    await connected
    socket.connectToServer()
  })
  const admin = await sharedSession()
  const { person } = await makePerson(admin, { permissions: ['device:view'] })
  // One unit alone: the list is sorted by alarms, and its first row is another one when some unit trips.
  const [{ mac } = { mac: '' }] = await demoUnits(admin)
  await enter(page, `/device/device-list?keyword=${mac}`, person)
  const row = deviceRows(page)
  const add = row.getByRole('button', { name: /^Add .* to favourites$/ })
  await expect(add).toBeVisible()
  // In another window, before this one listens.
  await person.call(api.deviceFavourite, { query: { mac, favourite: 'true' } })
  await expect(add).toBeVisible()
  connect()
  await expect(row.getByRole('button', { name: /^Remove .* from favourites$/ })).toBeVisible()
})
