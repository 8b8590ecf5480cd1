import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@heatfleet/contract/api.ts'
import { NO_FLAGS, REPORT_TYPE } from '@heatfleet/contract/device-protocol/report.ts'
import { decodeReport, encodeReport } from '@heatfleet/contract/device-protocol/report-frame.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { expect, test } from '@playwright/test'
import golden from '../../modbus/golden/protocol-vectors.json' with { type: 'json' }
import { type Credentials, connectDevice, logInOf } from '../device-client.ts'
import { metric, running, type SignedIn, sharedSession, spareModule } from '../running.ts'
import { demoUnits } from './demo-units.ts'
import { enter, openPart } from './steps.ts'

/** The reference report of the protocol, and its values. */
const GOLDEN = Buffer.from(golden.blk_report.hex, 'hex')
const GOLDEN_VALUES = { t_in: 28.1, t_dhw: 48.5, t_amb: 4, t_out: 32.3, t_suction: 1, t_coil: -2, u_ac: 229 }
/** Index of the flow temperature in the golden block, which begins at register 14; 0.1 °C. */
const FLOW_AT = (18 - 14) * 2

/** No water flow, as the built-in product has it. */
const FAULT = { code: 'F07', register: 8, bit: 0 }

/** The counter of each refusal in `/metrics`. */
const COUNTERS = {
  signature: 'heatfleet_gateway_logins_refused_total{reason="wrong_password",process="gateway"}',
  stale: 'heatfleet_gateway_logins_refused_total{reason="stale_signature",process="gateway"}',
  malformed: 'heatfleet_gateway_reports_refused_total{reason="bad_crc",process="gateway"}',
  foreign: 'heatfleet_gateway_publishes_refused_total{reason="foreign_topic",process="gateway"}',
  listening: 'heatfleet_gateway_subscriptions_refused_total{process="gateway"}',
} as const

type Device = Awaited<ReturnType<typeof connectDevice>>

let spare: Credentials
test.beforeAll(() => {
  spare = spareModule()
})

const topicOf = (did: string, channel: string) => `hp/v1/d/${did}/up/${channel}`
const nowS = () => Math.floor(Date.now() / 1000)

/** The golden report with the current time and another flow temperature. */
const reportNow = (flow_c: number, seq: number): Buffer => {
  const decoded = decodeReport(GOLDEN)
  if (!decoded.ok) throw new Error(decoded.reason)
  const blocks = decoded.report.blocks.map((block) => {
    const data = Uint8Array.from(block.data)
    new DataView(data.buffer).setInt16(FLOW_AT, Math.round(flow_c * 10))
    return { ...block, data }
  })
  return Buffer.from(encodeReport({ ...decoded.report, type: REPORT_TYPE.cyclic, seq, ts: nowS(), blocks }))
}

/** Reports the fault register alone, with one fault set or none. */
const reportFault = (device: Device, seq: number, fault: 0 | 1) => {
  const data = new Uint8Array(2)
  new DataView(data.buffer).setUint16(0, fault << FAULT.bit)
  const block = { slave: 1, fn: 3 as const, start: FAULT.register, quantity: 1, status: 0, data }
  const flags = { ...NO_FLAGS, cyclic: true }
  const frame = { type: REPORT_TYPE.cyclic, seq, ts: nowS(), flags, rssi_dbm: -70, csq: null, blocks: [block] }
  return device.publishAsync(topicOf(spare.did, 'blk'), Buffer.from(encodeReport(frame)), { qos: 1 })
}

const valuesOf = async ({ call }: SignedIn) => {
  const { values } = await call(api.deviceInfo, { query: { mac: spare.did } })
  return Object.fromEntries(values.map(({ key, value }) => [key, value]))
}

test.describe.configure({ mode: 'serial' })

