import { api } from '@heatfleet/contract/api.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import { expect, test } from '@playwright/test'
import { openApp } from '../attacks/app-person.ts'
import { running, sharedSession } from '../running.ts'
import { findViolations } from './axe.ts'
import { addUnits, waitForDemo } from './demo-units.ts'
import { enter } from './steps.ts'

test('a service order from the app is answered and resolved by the distributor, rated and counted; a sibling sees nothing', async ({
  page,
}) => {
  // The app users of the demo report faults too, which would be counted.
  await waitForDemo()
  const admin = await sharedSession()
  const [own, sibling] = [await sharedSession('zhejiang'), await sharedSession('malopolska')]
  const run = Date.now()
  const app = await openApp(running.url(), admin.call, `Orders ${run}`)
  const nick = `orders-${run}@example.com`
  const person = await app.join(nick)
  const [{ mac } = { mac: '' }] = await addUnits(1)
  const params = { id: person.app_user_id }
  await admin.call(api.bindDevice, { params, body: { mac, role: 'owner', reason: 'journey' } })
  const problem = `The hot water stays lukewarm, ${run}.`
  const { order_id } = await person.call(api.appFileOrder, { body: { device_id: mac, type: 'fault', problem } })
  const agent_id = own.user.agent_id ?? 0
  const before = await admin.call(api.agentInfo, { params: { id: agent_id } })

  // The sibling finds it neither by list nor by number.
  const seen = await sibling.call(api.orderList, { body: { mac } })
  expect(seen.total).toBe(0)
  const refused = await sibling.call(api.orderInfo, { params: { id: order_id } }).catch((error: unknown) => error)
  expect(refused instanceof Refusal && refused.code).toBe('order_not_found')

  await enter(page, `/service/userFeedback?search=${mac}`, own)
  await page
    .getByRole('main')
    .getByRole('link', { name: `Order no. ${order_id}` })
    .click()
  await expect(page.getByRole('heading', { name: `Order no. ${order_id}` })).toBeVisible()
  await expect(page.getByText(problem)).toBeVisible()
  await page.getByRole('button', { name: 'Assign' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel('Assignee').fill('zhejiang')
  await page
    .getByRole('option', { name: /^zhejiang/ })
    .first()
    .click()
  await drawer.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('definition').filter({ hasText: 'zhejiang' })).toBeVisible()

  // Only an answered order can be resolved.
  const resolve = page.getByRole('button', { name: 'Resolve' })
  await expect(resolve).toHaveAttribute('aria-disabled', 'true')
  await page.getByLabel('Reply', { exact: true }).fill('Please switch the unit off and on again.')
  // Somebody else answers meanwhile: it is seen without a reload, and said before the own answer is sent.
  await admin.call(api.orderReply, { params: { id: order_id }, body: { text: 'We have seen it.' } })
  await expect(page.getByRole('listitem').filter({ hasText: 'We have seen it.' })).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: 'admin replied while you were writing' })).toBeVisible()
  await page.getByRole('button', { name: 'Send reply' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'switch the unit off' })).toBeVisible()
  await page.getByLabel('Note', { exact: true }).fill('Check the sensor when we are there.')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Check the sensor' })).toBeVisible()
  // The respondent answers with a photo, which is seen without a reload.
  const reply = { text: 'That is what it shows.', pictures: [SMALLEST_PNG] }
  await person.call(api.appReplyOrder, { params: { order_id }, body: reply })
  const replied = page.getByRole('listitem').filter({ hasText: reply.text })
  await expect(replied.getByRole('img', { name: 'Photo 1' })).toHaveAttribute('src', SMALLEST_PNG)
  await replied.getByRole('button', { name: 'Photo 1' }).click()
  await expect(page.getByRole('dialog', { name: 'Photo 1' }).locator('img')).toHaveAttribute('src', SMALLEST_PNG)
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await resolve.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Resolve' }).click()
  await expect(page.getByText('Resolved', { exact: true }).first()).toBeVisible()

  // The app user reads the answer, not the internal note, and rates.
  const read = await person.call(api.appOrder, { params: { order_id } })
  expect(read.lines.map(({ text }) => text)).toEqual([
    'We have seen it.',
    'Please switch the unit off and on again.',
    reply.text,
  ])
  await person.call(api.appRateOrder, { params: { order_id }, body: { rating: 'very_satisfied', comment: 'Quick!' } })

  await page.goto(`${running.url()}/#/service/revisit?search=${mac}`)
  await expect(
    page.getByRole('row').filter({ has: page.getByRole('link', { name: `Order no. ${order_id}` }) }),
  ).toContainText('Very satisfied')
  await expect(page.getByText('of 1 rating')).toBeVisible()
  const after = await admin.call(api.agentInfo, { params: { id: agent_id } })
  // Other journeys file and rate orders of this distributor meanwhile.
  expect(after.rated_orders ?? 0).toBeGreaterThan(before.rated_orders ?? 0)
  await page.goto(`${running.url()}/#/distributor/distributor-detail/${agent_id}?tab=performance`)
  await expect(page.getByRole('heading', { name: 'Handling time, median' })).toBeVisible()
  await page.goto(`${running.url()}/#/distributor/distributor-detail/${agent_id}?tab=alarms`)
  await expect(page.getByRole('main').getByRole('link', { name: `Order no. ${order_id}` })).toBeVisible()
  await page.goto(`${running.url()}/#/app-user/app-user-detail/${person.app_user_id}?tab=orders`)
  await expect(page.getByRole('main').getByRole('link', { name: `Order no. ${order_id}` })).toBeVisible()
})

