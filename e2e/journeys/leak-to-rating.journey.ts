import { api } from '@heatfleet/contract/api.ts'
import { expect, type Page } from '@playwright/test'
import { openApp } from '../attacks/app-person.ts'
import { startHookReceiver } from '../hook-receiver.ts'
import { startMailReceiver } from '../mail-receiver.ts'
import { startProduct } from '../product.ts'
import { hasMovedIn, signIn } from '../running.ts'
import { test } from './close-contexts.ts'
import { IS_FULL } from './looks.ts'
import { useProduct, withDatabase } from './own-product.ts'
import { firstLogIn } from './people.ts'
import { enter, openPart } from './steps.ts'

/** Units of the district whose power is cut; one more has the leak. */
const DISTRICT_UNITS = 12
/** Low pressure: what a board says of a refrigerant leak in the end. */
const LEAK = { key: 'f14', minutes: 60 }
const SET_POINT = 'Heating set-point'

const newDistributor = async (agent_name: string, region_code: string) => {
  const parent = await signIn('zhejiang')
  const name = agent_name.toLowerCase()
  const first = 'Journey-first-1'
  const { agent_id } = await parent.call(api.createAgent, {
    body: {
      parent_id: parent.user.agent_id,
      agent_level: 2,
      agent_name,
      region_code,
      email: `${name}@example.com`,
      user_name: name,
      password: first,
    },
  })
  return { agent_id, mail: `${name}@example.com`, person: await firstLogIn(name, first) }
}

const countOnline = async (data: string, macs: readonly string[]): Promise<number> =>
  (
    await withDatabase(
      data,
      'select from devices d join device_status s on s.device_id = d.device_id where s.online and d.mac = any($1)',
      [macs],
    )
  ).length

/** Units of the demo that nobody owns come to a distributor, with a WiFi module: their grace of being offline is the shorter one. */
const takeUnits = async (data: string, agent_id: number, count: number) =>
  (
    await withDatabase<{ mac: string }>(
      data,
      `update devices set agent_id = $1, agent_path = (select agent_path from distributors where agent_id = $1), net = 'wifi'
       where device_id in (
         select d.device_id from devices d join device_status s on s.device_id = d.device_id
         where s.online and s.alarm_count = 0
           and not exists (select from bindings b where b.device_id = d.device_id)
         order by d.device_id limit $2) returning mac`,
      [agent_id, count],
    )
  ).map(({ mac }) => mac)

test('a leak and a power cut become alarms, a message, an order, a setting, a result and a rating', async ({
  browser,
}) => {
  test.skip(
    !IS_FULL,
    'It starts a second product with a demo of its own and waits for checks that run once a minute: some minutes.',
  )
  test.setTimeout(900_000)
  const product = await startProduct({
    mode: 'start',
    demo: 40,
    demo_days: 1,
    // Receivers run on this machine.
    environment: { HEATFLEET_NOTIFICATION_NETWORKS: '127.0.0.0/8' },
  })
  const restore = useProduct(product)
  const [mail, hook] = [await startMailReceiver(), await startHookReceiver()]
  try {
    const context = await browser.newContext({ baseURL: product.url, viewport: { width: 1440, height: 900 } })
    await tellStory(await context.newPage(), product.data, mail, hook)
  } finally {
    restore()
    mail.close()
    hook.close()
    await product.stop()
  }
})

type Receivers = [Awaited<ReturnType<typeof startMailReceiver>>, Awaited<ReturnType<typeof startHookReceiver>>]

