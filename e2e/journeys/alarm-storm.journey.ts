import { api } from '@heatfleet/contract/api.ts'
import { NO_FLAGS, REPORT_TYPE } from '@heatfleet/contract/device-protocol/report.ts'
import { encodeReport } from '@heatfleet/contract/device-protocol/report-frame.ts'
import { expect, test } from '@playwright/test'
import { type Credentials, connectDevice } from '../device-client.ts'
import { running, sharedSession } from '../running.ts'
import { findViolations } from './axe.ts'
import { addModule } from './demo-units.ts'
import { enter } from './steps.ts'

const UNITS = 12

/** A module that says whether its bus answers. */
const startModule = async (unit: Credentials) => {
  const device = await connectDevice(running.mqtt_port(), unit)
  let seq = 0
  return {
    report: (bus_down: boolean) => {
      seq += 1
      const block = { slave: 1, fn: 3 as const, start: 8, quantity: 1, status: 0, data: new Uint8Array(2) }
      const frame = encodeReport({
        type: REPORT_TYPE.cyclic,
        seq,
        ts: Math.floor(Date.now() / 1000),
        flags: { ...NO_FLAGS, cyclic: true, bus_down },
        rssi_dbm: -70,
        csq: null,
        blocks: bus_down ? [] : [block],
      })
      return device.publishAsync(`hp/v1/d/${unit.did}/up/blk`, Buffer.from(frame), { qos: 1 })
    },
    stop: () => device.endAsync(),
  }
}

test('twelve units of a distributor lose their boards at once: one storm above the list, and its alarms by one click', async ({
  page,
}) => {
  test.setTimeout(240_000)
  const above = await sharedSession('zhejiang')
  const run = String(Date.now() % 1_000_000)
  const { agent_id } = await above.call(api.createAgent, {
    body: {
      parent_id: above.user.agent_id,
      agent_level: 2,
      agent_name: `Storm ${run}`,
      region_code: '330500',
      email: `storm${run}@example.com`,
      user_name: `storm${run}`,
      password: 'Storm-journey-1',
    },
  })
  const modules = []
  for (let n = 0; n < UNITS; n += 1) modules.push(await startModule(await addModule(agent_id)))
  for (const module of modules) await module.report(false)
  for (const module of modules) await module.report(true)

  await enter(page, '/issue/issue-list?condition=active', above)
  const storm = page
    .getByRole('list', { name: 'Alarm storms' })
    .getByRole('listitem')
    .filter({ hasText: `Storm ${run}` })
  // Storms are looked for each minute.
  await expect(storm).toContainText('12 alarms', { timeout: 120_000 })
  await expect(storm).toContainText('RS-485 lost')
  expect((await findViolations(page)).map(({ id }) => id)).toEqual([])
  await storm.getByRole('button', { name: 'Show alarms' }).click()
  await expect(page.getByText('1–12 of 12')).toBeVisible()
  await page.screenshot({ path: test.info().outputPath('storm.png') })
  await storm.getByRole('button', { name: 'Show all alarms' }).click()

  // Somebody beside sees nothing of it.
  const sibling = await sharedSession('malopolska')
  const seen = await sibling.call(api.alarmStorms)
  expect(seen.filter(({ agent_name }) => agent_name === `Storm ${run}`)).toEqual([])

  // It ends when the boards answer again.
  for (const module of modules) await module.report(false)
  await expect(storm).toHaveCount(0, { timeout: 120_000 })
  for (const module of modules) await module.stop()
})
