import { api } from '@heatfleet/contract/api.ts'
import { expect, test } from '@playwright/test'
import { sharedSession } from '../running.ts'
import { demoUnits } from './demo-units.ts'
import { makePerson } from './people.ts'
import { deviceRows, enter } from './steps.ts'

test('the device list has the product key and the board as columns, and a filter for each field of recognition', async ({
  page,
}) => {
  // Columns are kept with the account: those of the administrator are on the screens of other journeys.
  const admin = await sharedSession()
  const { person } = await makePerson(admin, {
    permissions: ['device:view', 'product:view'],
    units: await demoUnits(admin),
  })
  const unrecognized = await person.call(api.deviceList, { body: { vcard_pk: 'unrecognized' } })
  expect(unrecognized.total).toBeGreaterThan(0)
  expect(unrecognized.list.map(({ identify_status }) => identify_status)).toEqual(
    unrecognized.list.map(() => 'unrecognized'),
  )
  await enter(page, '/device/device-list?vcard_pk=unrecognized', person)
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

  await enter(page, '/device/device-list?identify_status=recognized', person)
  await page.reload()
  const recognized = await person.call(api.deviceList, {
    query: { pageNo: 1, size: 1 },
    body: { identify_status: 'recognized' },
  })
  expect(recognized.total).toBeGreaterThan(0)
  await expect(deviceRows(page).first()).toBeVisible()
  for (const { mac } of unrecognized.list) await expect(page.getByText(mac)).toHaveCount(0)
})