test('a third-party client logs in by the documented HMAC; its golden report is decoded', async () => {
  const admin = await sharedSession()
  const device = await connectDevice(running.mqtt_port(), spare)
  await device.publishAsync(topicOf(spare.did, 'blk'), GOLDEN, { qos: 1 })
  await device.endAsync()

  // A late report is stored under its own time; one older than the accepted age, under its arrival.
  const decoded = decodeReport(GOLDEN)
  const sent = decoded.ok ? decoded.report.ts * 1000 : 0
  const oldest = Date.now() - (LIMITS.history_period_days_max - 1) * 86_400_000
  const history = await admin.call(api.historyData, {
    body: {
      macs: [spare.did],
      points: Object.keys(GOLDEN_VALUES),
      from: new Date(Math.max(sent - 60_000, oldest)).toISOString(),
      to: new Date(Date.now() + 60_000).toISOString(),
      resolution: 'raw',
    },
  })
  const read = history.series.map(({ key, v }) => [key, v[0]])
  expect(Object.fromEntries(read)).toEqual(GOLDEN_VALUES)
})

test('its current report appears in the open console without a reload', async ({ page }) => {
  const device = await connectDevice(running.mqtt_port(), spare)
  await device.publishAsync(topicOf(spare.did, 'blk'), reportNow(33.4, 1000), { qos: 1 })
  const admin = await enter(page, `/device/device-detail/${spare.did}`)
  await expect(page.getByText('Online', { exact: false }).first()).toBeVisible()
  await expect(page.getByRole('img', { name: /Flow 33\.4 °C, return 28\.1 °C/ })).toBeVisible()
  await device.publishAsync(topicOf(spare.did, 'blk'), reportNow(35.7, 1001), { qos: 1 })
  await expect(page.getByRole('img', { name: /Flow 35\.7 °C/ })).toBeVisible()

  const live = await openPart(page, 'Live data')
  for (const [name, text] of [
    ['Flow water temperature', '35.7°C'],
    ['DHW tank temperature', '48.5°C'],
    ['Input voltage', '229V'],
    ['Evaporator coil temperature', '−2.0°C'],
  ] as const)
    await expect(live.getByRole('row').filter({ hasText: name }).getByRole('cell').nth(1)).toHaveText(text)

  expect(await valuesOf(admin)).toMatchObject({ ...GOLDEN_VALUES, t_out: 35.7 })
  // A repeat of an old report never overwrites the current state.
  await device.publishAsync(topicOf(spare.did, 'blk'), GOLDEN, { qos: 1 })
  expect(await valuesOf(admin)).toMatchObject({ t_out: 35.7 })
  await device.endAsync()
})

test('a reported fault is shown with its code and opens its help', async ({ page }) => {
  const device = await connectDevice(running.mqtt_port(), spare)
  await enter(page, `/device/device-detail/${spare.did}?tab=live`)
  await expect(page.getByRole('tabpanel', { name: 'Live data' })).toBeVisible()
  await reportFault(device, 1010, 1)
  const fault = page.getByRole('listitem').filter({ hasText: FAULT.code })
  await expect(fault).toContainText('Water flow failure')
  await expect(fault).toContainText('ago')
  const help = fault.getByRole('button', { name: 'What to do' })
  await help.click()
  const drawer = page.getByRole('dialog', { name: new RegExp(FAULT.code) })
  for (const part of ['Causes', 'Checks', 'Remedies'])
    await expect(drawer.getByRole('heading', { name: part, exact: true })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`tab=live.*fault=${FAULT.code}`))
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(help).toBeFocused()
  await reportFault(device, 1011, 0)
  await expect(fault).toBeHidden()
  await device.endAsync()
})

