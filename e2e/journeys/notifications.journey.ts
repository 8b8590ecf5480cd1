import { api } from '@heatfleet/contract/api.ts'
import { NO_FLAGS, REPORT_TYPE } from '@heatfleet/contract/device-protocol/report.ts'
import { encodeReport } from '@heatfleet/contract/device-protocol/report-frame.ts'
import { expect, type Page } from '@playwright/test'
import { connectDevice } from '../device-client.ts'
import { startHookReceiver } from '../hook-receiver.ts'
import { running, sharedSession } from '../running.ts'
import { test } from './close-contexts.ts'
import { addModule } from './demo-units.ts'
import { enter } from './steps.ts'

/** No water flow, as the built-in product has it. */
const FAULT = { code: 'F07', register: 8, bit: 0 }

const newChannel = async (page: Page, name: string, kind: string) => {
  await page.getByRole('button', { name: 'New channel' }).first().click()
  const form = page.getByRole('dialog', { name: 'New channel' })
  await form.getByLabel('Name', { exact: true }).fill(name)
  await form.getByLabel('Type').click()
  // The field has the title of what it holds, too.
  await page.getByTitle(kind, { exact: true }).last().click()
  return form
}
const rowMenu = async (page: Page, name: string, item: string) => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('channels are made and tested, a policy tells a receiver of an alarm, and the log sends it again', async ({
  page,
}) => {
  const receiver = await startHookReceiver()
  const admin = await sharedSession()
  const run = String(Date.now() % 1_000_000)
  const [hook, mail, policy] = [`Desk ${run}`, `Mail ${run}`, `Policy ${run}`]
  await enter(page, '/issue/notifications?tab=channels')
  const form = await newChannel(page, hook, 'Webhook')
  await form.getByLabel('Address').fill(receiver.url)
  await form.getByLabel('Signing key').fill('only for the test')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(`${hook} saved.`)).toBeVisible()

  await rowMenu(page, hook, 'Test')
  const tested = page.getByRole('dialog', { name: `Test ${hook}` })
  await tested.getByRole('button', { name: 'Send test message' }).click()
  await expect(tested.getByText('200 taken')).toBeVisible()
  expect(receiver.bodies).toHaveLength(1)
  await tested.getByRole('button', { name: 'Close' }).last().click()

  // A mail server that nobody runs: the test says so.
  const mailForm = await newChannel(page, mail, 'E-mail')
  await mailForm.getByLabel('Mail server').fill('127.0.0.1')
  await mailForm.getByLabel('Port').fill('9')
  await mailForm.getByLabel('Sender').fill('fleet@example.com')
  await mailForm.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(`${mail} saved.`)).toBeVisible()
  await rowMenu(page, mail, 'Test')
  const mailTest = page.getByRole('dialog', { name: `Test ${mail}` })
  await mailTest.getByLabel('Send to').fill('somebody@example.com')
  await mailTest.getByRole('button', { name: 'Send test message' }).click()
  await expect(mailTest.getByText('Delivery failed: Not reachable.')).toBeVisible()
  await mailTest.getByRole('button', { name: 'Close' }).last().click()

  await page.getByRole('tab', { name: 'Policies' }).click()
  await page.getByRole('button', { name: 'New policy' }).first().click()
  const policyForm = page.getByRole('dialog', { name: 'New policy' })
  await policyForm.getByLabel('Name', { exact: true }).fill(policy)
  await policyForm.getByLabel('Alarm types').click()
  await page.getByTitle('Device fault', { exact: true }).click()
  await policyForm.getByLabel('Name', { exact: true }).click()
  await policyForm.getByLabel('Channels').click()
  await page.getByTitle(`${hook} · Webhook`).click()
  await policyForm.getByLabel('Name', { exact: true }).click()
  await policyForm.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(`${policy} saved.`)).toBeVisible()

  const unit = await addModule()
  const device = await connectDevice(running.mqtt_port(), unit)
  const report = (seq: number, fault: 0 | 1) => {
    const data = new Uint8Array(2)
    new DataView(data.buffer).setUint16(0, fault << FAULT.bit)
    const block = { slave: 1, fn: 3 as const, start: FAULT.register, quantity: 1, status: 0, data }
    const ts = Math.floor(Date.now() / 1000)
    const flags = { ...NO_FLAGS, cyclic: true }
    const frame = { type: REPORT_TYPE.cyclic, seq, ts, flags, rssi_dbm: -70, csq: null, blocks: [block] }
    return device.publishAsync(`hp/v1/d/${unit.did}/up/blk`, Buffer.from(encodeReport(frame)), { qos: 1 })
  }
  await report(1, 0)
  await report(2, 1)
  const received = () => receiver.bodies.filter((body) => body.includes(unit.did)).length
  await expect.poll(received, { timeout: 90_000 }).toBe(1)

  await page.goto(`/#/issue/notifications?tab=log&mac=${unit.did}&channel_kind=webhook`)
  const row = page.getByRole('row').filter({ hasText: hook })
  await expect(row.getByText('Sent')).toBeVisible()
  await rowMenu(page, FAULT.code, 'Resend')
  const again = page.getByRole('dialog', { name: 'Resend this message?' })
  await again.getByRole('button', { name: 'Resend' }).click()
  await expect(page.getByText('The message will be sent shortly.')).toBeVisible()
  await expect.poll(received, { timeout: 30_000 }).toBe(2)
  // The same for what is selected.
  await expect(row.getByText('Sent')).toBeVisible()
  await row.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Resend', exact: true }).click()
  const many = page.getByRole('dialog', { name: 'Resend these messages?' })
  await expect(many.getByText('Messages that have already been sent reach their recipients twice.')).toBeVisible()
  await many.getByRole('button', { name: 'Resend' }).click()
  await expect(page.getByText('1 message queued.')).toBeVisible()
  await expect.poll(received, { timeout: 30_000 }).toBe(3)
  const ids = receiver.bodies
    .filter((body) => body.includes(unit.did))
    .map((body) => (JSON.parse(body) as { id: string }).id)
  expect(new Set(ids).size).toBe(1)

  // A distributor beside sees neither policy nor channel nor log.
  const sibling = await sharedSession('malopolska')
  const seen = [
    await sibling.call(api.policyList, {}),
    await sibling.call(api.channelList, {}),
    await sibling.call(api.deliveryList, { body: { mac: unit.did } }),
  ]
  expect(seen.map(({ total }) => total)).toEqual([0, 0, 0])
  const { list } = await admin.call(api.policyList, { body: { policy_name: policy } })
  for (const { policy_id, updated_at } of list)
    await admin.call(api.deletePolicy, { params: { id: policy_id }, query: { updated_at } })
  await device.endAsync()
  receiver.close()
})