test('whoever has not rated is invited once more, and a word of complaints leads to its orders', async ({ page }) => {
  const admin = await sharedSession()
  const [{ mac } = { mac: '' }, other] = await addUnits(2)
  const app = await openApp(running.url(), admin.call, `Ratings ${Date.now()}`)
  const person = await app.join(`ratings-${Date.now()}@example.com`)
  const resolved = async (device_id: string): Promise<number> => {
    const owner = { mac: device_id, role: 'owner', reason: 'journey' } as const
    await admin.call(api.bindDevice, { params: { id: person.app_user_id }, body: owner })
    const body = { device_id, type: 'fault', problem: 'Loud at night.' } as const
    const { order_id } = await person.call(api.appFileOrder, { body })
    await admin.call(api.orderReply, { params: { id: order_id }, body: { text: 'The fan is replaced.' } })
    await admin.call(api.orderResolve, { params: { id: order_id }, body: {} })
    return order_id
  }
  const unrated = await resolved(mac)
  const unhappy = await resolved(other?.mac ?? '')
  const word = `rattling${Date.now().toString(36).replaceAll(/\d/g, 'x')}`
  const rating = { rating: 'dissatisfied', comment: `Still ${word}.` } as const
  await person.call(api.appRateOrder, { params: { order_id: unhappy }, body: rating })
  await enter(page, `/service/order-detail/${unrated}`, admin)
  await page.getByRole('button', { name: 'Invite to rate again' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Invite to rate again' }).click()
  await expect(page.getByText('Invitation sent.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Invite to rate again' })).toHaveAttribute('aria-disabled', 'true')
  const { list } = await person.call(api.appMessages, { query: { pageNo: 1, size: 5 } })
  expect(list[0]?.text).toContain(String(unrated))

  await page.goto(`${running.url()}/#/service/revisit?search=${other?.mac}`)
  const words = page.getByRole('list', { name: 'Words of complaints' })
  await words.getByRole('link', { name: word }).click()
  await expect(page).toHaveURL(new RegExp(`comment=${word}`))
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: `Order no. ${unhappy}` }) })
  await expect(row).toContainText('The fan is replaced.')
  await expect(page.getByRole('heading', { name: 'Satisfied or better by month' })).toBeVisible()
})