test('a fault stays on the page when an older response arrives late', async ({ page }) => {
  const device = await connectDevice(running.mqtt_port(), spare)
  const answered = Promise.withResolvers<void>()
  const may_come = Promise.withResolvers<void>()
  await page.route('**/device-inventory/device-info?*', async (route) => {
    const response = await route.fetch()
    answered.resolve()
    await may_come.promise
    await route.fulfill({ response })
  })
  const raised = page
    .waitForEvent('websocket')
    .then((socket) =>
      socket.waitForEvent('framereceived', ({ payload }) =>
        /PushDeviceAttrStatus.*"alarm_keys":\["/.test(String(payload)),
      ),
    )
  await enter(page, `/device/device-detail/${spare.did}?tab=live`)
  await answered.promise
  await reportFault(device, 1012, 1)
  await raised
  may_come.resolve()
  await expect(page.getByRole('listitem').filter({ hasText: FAULT.code })).toBeVisible()
  await reportFault(device, 1013, 0)
  await device.endAsync()
  await page.unrouteAll({ behavior: 'wait' })
})

test('mosquitto_pub logs in and reports as well', async () => {
  const { username, password } = logInOf(spare, nowS())
  const folder = mkdtempSync(join(tmpdir(), 'heatfleet-report-'))
  const file = join(folder, 'report.bin')
  writeFileSync(file, reportNow(36.6, 1002))
  const publish = (secret: string) =>
    spawnSync(
      'mosquitto_pub',
      ['-h', '127.0.0.1', '-p', String(running.mqtt_port()), '-i', spare.did, '-u', username, '-P', secret].concat([
        '-q',
        '1',
        '-t',
        topicOf(spare.did, 'blk'),
        '-f',
        file,
      ]),
      { encoding: 'utf8', timeout: 10_000 },
    )
  const done = publish(password)
  test.skip(done.error !== undefined, 'mosquitto_pub (Debian: mosquitto-clients) is not installed')
  expect(done.stderr).toBe('')
  expect(done.status).toBe(0)
  const admin = await sharedSession()
  await expect.poll(async () => (await valuesOf(admin)).t_out).toBe(36.6)
  const before = await metric(COUNTERS.signature)
  expect(publish(password.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))).status).not.toBe(0)
  await expect.poll(() => metric(COUNTERS.signature)).toBe(before + 1)
  rmSync(folder, { recursive: true })
})

test('forbidden actions of a module are refused and counted', async () => {
  const counted = () => Promise.all(Object.values(COUNTERS).map(metric))
  const before = await counted()
  const admin = await sharedSession()
  // Of the demo: those that other journeys add go online soon.
  const isNever = ({ mac, online_status }: { mac: string; online_status: string }) =>
    online_status === 'never' && mac !== spare.did
  const other = (await demoUnits(admin)).find(isNever)?.mac ?? ''
  const port = running.mqtt_port()

  await test.step('a wrong signature', async () => {
    await expect(connectDevice(port, spare, { password: '00'.repeat(32) })).rejects.toThrow(/bad username or password/i)
  })
  await test.step('a right signature of an hour ago', async () => {
    await expect(connectDevice(port, spare, { ts: nowS() - 3_600 })).rejects.toThrow(/bad username or password/i)
  })
  await test.step('a malformed frame', async () => {
    const frame = Buffer.from(GOLDEN)
    frame[20] = (frame[20] ?? 0) ^ 0xff
    const device = await connectDevice(port, spare)
    await device.publishAsync(topicOf(spare.did, 'blk'), frame, { qos: 1 })
    await device.endAsync()
  })
  await test.step('another device’s topic', async () => {
    const device = await connectDevice(port, spare)
    const closed = new Promise<void>((resolve) => device.once('close', () => resolve()))
    // The promise never settles: the broker closes the connection instead of answering.
    device.publish(topicOf(other, 'blk'), reportNow(99, 1003), { qos: 1 })
    await closed
    device.end(true)
    const untouched = await admin.call(api.deviceInfo, { query: { mac: other } })
    expect(untouched).toMatchObject({ online_status: 'never', values: [], last_report_time: null })
  })
  await test.step('listening to another device', async () => {
    const device = await connectDevice(port, spare)
    const granted = await device.subscribeAsync(`hp/v1/d/${other}/dn/#`, { qos: 1 }).catch(() => null)
    expect(granted?.some(({ qos }) => qos < 128) ?? false).toBe(false)
    await device.endAsync(true)
  })
  // The gateway publishes its counters every few seconds.
  await expect.poll(counted).toEqual(before.map((count) => count + 1))
})
