import { api } from '@heatfleet/contract/api.ts'
import { expect, test } from '@playwright/test'
import { signIn } from '../running.ts'
import { deviceRows, enter } from './steps.ts'

test('the device list has the product key and the board as columns, and a filter for each field of recognition', async ({
  page,
}) => {
  const admin = await signIn()
  const unrecognized = await admin.call(api.deviceList, { body: { vcard_pk: 'unrecognized' } })
  expect(unrecognized.total).toBeGreaterThan(0)
  expect(unrecognized.list.map(({ identify_status }) => identify_status)).toEqual(
    unrecognized.list.map(() => 'unrecognized'),
  )
  await enter(page, '/device/device-list?vcard_pk=unrecognized', admin)
  await expect(deviceRows(page)).toHaveCount(unrecognized.total)
  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  for (const name of ['Product key', 'Board']) {
    const column = page.getByRole('checkbox', { name, exact: true })
    await expect(column).not.toBeChecked()
    await column.click()
    await expect(column).toBeChecked()
  }
  await page.keyboard.press('Escape')
  const [first] = unrecognized.list
  await expect(deviceRows(page).first()).toContainText(first?.product_key ?? '')
  for (const name of ['Product key', 'Board', 'Recognition'])
    await expect(page.getByRole('columnheader', { name, exact: true })).toBeVisible()
  // Kept with the account: as it was, for the next journey.
  await admin.call(api.layOutList, { params: { list: 'devices' }, body: { layout: null } })

  await enter(page, '/device/device-list?identify_status=recognized', admin)
  await page.reload()
  const recognized = await admin.call(api.deviceList, {
    query: { pageNo: 1, size: 1 },
    body: { identify_status: 'recognized' },
  })
  expect(recognized.total).toBeGreaterThan(0)
  await expect(deviceRows(page).first()).toBeVisible()
  for (const { mac } of unrecognized.list) await expect(page.getByText(mac)).toHaveCount(0)
})
