import { api } from '@heatfleet/contract/api.ts'
import { DataPoint } from '@heatfleet/contract/products/points.ts'
import { expect, test } from '@playwright/test'
import { sharedSession } from '../running.ts'
import { findViolations } from './axe.ts'
import { createProduct } from './product-steps.ts'
import { enter } from './steps.ts'

const FLOW = DataPoint.parse({
  key: 't_flow',
  names: { en: 'Flow', zh: '', pl: '' },
  address: 1,
  reg_len: 1,
  query_cmd: 3,
  write_cmd: null,
  rw: 'r',
  data_type: 's16',
  bit: null,
  formulas: { read: 'raw', write: null, display: null },
  unit: '°C',
  decimals: 0,
  min: null,
  max: null,
  step: null,
  default_value: null,
  invalid: [],
  choices: [],
  group_tag: 'board',
  tab: 'Board',
  block: null,
  accumulate: false,
  alarm: false,
  in_history: true,
  level: 'user',
})

test('a weekly schedule is declared on a product, edited as a week by keyboard, written in one frame and read back', async ({
  page,
}) => {
  test.slow()
  const admin = await sharedSession()
  const params = { product_key: await createProduct(admin) }
  await admin.call(api.productDraftSave, { params, body: { revision: 0, set: [FLOW] } })
  await enter(page, `/product/product-detail/${params.product_key}?tab=access`, admin)

  await page.getByRole('button', { name: 'Add a weekly schedule' }).click()
  const form = page.getByRole('dialog', { name: 'Add a weekly schedule' })
  await form.getByLabel('First register').fill('500')
  await form.getByLabel('Registers a day').fill('11')
  await expect(form).toContainText('Cells of schedule week overlap')
  await form.getByLabel('Registers a day').fill('12')
  await form.getByRole('combobox', { name: 'Time of day' }).click()
  await page.getByTitle('Hour and minute in BCD').click()
  expect((await findViolations(page)).map(({ id }) => id)).toEqual([])
  await page.screenshot({ path: test.info().outputPath('schedule-form.png') })
  await form.getByRole('button', { name: 'Save to draft' }).click()
  await expect(form).toBeHidden()
  await expect(page.getByRole('table', { name: 'Weekly schedules' })).toContainText('500 – 583')

  const { mac } = await admin.call(api.virtualUnitStart, { params, body: { of: 'draft', agent_id: null } })
  try {
    await page.goto(`/#/device/device-detail/${mac}?tab=control`)
    const tuesday = page.getByRole('region', { name: 'Tuesday' })
    await expect(tuesday.getByLabel('Tuesday, period 1, start, hour')).toHaveValue('06', { timeout: 90_000 })
    await expect(tuesday.getByLabel('Tuesday, period 1, end, hour')).toHaveValue('22')

    // By keyboard: the end of the first period, then a second one that would lie over it.
    await tuesday.getByLabel('Tuesday, period 1, end, hour').focus()
    await page.keyboard.press('Control+A')
    await page.keyboard.type('9')
    await tuesday.getByRole('button', { name: 'Add a period on Tuesday' }).focus()
    await page.keyboard.press('Enter')
    const start = tuesday.getByLabel('Tuesday, period 2, start, hour')
    await expect(start).toHaveValue('09')
    await start.fill('08')
    await expect(tuesday.getByRole('alert')).toContainText('Overlaps the period above it.')
    const write = page.getByRole('button', { name: 'Write the week' })
    await expect(write).toBeDisabled()
    expect((await findViolations(page)).map(({ id }) => id)).toEqual([])
    await page.screenshot({ path: test.info().outputPath('week-overlap.png') })
    await start.fill('17')
    await tuesday.getByLabel('Tuesday, period 2, end, hour').fill('21')
    await tuesday.getByLabel('Tuesday, period 2, Target', { exact: true }).fill('22')
    await tuesday.getByRole('button', { name: 'Copy to all days: Tuesday' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'values change' })).toBeVisible()
    await write.click()

    const readingOf = async (key: string) =>
      (await admin.call(api.deviceInfo, { query: { mac } })).values.find((one) => one.key === key)?.value
    await expect.poll(() => readingOf('week_sun_2_value'), { timeout: 90_000 }).toBe(22)
    expect([await readingOf('week_mon_1_end'), await readingOf('week_fri_2_start')]).toEqual([540, 1_020])
    const log = () =>
      admin.call(api.controlLog, { query: { pageNo: 1, size: 100 }, body: { macs: [mac] } }).then(({ list }) => list)
    await expect.poll(async () => (await log()).every(({ state }) => state === 'verified')).toBe(true)
    const rows = await log()
    expect(rows).toHaveLength(7 * 4)
    // One frame of function 16 over all 84 registers.
    expect(new Set(rows.map(({ frame }) => frame)).size).toBe(1)
    expect(rows[0]?.frame).toMatch(/^..10 ?01 ?f4 ?00 ?54/i)
    await page.screenshot({ path: test.info().outputPath('week.png') })
  } finally {
    await admin.call(api.virtualUnitStop, { params: { mac } })
  }
})
