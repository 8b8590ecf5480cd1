import { NO_FLAGS, REPORT_TYPE } from '@heatfleet/contract/device-protocol/report.ts'
import { encodeReport } from '@heatfleet/contract/device-protocol/report-frame.ts'
import { expect, test } from '@playwright/test'
import { connectDevice } from '../device-client.ts'
import { running, sharedSession } from '../running.ts'
import { addModule } from './demo-units.ts'
import { enter } from './steps.ts'

/** Flow water temperature of the built-in product, tenths of a degree. */
const FLOW = { register: 18, name: 'Flow water temperature' }

test('a rule is made, tested, switched on, fires at a unit, is muted and counts again', async ({ page }) => {
  const own = await sharedSession('zhejiang')
  const unit = await addModule()
  const device = await connectDevice(running.mqtt_port(), unit)
  let seq = 0
  const report = (celsius: number) => {
    seq += 1
    const data = new Uint8Array(2)
    new DataView(data.buffer).setInt16(0, celsius * 10)
    const block = { slave: 1, fn: 3 as const, start: FLOW.register, quantity: 1, status: 0, data }
    const flags = { ...NO_FLAGS, cyclic: true }
    const ts = Math.floor(Date.now() / 1000)
    const frame = { type: REPORT_TYPE.cyclic, seq, ts, flags, rssi_dbm: -70, csq: null, blocks: [block] }
    return device.publishAsync(`hp/v1/d/${unit.did}/up/blk`, Buffer.from(encodeReport(frame)), { qos: 1 })
  }
  const rule_name = `Hot flow ${unit.did.slice(-5)}`
  await enter(page, '/issue/alarm-rules', own)
  await expect(page.getByRole('heading', { name: 'Alarm rules' })).toBeVisible()

  // Made in words that are read back as a sentence.
  await page.getByRole('button', { name: 'New rule' }).click()
  const form = page.getByRole('dialog', { name: 'New rule' })
  await form.getByLabel('Name').fill(rule_name)
  await choose(page, 'Product', /R290/)
  await form.getByRole('radio', { name: 'Individual devices' }).check()
  await form.getByLabel('IMEIs or MACs').fill(unit.did)
  await choose(page, 'Data point 1', new RegExp(`^${FLOW.name}`))
  await form.getByLabel('Value 1').fill('80')
  await form.getByLabel('Clear limit 1').fill('75')
  await form.getByRole('radio', { name: 'Immediately' }).check()
  await form.getByLabel('Clears after').fill('0')
  await expect(form.getByRole('region', { name: 'Summary' })).toContainText(`${FLOW.name} above 80.0 °C`)

  // Tested before it is switched on.
  await form.getByRole('button', { name: 'Test' }).click()
  await expect(form.getByRole('region', { name: 'Last 7 days' })).toContainText('It would not have fired.')
  await form.getByLabel('Enabled').check()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  const rule = page.getByRole('row').filter({ hasText: rule_name })
  await expect(rule).toContainText('On')

  // Fires at the unit: by now at the latest the gateway has the rule.
  await page.goto(`${running.url()}/#/issue/issue-list?search=${unit.did}`)
  await expect(page.getByRole('heading', { name: 'Alarm list' })).toBeVisible()
  const alarm = page.getByRole('row').filter({ hasText: rule_name })
  await expect(async () => {
    await report(81)
    await expect(alarm).toBeVisible({ timeout: 1_500 })
  }).toPass()
  await alarm.getByText(rule_name).click()
  const drawer = page.getByRole('dialog', { name: rule_name })
  await expect(drawer.getByRole('link', { name: 'Edit rule' })).toBeVisible()

  // Muted it leaves the tab, and comes back when the mute is ended.
  await drawer.getByRole('button', { name: 'Mute', exact: true }).click()
  const mute = page.getByRole('dialog', { name: /^Mute alarm/ })
  await mute.getByLabel('Reason').fill('The sensor is on order.')
  await mute.getByRole('button', { name: 'Mute', exact: true }).click()
  await expect(mute).toBeHidden()
  await expect(drawer.getByText(/The sensor is on order/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(alarm).toBeHidden()
  await page.goto(`${running.url()}/#/issue/alarm-rules?tab=mutes`)
  const muted = page.getByRole('row').filter({ hasText: 'The sensor is on order.' })
  await expect(muted).toContainText('Active')
  await muted.getByRole('button', { name: 'End now' }).click()
  await expect(muted).toContainText('Ended early')
  await page.goto(`${running.url()}/#/issue/issue-list?search=${unit.did}`)
  await expect(alarm).toContainText('Unprocessed')
  await report(70)
  await expect(alarm).toContainText('Recovered')
  await device.endAsync()
})

/** Chooses an option of a list. */
const choose = async (page: import('@playwright/test').Page, label: string, option: RegExp): Promise<void> => {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByTitle(option).first().click()
}
