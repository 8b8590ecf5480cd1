import { api } from '@heatfleet/contract/api.ts'
import { NO_FLAGS, REPORT_TYPE } from '@heatfleet/contract/device-protocol/report.ts'
import { encodeReport } from '@heatfleet/contract/device-protocol/report-frame.ts'
import { expect, type Page, test } from '@playwright/test'
import { connectDevice } from '../device-client.ts'
import { running, sharedSession } from '../running.ts'
import { findViolations } from './axe.ts'
import { addModule } from './demo-units.ts'
import { enter } from './steps.ts'

/** No water flow, as the built-in product has it. */
const FAULT = { code: 'F07', register: 8, bit: 0 }
/** A picture of one pixel. */
const PHOTO = {
  name: 'pump.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
}

const shot = (page: Page, name: string) => page.screenshot({ path: test.info().outputPath(`${name}.png`) })

test('an alarm is processed with cause, part and photo, which the next alarm of the same code shows as a similar case', async ({
  page,
}) => {
  const admin = await sharedSession()
  const unit = await addModule()
  const device = await connectDevice(running.mqtt_port(), unit)
  let seq = 0
  const report = (fault: 0 | 1) => {
    seq += 1
    const data = new Uint8Array(2)
    new DataView(data.buffer).setUint16(0, fault << FAULT.bit)
    const block = { slave: 1, fn: 3 as const, start: FAULT.register, quantity: 1, status: 0, data }
    const flags = { ...NO_FLAGS, cyclic: true }
    const ts = Math.floor(Date.now() / 1000)
    const frame = { type: REPORT_TYPE.cyclic, seq, ts, flags, rssi_dbm: -70, csq: null, blocks: [block] }
    return device.publishAsync(`hp/v1/d/${unit.did}/up/blk`, Buffer.from(encodeReport(frame)), { qos: 1 })
  }
  const alarms = async () =>
    (await admin.call(api.alarmList, { body: { mac: unit.did, sort_by: 'first_time', sort_order: 'asc' } })).list
  await report(0)
  await report(1)
  await expect.poll(async () => (await alarms()).length).toBe(1)
  const [first] = await alarms()
  if (first === undefined) throw new Error('The alarm is gone.')

  // A file that is no picture is refused by its content.
  await enter(page, `/issue/issue-list?tab=all&search=${unit.did}&alarm=${first.alarm_id}`, admin)
  const drawer = page.getByRole('dialog', { name: new RegExp(FAULT.code) })
  const comments = drawer.getByRole('region', { name: 'Comments', exact: true })
  const chosen = comments.locator('input[type=file]')
  await chosen.setInputFiles({ name: 'list.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await expect(page.getByText('Use a PNG, JPEG or WebP file.')).toBeVisible()
  await chosen.setInputFiles(PHOTO)
  await expect(comments.getByRole('img', { name: 'Photo 1' })).toBeVisible()
  await comments.getByRole('textbox').first().fill('The pump looks dry.')
  await shot(page, 'comment')
  await comments.getByRole('button', { name: 'Add comment' }).click()
  const said = comments.getByRole('listitem').filter({ hasText: 'The pump looks dry.' })
  await expect(said.getByRole('img', { name: 'Photo 1' })).toBeVisible()
  await expect(comments.getByRole('alert')).toHaveCount(0)

  // The order of it, whose note has a photo too.
  const { order_id } = await admin.call(api.orderCreate, {
    body: { mac: unit.did, alarm_id: first.alarm_id, type: 'fault', problem: 'No water flow.' },
  })

  // What it came down to.
  await drawer.getByRole('button', { name: 'Process', exact: true }).click()
  const form = page.getByRole('dialog', { name: /^Process alarm/ })
  await form.getByLabel('Result').fill('The pump was stuck; replaced.')
  await form.getByLabel('Cause').click()
  await page.getByTitle('Faulty component', { exact: true }).last().click()
  await form.getByRole('button', { name: 'Add part' }).click()
  await form.getByLabel('Part', { exact: true }).fill('Circulation pump')
  await form.getByLabel('Part number').fill('UPM3 25-75')
  await form.locator('input[type=file]').setInputFiles(PHOTO)
  await expect(form.getByRole('img', { name: 'Photo 1' })).toBeVisible()
  expect((await findViolations(page)).map(({ id }) => id)).toEqual([])
  await shot(page, 'result')
  await form.getByRole('button', { name: 'Process', exact: true }).click()
  const line = drawer
    .getByRole('region', { name: 'Log', exact: true })
    .getByRole('listitem')
    .filter({ hasText: 'The pump was stuck; replaced.' })
  await expect(line).toContainText('Cause: Faulty component')
  await expect(line).toContainText('1 × Circulation pump · UPM3 25-75')
  await expect(line.getByRole('img', { name: 'Photo 1' })).toBeVisible()

  // It comes back: another alarm, since the first one was processed.
  await report(0)
  await report(1)
  await expect.poll(async () => (await alarms()).length).toBe(2)
  const second = (await alarms()).at(-1)
  await page.goto(`${running.url()}/#/issue/issue-list?tab=all&search=${unit.did}`)
  const rows = page.getByRole('row').filter({ hasText: FAULT.code })
  await expect(drawer).toBeHidden()
  await expect(rows).toHaveCount(2)
  await expect(rows.getByRole('link', { name: `#${order_id}` })).toBeVisible()
  await shot(page, 'list')
  await page.goto(`${running.url()}/#/issue/issue-list?tab=all&search=${unit.did}&alarm=${second?.alarm_id}`)
  const cases = drawer.getByRole('region', { name: 'Similar cases' })
  const known = cases.getByRole('listitem').filter({ hasText: `Alarm no. ${first.alarm_id}` })
  await expect(known).toContainText('The pump was stuck; replaced.')
  await expect(known).toContainText('This unit')
  await expect(known).toContainText('Cause: Faulty component')
  await expect(known).toContainText('1 × Circulation pump')
  await known.scrollIntoViewIfNeeded()
  await shot(page, 'similar')
  expect((await findViolations(page)).map(({ id }) => id)).toEqual([])
  await known.getByRole('link', { name: `Alarm no. ${first.alarm_id}` }).click()
  await expect(page).toHaveURL(new RegExp(`alarm=${first.alarm_id}$`))
  await expect(drawer.getByRole('region', { name: 'Service orders' }).getByRole('link')).toContainText(`#${order_id}`)

  // A photo at a note of the order.
  await page.goto(`${running.url()}/#/service/order-detail/${order_id}`)
  const notes = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Internal notes' }) })
    .last()
  await notes.locator('input[type=file]').setInputFiles(PHOTO)
  await notes.getByRole('textbox').fill('The old pump.')
  await notes.getByRole('button', { name: 'Add note' }).click()
  const noted = notes.getByRole('listitem').filter({ hasText: 'The old pump.' })
  await expect(noted.getByRole('img', { name: 'Photo 1' })).toBeVisible()
  await shot(page, 'note')
  await device.endAsync()
})

test('a rule processes what recovered and names whom it notifies, and a policy is for one product and group', async ({
  page,
}) => {
  // Of a distributor: people beside it do not find it in their lists.
  const own = await sharedSession('malopolska')
  const run = String(Date.now() % 1_000_000)
  const [group_name, policy_name, rule_name] = [`Key units ${run}`, `Key policy ${run}`, `Tidy ${run}`]
  const group = await own.call(api.createResourceGroup, { body: { group_name } })
  await enter(page, '/issue/notifications', own)
  await page.getByRole('button', { name: 'New policy' }).first().click()
  const policy = page.getByRole('dialog', { name: 'New policy' })
  await policy.getByLabel('Name', { exact: true }).fill(policy_name)
  await policy.getByRole('combobox', { name: 'Products' }).click()
  await page.getByRole('option', { name: /R290/ }).first().click()
  await page.keyboard.press('Escape')
  await policy.getByRole('combobox', { name: 'Resource group' }).click()
  await page.getByTitle(group_name, { exact: true }).last().click()
  expect((await findViolations(page)).map(({ id }) => id)).toEqual([])
  await policy.getByRole('combobox', { name: 'Resource group' }).scrollIntoViewIfNeeded()
  await shot(page, 'policy')
  await policy.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('row').filter({ hasText: policy_name })).toContainText(group_name)

  await page.goto(`${running.url()}/#/issue/alarm-rules`)
  await page.getByRole('button', { name: 'New rule' }).click()
  const rule = page.getByRole('dialog', { name: 'New rule' })
  await rule.getByLabel('Name', { exact: true }).fill(rule_name)
  await rule.getByRole('combobox', { name: 'Product', exact: true }).click()
  await page.getByTitle(/R290/).last().click()
  await rule.getByRole('combobox', { name: 'Data point 1', exact: true }).click()
  await page
    .getByTitle(/^Flow water temperature/)
    .last()
    .click()
  await rule.getByLabel('Value 1').fill('80')
  await rule.getByRole('radio', { name: 'Only by certain policies' }).check()
  await rule.getByRole('combobox', { name: 'Notification policies' }).click()
  await page.getByRole('option', { name: policy_name }).click()
  await page.keyboard.press('Escape')
  await rule.getByLabel('Process automatically after').fill('60')
  expect((await findViolations(page)).map(({ id }) => id)).toEqual([])
  await rule.getByLabel('Process automatically after').scrollIntoViewIfNeeded()
  await shot(page, 'rule')
  await rule.getByRole('button', { name: 'Save' }).click()
  await expect(rule).toBeHidden()
  const { list } = await own.call(api.alarmRuleList, { body: { rule_name } })
  expect(list).toMatchObject([{ process_minutes: 60, notify: { by: 'policies' }, notify_policies: [{ policy_name }] }])

  // Other journeys find none of it.
  const [made] = list
  const [used] = (await own.call(api.policyList, { body: { policy_name } })).list
  if (made === undefined || used === undefined) throw new Error('What was made is gone.')
  await own.call(api.alarmRuleDelete, { params: { id: made.rule_id }, query: { updated_at: made.updated_at } })
  await own.call(api.deletePolicy, { params: { id: used.policy_id }, query: { updated_at: used.updated_at } })
  await own.call(api.deleteResourceGroup, { params: { id: group.group_id }, query: {} })
})

test('recovered alarms of a built-in type are processed by themselves, and an offline unit is told of again', async ({
  page,
}) => {
  const admin = await sharedSession()
  await enter(page, '/issue/alarm-rules?tab=types', admin)
  const types = page.getByRole('table', { name: 'Built-in alarm types' })
  await types.getByRole('button', { name: 'Recovered alarms of No data: wait for a person' }).click()
  const recovered = page.getByRole('dialog', { name: 'Recovered alarms: No data' })
  await recovered.getByLabel('Process automatically after').fill('600')
  await recovered.getByRole('button', { name: 'Save' }).click()
  await expect(types.getByRole('row').filter({ hasText: 'processed after 600 min' })).toContainText('No data')
  await types.getByRole('button', { name: 'Edit Offline' }).click()
  const offline = page.getByRole('dialog', { name: 'Edit Offline' })
  await offline.getByLabel('Remind every').fill('24')
  await shot(page, 'offline')
  await offline.getByRole('button', { name: 'Save' }).click()
  await expect(types.getByRole('row').filter({ hasText: 'Reminder every 24 h.' })).toContainText('Offline')
  await shot(page, 'types')
  expect((await findViolations(page)).map(({ id }) => id)).toEqual([])
  await admin.call(api.alarmOfflineSet, { body: { frost_below_c: 0, remind_hours: null } })
  await admin.call(api.alarmTypeProcessSet, { params: { type: 'no_data' }, body: { process_minutes: null } })
})
