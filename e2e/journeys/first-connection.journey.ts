import { api } from '@heatfleet/contract/api.ts'
import { expect, test } from '@playwright/test'
import { sharedSession } from '../running.ts'
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
  const { person } = await makePerson(await sharedSession(), { permissions: ['device:view'] })
  await enter(page, '/device/device-list', person)
  const row = deviceRows(page).first()
  const add = row.getByRole('button', { name: /^Add .* to favourites$/ })
  await expect(add).toBeVisible()
  const mac =
    /device-detail\/([0-9a-f]{12,15})/.exec((await row.getByRole('link').getAttribute('href')) ?? '')?.[1] ?? ''
  // In another window, before this one listens.
  await person.call(api.deviceFavourite, { query: { mac, favourite: 'true' } })
  await expect(add).toBeVisible()
  connect()
  await expect(row.getByRole('button', { name: /^Remove .* from favourites$/ })).toBeVisible()
})