test('the visit of an order is planned, and its parts, cause and result are written down', async ({ page }) => {
  const own = await sharedSession('zhejiang')
  const [{ mac } = { mac: '' }] = await addUnits(1)
  const draft = { mac, type: 'fault' as const, problem: 'No hot water.', priority: 'high' as const }
  const { order_id } = await own.call(api.orderCreate, { body: draft })
  await enter(page, `/service/userFeedback?search=${mac}`, own)
  // Four hours for an answer, of which all but some seconds are left.
  await expect(page.getByRole('row').filter({ hasText: String(order_id) })).toContainText('left')
  await page.goto(`${running.url()}/#/service/order-detail/${order_id}`)
  await page.getByRole('button', { name: 'Edit visit' }).click()
  const drawer = page.getByRole('dialog', { name: `Visit of order no. ${order_id}` })
  await drawer.getByRole('button', { name: 'Add part' }).click()
  await drawer.getByLabel('Part', { exact: true }).fill('Flow switch')
  await drawer.getByLabel('Part number').fill('12-3456')
  await drawer.getByRole('combobox', { name: 'Cause' }).click()
  await page.getByRole('option', { name: 'Faulty component' }).click()
  await drawer.getByLabel('Result').fill('Flow switch replaced.')
  await drawer.getByRole('textbox', { name: 'From' }).fill('2026-12-01 10:00')
  await drawer.getByRole('textbox', { name: 'Until' }).fill('2026-12-01 08:00')
  await page.keyboard.press('Tab')
  await expect(drawer.getByText('the end must be later than the beginning')).toBeVisible()
  await expect(drawer.getByRole('textbox', { name: 'Until' })).toHaveAttribute('aria-invalid', 'true')
  await drawer.getByRole('textbox', { name: 'Until' }).fill('2026-12-01 12:00')
  await page.keyboard.press('Tab')
  expect((await findViolations(page)).map(({ id }) => id)).toEqual([])
  await page.screenshot({ path: test.info().outputPath('visit-drawer.png') })
  await drawer.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Visit saved.')).toBeVisible()
  await expect(page.getByText('1 × Flow switch · 12-3456')).toBeVisible()
  await expect(page.getByText('Flow switch replaced.')).toBeVisible()
  await page.screenshot({ path: test.info().outputPath('visit-panel.png') })
})

test('an order taken on the phone is found by its source, and gets a video that its respondent could send too', async ({
  page,
}) => {
  const admin = await sharedSession()
  const [{ mac } = { mac: '' }] = await addUnits(1)
  await enter(page, `/service/userFeedback?create=1&search=${mac}`)
  const drawer = page.getByRole('dialog', { name: 'New service order' })
  await drawer.getByLabel('IMEI or MAC of the device').fill(mac)
  await drawer.getByLabel('Source').click()
  await page.getByRole('option', { name: 'Phone' }).click()
  const problem = `It hums, ${Date.now()}.`
  await drawer.getByLabel('Problem').fill(problem)
  await drawer.getByRole('button', { name: 'Create order' }).click()
  await expect(page).toHaveURL(/service\/order-detail\/\d+/)
  await expect(page.getByRole('listitem').filter({ hasText: problem })).toBeVisible()
  const { list } = await admin.call(api.orderList, { body: { mac, source: 'phone' } })
  expect(list).toHaveLength(1)

  const attach = (buffer: Buffer) =>
    page
      .getByRole('group', { name: 'Attach a video' })
      .locator('input[type=file]')
      .setInputFiles({ name: 'hum.mp4', mimeType: 'video/mp4', buffer })
  await attach(Buffer.from('no video at all'))
  await expect(page.getByText('The file must be a whole video')).toBeVisible()
  await attach(SMALLEST_MP4)
  await page.getByRole('button', { name: 'Play video 1' }).click()
  await expect(page.getByLabel('Video 1', { exact: true })).toHaveAttribute('src', /^blob:/)
  expect(await findViolations(page)).toEqual([])
})

/** A photo of one pixel. */
const SMALLEST_PNG =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mM4EWADAAM4AVWt1/yBAAAAAElFTkSuQmCC'

/** The structure of a video without a picture. */
const SMALLEST_MP4 = Buffer.concat(
  ['ftypisom\0\0\0\0', 'moov', 'mdat'].map((content) => {
    const box = Buffer.from(`\0\0\0\0${content}`, 'latin1')
    box.writeUInt32BE(box.length)
    return box
  }),
)
