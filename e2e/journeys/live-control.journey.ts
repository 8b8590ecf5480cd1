import { api } from '@heatfleet/contract/api.ts'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { connectPush } from '../push-client.ts'
import { sharedSession } from '../running.ts'
import { makeDemoViewer, ownUnits, waitForDemo } from './demo-units.ts'
import { deviceRows, enter, openOnlineDevice, openPart } from './steps.ts'

const SET_POINT = 'Heating set-point'

const settingField = (panel: Locator) => panel.getByRole('textbox', { name: SET_POINT, exact: true })
const celsius = (value: number) => `${value.toFixed(1)} °C`

/** Stages one value, checks the review and sends it. */
const send = async (page: Page, panel: Locator, old: number, wanted: number) => {
  await settingField(panel).fill(String(wanted))
  await page.getByRole('button', { name: 'Review 1 change' }).click()
  const review = page.getByRole('dialog', { name: 'Review changes' })
  const row = review.getByRole('listitem').filter({ hasText: SET_POINT })
  await expect(row).toContainText(celsius(old))
  await expect(row).toContainText(celsius(wanted))
  await review.getByRole('button', { name: 'Send to device' }).click()
  await expect(review).toBeHidden()
}

test('the list shows the fleet, live', async ({ page }) => {
  // Until then units change owners, and the list is fetched anew.
  await waitForDemo()
  await enter(page, '/device/device-list', await makeDemoViewer())
  await expect(page.getByText(/^20\d in your scope/)).toBeVisible()
  await expect(page.getByRole('tab', { name: /^All 20\d$/ })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: /^Live$/ })).toBeVisible()
  // Rows change by push messages: no request for the list precedes them. Units that other journeys ship or delete at this
  // moment are fetched anew, so a stretch without such a unit is waited for.
  const requests: string[] = []
  page.on('request', (request) => {
    if (/device-list/.test(request.url())) requests.push(request.url())
  })
  const shown = () =>
    deviceRows(page)
      .locator('time')
      .evaluateAll((all) => all.map((one) => one.getAttribute('datetime')))
  await expect(deviceRows(page).first()).toBeVisible()
  await expect(async () => {
    requests.length = 0
    const before = await shown()
    await expect.poll(shown).not.toEqual(before)
    expect(requests).toEqual([])
  }).toPass()
})

test('a set-point is changed, confirmed by read-back, logged and drawn, and taken back', async ({ page }) => {
  const [{ mac } = { mac: '' }] = await ownUnits('live control')
  await enter(page, `/device/device-detail/${mac}`)

  // Values change without a reload: a unit reports faster while its page is open.
  const schematic = page.getByRole('img', { name: /Flow .* compressor .* Hz/ })
  await expect(schematic).toContainText(/\d °C/)
  await page.evaluate(() => document.documentElement.setAttribute('data-not-reloaded', ''))
  const before = await schematic.textContent()
  await expect.poll(() => schematic.textContent()).not.toBe(before)
  await expect(page.locator('html')).toHaveAttribute('data-not-reloaded')

  const panel = await openPart(page, 'Control')
  const old = Number(await settingField(panel).inputValue())
  const wanted = old >= 50 ? old - 1.5 : old + 1.5
  await send(page, panel, old, wanted)
  const sent = page.getByRole('listitem').filter({ hasText: `${celsius(old)} → ${celsius(wanted)}` })
  await expect(sent).toContainText('Verified')
  await expect(sent).toContainText(`read back ${celsius(wanted)}`)

  const logged = page.getByRole('row').filter({ hasText: SET_POINT }).first()
  await expect(logged.getByRole('cell')).toHaveText([
    /ago|now/,
    SET_POINT,
    `${celsius(old)} → ${celsius(wanted)}`,
    celsius(wanted),
    'Verified',
    'Administrator',
  ])
  await expect(settingField(panel)).toHaveValue(wanted.toFixed(1))

  const curves = await openPart(page, 'Curves')
  await curves.getByRole('searchbox', { name: 'Search points' }).fill(SET_POINT)
  await curves.getByRole('button', { name: new RegExp(`^${SET_POINT}`) }).click()
  await expect(curves.getByRole('img', { name: 'Curves of 6 points over time' })).toBeVisible()
  const drawn = curves.getByRole('row').filter({ hasText: SET_POINT }).getByRole('cell')
  await expect(drawn.last()).toHaveText(celsius(wanted))

  await openPart(page, 'Control')
  await sent.getByRole('button', { name: 'Undo' }).click()
  const undone = page.getByRole('listitem').filter({ hasText: `${celsius(wanted)} → ${celsius(old)}` })
  await expect(undone).toContainText('Verified')
  await expect(settingField(panel)).toHaveValue(old.toFixed(1))

  const { call } = await sharedSession()
  const log = await call(api.controlLog, { query: { pageNo: 1, size: 10 }, body: { macs: [mac] } })
  expect(log.list.slice(0, 2)).toMatchObject([
    { point_key: 'sp_heat', old_value: wanted, new_value: old, read_back: old, state: 'verified' },
    { point_key: 'sp_heat', old_value: old, new_value: wanted, read_back: wanted, state: 'verified' },
  ])
})

test('a value outside its limits is refused before it is sent, and by the server too', async ({ page }) => {
  const account = await enter(page)
  const mac = await openOnlineDevice(page)
  const panel = await openPart(page, 'Control')
  await settingField(panel).fill('90')
  await expect(panel.getByText('Must not exceed 55')).toBeVisible()
  await expect(settingField(panel)).toHaveAttribute('aria-invalid', 'true')
  // Nothing of it could be sent.
  await expect(page.getByRole('button', { name: 'Review 1 change' })).toHaveAttribute('aria-disabled', 'true')

  const socket = await connectPush(account)
  const key = 'sp_heat'
  expect(await socket.send({ cmd: 'ControlDevice', mac, points: [{ key, value: 90 }] })).toMatchObject({
    cmd: 'CommandAck',
    error: 'above_max',
  })
  expect(await socket.send({ cmd: 'ControlDevice', mac, points: [{ key, value: 1 }] })).toMatchObject({
    error: 'below_min',
  })
  expect(await socket.send({ cmd: 'ControlDevice', mac, points: [{ key: 't_out', value: 40 }] })).toMatchObject({
    error: 'point_not_writable',
  })
  socket.close()
})
