import { api } from '@heatfleet/contract/api.ts'
import { NO_FLAGS, REPORT_TYPE } from '@heatfleet/contract/device-protocol/report.ts'
import { encodeReport } from '@heatfleet/contract/device-protocol/report-frame.ts'
import { expect } from '@playwright/test'
import { connectDevice } from '../device-client.ts'
import { running, sharedSession } from '../running.ts'
import { findViolations } from './axe.ts'
import { test } from './close-contexts.ts'
import { addModule } from './demo-units.ts'
import { enter } from './steps.ts'

const nowS = () => Math.floor(Date.now() / 1000)

/** A report with one value: the temperature of the returning water, in tenths of a degree. */
const reportOf = (seq: number, ts: number, tenths: number): Buffer =>
  Buffer.from(
    encodeReport({
      type: REPORT_TYPE.cyclic,
      seq,
      ts,
      flags: { ...NO_FLAGS, cyclic: true },
      rssi_dbm: -71,
      csq: 21,
      blocks: [{ slave: 1, fn: 3, start: 14, quantity: 1, status: 0, data: Uint8Array.of(tenths >> 8, tenths & 0xff) }],
    }),
  )

test('a module is replaced from the list: the curve runs on, the old module is refused, and the undo brings it back', async ({
  page,
}) => {
  test.slow()
  const { call } = await sharedSession()
  const [old, fresh] = [await addModule(), await addModule()]
  const send = async (module: typeof old, seq: number, ts: number, tenths: number) => {
    const client = await connectDevice(running.mqtt_port(), module)
    await client.publishAsync(`hp/v1/d/${module.did}/up/blk`, reportOf(seq, ts, tenths), { qos: 1 })
    await client.endAsync()
  }
  await send(old, 1, nowS() - 120, 281)
  const valuesOf = async (mac: string) => {
    const { series } = await call(api.listCurve, { body: { mac, points: ['t_in'], hours: 1 } })
    return (series[0]?.v ?? []).filter((value) => value !== null)
  }
  await expect.poll(() => valuesOf(old.did)).toEqual([28.1])

  await enter(page, `/device/device-list?keyword=${old.did}`)
  await page.getByRole('button', { name: `Actions for Virtual ${old.did}` }).click()
  await page.getByRole('menuitem', { name: 'Replace module' }).click()
  const wizard = page.getByRole('dialog', { name: /^Replace the module of/ })
  await wizard.getByLabel('MAC or IMEI of the new module').fill(fresh.did)
  await expect(wizard.getByText('The new module can be used.')).toBeVisible()
  await expect(wizard.getByRole('region', { name: 'Current' })).toContainText(old.did.slice(-4))
  await expect(wizard.getByRole('region', { name: 'New' })).toContainText(fresh.did.slice(-4))
  await wizard.getByLabel('Reason').fill('does not start')
  expect((await findViolations(page)).map(({ id }) => id)).toEqual([])
  await wizard.getByRole('button', { name: 'Replace', exact: true }).click()

  // The page is that of the new module, with the name of the unit.
  await expect(page).toHaveURL(new RegExp(`device-detail/${fresh.did}`))
  await expect(page.getByRole('status').filter({ hasText: `previously ${old.did}` })).toBeVisible()
  await expect(connectDevice(running.mqtt_port(), old)).rejects.toMatchObject({ code: 5 })
  await send(fresh, 1, nowS() - 30, 300)
  await expect.poll(() => valuesOf(fresh.did)).toEqual([28.1, 30])

  // The old module's page leads to the unit.
  await page.goto(`/#/device/device-detail/${old.did}`)
  const notice = page.getByRole('status').filter({ hasText: 'This module was replaced' })
  await expect(notice.getByRole('link')).toHaveAttribute('href', new RegExp(fresh.did))

  // The list of replacements, with the undo.
  await page.goto(`/#/device/replacement-list?search=${old.did}`)
  const row = page.getByRole('row').filter({ hasText: 'In effect' })
  await expect(row).toHaveCount(1)
  expect((await findViolations(page)).map(({ id }) => id)).toEqual([])
  await expect(page.getByRole('button', { name: 'Export', exact: true })).toBeVisible()
  await row.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Undo' }).click()
  const undo = page.getByRole('dialog', { name: /^Undo the replacement/ })
  await undo.getByLabel('Reason').fill('it starts after all')
  await undo.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Undone' })).toHaveCount(1)
  await send(old, 2, nowS(), 290)
  await expect.poll(() => valuesOf(old.did)).toEqual([28.1, 30, 29])
})
