import { api } from '@heatfleet/contract/api.ts'
import { NO_FLAGS, REPORT_TYPE } from '@heatfleet/contract/device-protocol/report.ts'
import { encodeReport } from '@heatfleet/contract/device-protocol/report-frame.ts'
import { expect, test } from '@playwright/test'
import { connectDevice } from '../device-client.ts'
import { running, sharedSession } from '../running.ts'
import { addModule } from './demo-units.ts'
import { enter, openPart } from './steps.ts'

/** No water flow, as the built-in product has it. */
const FAULT = { code: 'F07', register: 8, bit: 0 }

/** Reports the fault register of a module alone: its bits, from F07 on. */
const startReports = async () => {
  const unit = await addModule()
  const device = await connectDevice(running.mqtt_port(), unit)
  let seq = 0
  const report = (bits: number) => {
    seq += 1
    const data = new Uint8Array(2)
    new DataView(data.buffer).setUint16(0, bits << FAULT.bit)
    const block = { slave: 1, fn: 3 as const, start: FAULT.register, quantity: 1, status: 0, data }
    const ts = Math.floor(Date.now() / 1000)
    const flags = { ...NO_FLAGS, cyclic: true }
    const frame = { type: REPORT_TYPE.cyclic, seq, ts, flags, rssi_dbm: -70, csq: null, blocks: [block] }
    return device.publishAsync(`hp/v1/d/${unit.did}/up/blk`, Buffer.from(encodeReport(frame)), { qos: 1 })
  }
  return { unit, device, report }
}

test('a key is for the alarm that is marked, though another one comes in above it', async ({ page }) => {
  const { unit, device, report } = await startReports()
  await report(0)
  await report(1)
  await enter(page, `/issue/issue-list?tab=all&search=${unit.did}`, await sharedSession('zhejiang'))
  const rows = page.getByRole('grid').getByRole('row')
  await expect(rows.nth(1)).toContainText(FAULT.code)
  await page.getByRole('grid').focus()
  await page.keyboard.press('j')
  // F08 beside it, in its third bit.
  await report(0b101)
  await expect(rows.nth(1)).toContainText('F08')
  await page.keyboard.press('a')
  await expect(page.getByText(/is assigned to you/)).toBeVisible()
  await expect(rows.filter({ hasText: FAULT.code })).toContainText('In process')
  await expect(rows.filter({ hasText: 'F08' })).toContainText('Unprocessed')
  await device.endAsync()
})

test('a fault rises while the list is open, is accepted by key, processed, recovers, is closed and reopened', async ({
  page,
}) => {
  const [own, sibling] = [await sharedSession('zhejiang'), await sharedSession('malopolska')]
  const { unit, device, report } = await startReports()
  await enter(page, `/issue/issue-list?search=${unit.did}`, own)
  await expect(page.getByRole('heading', { name: 'Alarm list' })).toBeVisible()

  // It appears without a reload.
  await report(0)
  await report(1)
  const row = page.getByRole('row').filter({ hasText: FAULT.code })
  await expect(row).toContainText('Water flow failure')
  await expect(row).toContainText('Unprocessed')
  const { total } = await sibling.call(api.alarmList, { body: { mac: unit.did } })
  expect(total).toBe(0)

  // Put together by what is wrong; one click shows the alarms of a group.
  await page.getByRole('button', { name: 'Group', exact: true }).click()
  await page.getByRole('menuitemradio', { name: 'By alarm' }).click()
  const groups = page.getByRole('table', { name: 'Groups of alarms' })
  await expect(groups.getByRole('row').filter({ hasText: FAULT.code })).toContainText('1')
  await page.screenshot({ path: test.info().outputPath('groups.png') })
  await groups.getByRole('button', { name: new RegExp(`^Show the alarms of ${FAULT.code}`) }).click()
  await expect(groups).toBeHidden()

  // Accepted by key, taken back, accepted again.
  await page.getByRole('grid').focus()
  await page.keyboard.press('j')
  await page.keyboard.press('a')
  await expect(page.getByText(/is assigned to you/)).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row).toContainText('Unprocessed')
  await row.getByText('Water flow failure').click()
  const drawer = page.getByRole('dialog', { name: new RegExp(FAULT.code) })
  await expect(drawer.getByRole('heading', { name: 'Meaning and remedy' })).toBeVisible()
  await expect(drawer.getByText('The snapshot is stored 30 minutes after the trigger.')).toBeVisible()
  await drawer.getByRole('button', { name: 'Accept' }).click()
  await drawer.getByRole('button', { name: 'Process' }).click()
  const form = page.getByRole('dialog', { name: /^Process alarm/ })
  await form.getByLabel('Result').fill('The filter was clogged; cleaned.')
  await form.getByRole('button', { name: 'Process' }).click()
  await expect(drawer.getByRole('listitem').filter({ hasText: 'The filter was clogged' })).toBeVisible()

  // It recovers by itself, which the open drawer shows.
  const active = drawer.getByText('Active', { exact: true })
  await expect(active).toBeVisible()
  await report(0)
  await expect(active).toBeHidden()
  await drawer.getByRole('button', { name: 'Close', exact: true }).last().click()
  const close = page.getByRole('dialog', { name: /^Close alarm/ })
  await close.getByLabel('Result').fill('Done.')
  await close.getByRole('button', { name: 'Close', exact: true }).last().click()
  await drawer.getByRole('button', { name: 'Reopen' }).click()
  const reopen = page.getByRole('dialog', { name: /^Reopen alarm/ })
  await reopen.getByLabel('Reason').fill('The owner called again.')
  await reopen.getByRole('button', { name: 'Reopen' }).click()
  await expect(drawer.getByRole('listitem').filter({ hasText: 'The owner called again' })).toBeVisible()

  // An order about it: the unit and the problem are filled in, and the order shows the alarm.
  await drawer.getByRole('button', { name: 'Create service order' }).click()
  const order = page.getByRole('dialog', { name: 'New service order' })
  await expect(order.getByLabel('IMEI or MAC of the device')).toHaveValue(unit.did)
  await expect(order.getByLabel('Problem')).toHaveValue(/^Alarm \d+: F07/)
  await order.getByRole('button', { name: 'Create order' }).click()
  await expect(page.getByText(/^Created from alarm \d+/)).toBeVisible()
  await expect(page.getByText('The snapshot is stored 30 minutes after the trigger.')).toBeVisible()
  await page.screenshot({ path: test.info().outputPath('order-of-alarm.png') })
  await page.getByRole('link', { name: new RegExp(`^${FAULT.code}`) }).click()
  await expect(drawer.getByRole('region', { name: 'Service orders' }).getByRole('link')).toContainText(/^#\d+ Alarm/)
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()

  // The unit shows it too.
  await page.goto(`${running.url()}/#/device/device-detail/${unit.did}`)
  const panel = await openPart(page, 'Alarms')
  await expect(panel.getByRole('row').filter({ hasText: FAULT.code })).toContainText('In process')
  await device.endAsync()
})
