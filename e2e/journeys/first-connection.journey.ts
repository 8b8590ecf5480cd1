import { api } from '@heatfleet/contract/api.ts'
import { expect, test } from '@playwright/test'
import { sharedSession } from '../running.ts'
import { deviceRows, enter } from './steps.ts'

test('what happens between the first reading and the first connection is shown', async ({ page }) => {
  let connect = (): void => {}
  const connected = new Promise<void>((resolve) => {
    connect = resolve
  })
  await page.routeWebSocket(/\/ws$/, async (socket) => {
    await connected
    socket.connectToServer()
  })
  const { call } = await enter(page, '/device/device-list', await sharedSession('staff'))
  await expect(deviceRows(page).first()).toBeVisible()
  const bell = page.getByRole('button', { name: /^Notices/ })
  await expect(bell).toBeVisible()
  await call(api.testNotice)
  connect()
  const notice = page.getByRole('status').filter({ hasText: /This is how a notice arrives|new notices/ })
  await expect(notice).toBeVisible()
})
