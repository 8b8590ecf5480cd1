import { api } from '@heatfleet/contract/api.ts'
import { expect } from '@playwright/test'
import { sharedSession } from '../running.ts'
import { findViolations } from './axe.ts'
import { test } from './close-contexts.ts'
import { demoUnits, ownUnits, waitForDemo } from './demo-units.ts'
import { enter, pickFirst } from './steps.ts'

test('a fault planted at a unit rises as an alarm in the console, and recovers when it is taken back', async ({
  page,
}) => {
  await waitForDemo()
  const unit = (await ownUnits('fault')).filter(({ alarm_keys }) => alarm_keys.length === 0).at(-1)
  if (unit === undefined) throw new Error('no healthy unit of the demo is on line')
  const { call } = await enter(page, '/system/simulator')
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Trigger event' }).click()
  const drawer = page.getByRole('dialog', { name: 'Trigger event' })
  // Other journeys bring products with virtual units: then none is chosen.
  await drawer.getByRole('combobox', { name: /^Product/ }).click()
  await page.getByRole('option', { name: 'R290 monobloc', exact: true }).click()
  await pickFirst(drawer.getByRole('combobox', { name: /^Fault/ }), 'fan 1')
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await drawer.getByRole('radio', { name: 'Individual devices' }).check()
  await drawer.getByRole('textbox', { name: /^IMEI/ }).fill(unit.mac)
  await expect(drawer.getByText('1 device, 1 of them online')).toBeVisible()
  expect((await findViolations(page)).map(({ id }) => id)).toEqual([])
  await drawer.getByRole('button', { name: 'Trigger event' }).click()
  await expect(page.getByText('Triggered on 1 device.')).toBeVisible()

  const alarms = async () => (await call(api.deviceInfo, { query: { mac: unit.mac } })).alarm_keys
  // Over the real protocol: the board's register, the next report, the alarm.
  await expect.poll(alarms, { timeout: 120_000 }).toContain('f24')
  const row = main
    .getByRole('table', { name: 'Events' })
    .getByRole('row', { name: /f24|Fan 1 fault/ })
    .first()
  await expect(row).toContainText('Active')
  await row.getByRole('button', { name: /^Cancel/ }).click()
  await expect(page.getByText('Event cancelled.')).toBeVisible()
  await expect.poll(alarms, { timeout: 120_000 }).not.toContain('f24')
})

test('units without power fall silent and come back by themselves', async ({ page }) => {
  await waitForDemo()
  const unit = (await ownUnits('power cut')).at(-1)
  if (unit === undefined) throw new Error('no unit of the demo is on line')
  const { call } = await enter(page, '/system/simulator')
  const target = { by: 'macs' as const, macs: [unit.mac] }
  await call(api.plantEvent, { body: { kind: 'power_cut', target, minutes: 1 } })
  const state = async () => (await call(api.deviceInfo, { query: { mac: unit.mac } })).online_status
  await expect.poll(state).toBe('offline')
  const events = page.getByRole('main').getByRole('table', { name: 'Events' })
  await expect(events.getByRole('row', { name: /Power cut/ }).first()).toContainText('1 offline')
  await expect.poll(state, { timeout: 150_000 }).toBe('online')
  await expect(events.getByRole('row', { name: /Power cut/ }).first()).toContainText('Ended')
})

test('the last day of a unit is replayed by a virtual device, and ends with it', async ({ page }) => {
  await waitForDemo()
  const admin = await sharedSession()
  const unit = (await demoUnits(admin)).find(({ online_status }) => online_status === 'online')
  if (unit === undefined) throw new Error('no unit of the demo is on line')
  const { call } = await enter(page, '/system/simulator')
  await page.getByRole('button', { name: 'Replay a device…' }).click()
  const drawer = page.getByRole('dialog', { name: 'Replay a device' })
  await drawer.getByRole('textbox', { name: 'IMEI / MAC' }).fill('nothing')
  await drawer.getByRole('button', { name: 'Start replay' }).click()
  await expect(drawer.getByRole('textbox', { name: 'IMEI / MAC' })).toHaveAttribute('aria-invalid', 'true')
  await drawer.getByRole('textbox', { name: 'IMEI / MAC' }).fill(unit.mac)
  await drawer.getByRole('radio', { name: '24× (1 h)' }).check()
  expect((await findViolations(page)).map(({ id }) => id)).toEqual([])
  await drawer.getByRole('button', { name: 'Start replay' }).click()
  await expect(page.getByText(/^Replay starting with \d[\d,]* reports/)).toBeVisible()
  const replayed = async () => (await call(api.virtualUnitList, {})).find(({ replay }) => replay?.mac === unit.mac)
  await expect.poll(async () => (await replayed())?.online_status, { timeout: 60_000 }).toBe('online')
  const row = page.getByRole('row').filter({ hasText: `Replay of ${unit.mac} · 24×` })
  await expect(row).toContainText('Online')
  const { mac = '' } = (await replayed()) ?? {}
  // What it reports is what the unit reported: the same points, none of them dashes.
  await expect
    .poll(async () => (await call(api.deviceInfo, { query: { mac } })).last_report_time, { timeout: 120_000 })
    .not.toBeNull()
  await row.getByRole('button', { name: /^Stop/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stop' }).click()
  await expect(row).toHaveCount(0)
})