const tellStory = async (page: Page, data: string, ...[mail, hook]: Receivers): Promise<void> => {
  const { url } = { url: process.env.HEATFLEET_E2E_URL ?? '' }
  await expect.poll(hasMovedIn, { message: 'the app users of the demo have moved in', timeout: 180_000 }).toBe(true)
  const admin = await signIn()
  const north = await newDistributor('Northside', '330500')
  const south = await newDistributor('Southside', '330600')
  const [leaking = ''] = await takeUnits(data, north.agent_id, 1)
  // The owner of the unit has the app.
  const app = await openApp(url, admin.call, 'Journey app')
  const owner = await app.join('owner@example.com')
  await admin.call(api.bindDevice, {
    params: { id: owner.app_user_id },
    body: { mac: leaking, role: 'owner', reason: 'journey' },
  })
  // Only the owner can allow the service person to change settings.
  await owner.call(api.appConsent, { params: { consent: 'remote_service' }, body: { given: true } })
  const district = await takeUnits(data, south.agent_id, DISTRICT_UNITS)
  expect(district).toHaveLength(DISTRICT_UNITS)

  // The manufacturer has the distributor of a unit told, by e-mail and webhook.
  const { channel_id: by_mail } = await admin.call(api.createChannel, {
    body: {
      kind: 'email',
      channel_name: 'Mail',
      host: '127.0.0.1',
      port: mail.port,
      security: 'none',
      sender: 'fleet@example.com',
    },
  })
  const { channel_id: by_hook } = await admin.call(api.createChannel, {
    body: { kind: 'webhook', channel_name: 'Desk', address: hook.url, secret: 'only for the journey' },
  })
  await admin.call(api.createPolicy, {
    body: {
      policy_name: 'Faults and outages',
      events: ['alarm_raised'],
      alarm_types: ['device_fault', 'offline'],
      least: 'info',
      to_distributor: true,
      in_app: true,
      channel_ids: [by_mail, by_hook],
      quiet_hours: { on: false, from: '22:00', to: '07:00' },
      time_zone: 'UTC',
    },
  })

  const { product_key } = await admin.call(api.deviceInfo, { query: { mac: leaking } })
  const leak = await admin.call(api.plantEvent, {
    body: {
      kind: 'fault',
      product_key,
      fault_key: LEAK.key,
      target: { by: 'macs', macs: [leaking] },
      minutes: LEAK.minutes,
    },
  })
  const cut = await admin.call(api.plantEvent, {
    body: { kind: 'power_cut', target: { by: 'agent', agent_id: south.agent_id }, minutes: LEAK.minutes },
  })
  expect([leak.units, cut.units]).toEqual([1, DISTRICT_UNITS])

  // The leak: one e-mail and one webhook, to the right distributor and nobody else.
  const mailsOf = (mac: string) => mail.mails.filter(({ raw }) => raw.replaceAll('=\r\n', '').includes(mac))
  const hooksOf = (mac: string) => hook.bodies.filter((body) => body.includes(mac))
  await expect.poll(() => hooksOf(leaking).length, { timeout: 240_000 }).toBe(1)
  await expect.poll(() => mailsOf(leaking).length, { timeout: 120_000 }).toBe(1)
  expect(mailsOf(leaking)[0]?.to).toEqual([north.mail])

  // The service person accepts it from the list.
  await enter(page, `/issue/issue-list?search=${leaking}`, north.person)
  const row = page.getByRole('row').filter({ hasText: /F14|f14/ })
  await expect(row).toContainText('Unprocessed')
  await expect(row).toContainText(/left/)
  await row
    .getByText(/F14|f14/)
    .first()
    .click()
  const drawer = page.getByRole('dialog', { name: /F14|f14/ })
  await drawer.getByRole('button', { name: 'Accept' }).click()
  await expect(drawer.getByRole('listitem').filter({ hasText: 'Accepted' })).toBeVisible()

  // Half an hour passes, and the snapshot is stored.
  await withDatabase(
    data,
    `update alarms set first_at = first_at - interval '32 minutes' where type = 'device_fault'
       and device_id = (select device_id from devices where mac = $1)`,
    [leaking],
  )
  await expect(drawer.getByRole('region', { name: '30 minutes before and after' })).toContainText(/report/, {
    timeout: 180_000,
  })
  await page.screenshot({ path: test.info().outputPath('snapshot.png') })
  await drawer.getByRole('tab', { name: 'Each report' }).click()
  const reports = drawer.getByRole('table', { name: 'Each report' })
  await expect(reports.getByRole('row')).not.toHaveCount(1)
  await reports.scrollIntoViewIfNeeded()
  await page.screenshot({ path: test.info().outputPath('snapshot-reports.png') })

  // An order for the owner, and a set-point lowered until somebody comes.
  const { order_id } = await north.person.call(api.orderCreate, {
    body: {
      mac: leaking,
      app_user_id: owner.app_user_id,
      type: 'fault',
      problem: 'Low pressure: we come to look for a leak.',
    },
  })
  await page.goto(`${url}/#/device/device-detail/${leaking}`)
  const panel = await openPart(page, 'Control')
  const field = panel.getByRole('textbox', { name: SET_POINT, exact: true })
  await expect(field).toBeEditable()
  const old = Number(await field.inputValue())
  const wanted = old >= 40 ? old - 2 : old + 2
  await field.fill(String(wanted))
  await page.getByRole('button', { name: 'Review 1 change' }).click()
  await page.getByRole('dialog', { name: 'Review changes' }).getByRole('button', { name: 'Send to device' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: `→ ${wanted.toFixed(1)} °C` })).toContainText('Verified')

  // The power cut, meanwhile: once the grace of WiFi modules is over, twelve alarms, one storm, and no message for each.
  await expect.poll(() => countOnline(data, district), { timeout: 120_000 }).toBe(0)
  await withDatabase(
    data,
    `update device_status set last_offline_at = last_offline_at - interval '3 minutes', last_online_at = last_online_at - interval '3 minutes'
     where device_id in (select device_id from devices where mac = any($1))`,
    [district],
  )
  const storms = async () =>
    (await south.person.call(api.alarmStorms)).map(({ type, alarms, ended }) => [type, alarms, ended])
  await expect.poll(storms, { timeout: 180_000 }).toEqual([['offline', DISTRICT_UNITS, null]])
  expect(await north.person.call(api.alarmStorms)).toEqual([])
  const toSouth = () => mail.mails.filter(({ to }) => to.includes(south.mail)).length
  const aboutSouth = () => hook.bodies.filter((body) => district.some((mac) => body.includes(mac)))
  await expect.poll(toSouth, { timeout: 120_000 }).toBe(1)
  await expect.poll(() => aboutSouth().length, { timeout: 120_000 }).toBe(1)
  expect(JSON.parse(aboutSouth()[0] ?? '')).toMatchObject({ event_count: DISTRICT_UNITS })
  await page.goto(`${url}/#/issue/issue-list?search=${leaking}`)

  // The work is done: a result, an answer, the order resolved. The unit recovers by itself.
  const drawn = page.getByRole('row').filter({ hasText: /F14|f14/ })
  await page.getByRole('tab', { name: /^In process/ }).click()
  await drawn
    .getByText(/F14|f14/)
    .first()
    .click()
  await drawer.getByRole('button', { name: 'Process' }).click()
  const form = page.getByRole('dialog', { name: /^Process alarm/ })
  await form.getByLabel('Result').fill('Flare nut tightened, recharged by weight.')
  await form.getByRole('button', { name: 'Process' }).click()
  await expect(drawer.getByText('In time')).toBeVisible()
  await north.person.call(api.orderReply, {
    params: { id: order_id },
    body: { text: 'The leak is closed and the refrigerant is complete again.' },
  })
  await north.person.call(api.orderResolve, { params: { id: order_id } })
  await admin.call(api.takeBackEvent, { body: { event_id: leak.event_id } })
  const alarmNow = async () =>
    (await north.person.call(api.alarmList, { body: { search: leaking, type: 'device_fault' } })).list
  await expect.poll(async () => (await alarmNow())[0]?.condition, { timeout: 180_000 }).toBe('recovered')
  await expect(drawer.getByText('Recovered', { exact: true }).first()).toBeVisible()
  await page.screenshot({ path: test.info().outputPath('done.png') })

  // Everything stands in the logs of the alarm and the unit, and the owner rates it.
  const alarms = await alarmNow()
  expect(alarms).toMatchObject([
    { condition: 'recovered', handling: 'processed', assignee: north.person.user.user_name },
  ])
  const { log: moves, snapshot } = await north.person.call(api.alarmInfo, { params: { id: alarms[0]?.alarm_id ?? 0 } })
  expect([moves.map(({ kind }) => kind), snapshot]).toEqual([['accepted', 'processed'], 'stored'])
  const log = await north.person.call(api.deviceLogList, { body: { macs: [leaking] } })
  const types = new Set(log.list.map(({ type }) => type))
  expect([...types]).toEqual(expect.arrayContaining(['alarm', 'command']))
  const controls = await north.person.call(api.controlLog, { body: { macs: [leaking] } })
  expect(controls.list[0]).toMatchObject({ point_key: 'sp_heat', new_value: wanted, state: 'verified' })
  await owner.call(api.appRateOrder, {
    params: { order_id },
    body: { rating: 'very_satisfied', comment: 'Warm again.' },
  })
  await page.goto(`${url}/#/service/revisit?search=${leaking}`)
  await expect(
    page.getByRole('row').filter({ has: page.getByRole('link', { name: `Order no. ${order_id}` }) }),
  ).toContainText('Very satisfied')
  expect([hooksOf(leaking).length, mailsOf(leaking).length, aboutSouth().length, toSouth()]).toEqual([1, 1, 1, 1])
}
