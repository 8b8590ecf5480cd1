import { api } from '@heatfleet/contract/api.ts'
import { expect, test } from '@playwright/test'
import { connectPush } from '../push-client.ts'
import { sharedSession } from '../running.ts'
import { ownUnits, waitForDemo } from './demo-units.ts'
import { enter } from './steps.ts'

const POINT = 'Heating set-point'
const KEY = 'sp_heat'

const pickUnit = async () => {
  const admin = await sharedSession()
  const [unit] = await ownUnits('control log')
  if (unit === undefined) throw new Error('no unit of the demo is on line')
  return { admin, unit }
}

test('a command is found in the control log, read in full, undone and sent again', async ({ page }) => {
  await waitForDemo()
  const { admin, unit } = await pickUnit()
  const { mac } = unit
  const lastOf = async () =>
    (await admin.call(api.controlLog, { query: { pageNo: 1, size: 1 }, body: { macs: [mac], point_key: KEY } })).list[0]
  const info = await admin.call(api.deviceInfo, { query: { mac } })
  const old = info.values.find(({ key }) => key === KEY)?.value ?? 45
  const wanted = old >= 50 ? old - 2 : old + 2
  const socket = await connectPush(admin)
  expect(await socket.send({ cmd: 'ControlDevice', mac, points: [{ key: KEY, value: wanted }] })).toMatchObject({
    state: 'queued',
  })
  await expect.poll(async () => (await lastOf())?.state).toBe('verified')

  await enter(page, `/issue/control-log?search=${mac}&point_key=${KEY}&state=verified`)
  const row = page.getByRole('row').filter({ hasText: POINT }).first()
  await expect(row).toContainText(`${old.toFixed(1)} °C → ${wanted.toFixed(1)} °C`)
  await expect(row).toContainText('Verified')
  await row.getByText(POINT).click()

  const drawer = page.getByRole('dialog', { name: new RegExp(`^${POINT}`) })
  await expect(drawer.getByRole('listitem').filter({ hasText: 'Written by the module' })).toContainText(/\+\d+\.\d\d s/)
  await expect(drawer.getByText(/^01 06 00 cc /)).toBeVisible()
  await expect(drawer.getByText('06 write one register')).toBeVisible()
  await expect(page).toHaveURL(/entry=\d+/)
  // The address opens the same entry.
  await page.reload()
  await expect(drawer.getByRole('heading', { name: 'Device state around the command' })).toBeVisible()
  await expect(drawer.getByRole('link', { name: 'Device at that moment' })).toHaveAttribute(
    'href',
    new RegExp(`/device-detail/${mac}\\?at=\\d+$`),
  )

  await drawer.getByRole('button', { name: 'Undo' }).click()
  await page
    .getByRole('dialog', { name: `Restore “${POINT}”?` })
    .getByRole('button', { name: 'Send to device' })
    .click()
  const result = drawer.getByRole('list', { name: 'Your new command' }).getByRole('listitem')
  await expect(result).toContainText('Verified')
  expect(await lastOf()).toMatchObject({ old_value: wanted, new_value: old, state: 'verified', source: 'console' })

  await drawer.getByRole('button', { name: 'Send again' }).click()
  await page
    .getByRole('dialog', { name: `Send “${POINT}” again?` })
    .getByRole('button', { name: 'Send to device' })
    .click()
  await expect(result.first()).toContainText(`${old.toFixed(1)} °C → ${wanted.toFixed(1)} °C`)
  await expect(result.first()).toContainText('Verified')

  // As it was.
  await drawer.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Send to device' }).click()
  await expect(result.first()).toContainText(`${wanted.toFixed(1)} °C → ${old.toFixed(1)} °C`)
  await expect(result.first()).toContainText('Verified')
  socket.close()
})

test('the control log of a unit is one click from its control tab', async ({ page }) => {
  await waitForDemo()
  const { unit } = await pickUnit()
  await enter(page, `/device/device-detail/${unit.mac}?tab=control`)
  await page.getByRole('link', { name: 'All commands' }).click()
  await expect(page).toHaveURL(new RegExp(`control-log\\?search=${unit.mac}`))
  await expect(page.getByRole('heading', { name: 'Control log' })).toBeVisible()
})
