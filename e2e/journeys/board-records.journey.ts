import { readFile } from 'node:fs/promises'
import { api } from '@heatfleet/contract/api.ts'
import { DataPoint } from '@heatfleet/contract/products/points.ts'
import { expect, test } from '@playwright/test'
import { sharedSession } from '../running.ts'
import { findViolations } from './axe.ts'
import { createProduct } from './product-steps.ts'
import { enter } from './steps.ts'

const fault = (bit: number, name: string): DataPoint =>
  DataPoint.parse({
    key: `fault_${bit}`,
    names: { en: name, zh: '', pl: '' },
    address: 7,
    reg_len: 1,
    query_cmd: 3,
    write_cmd: null,
    rw: 'r',
    data_type: 'bit',
    bit,
    formulas: { read: 'raw', write: null, display: null },
    unit: '',
    decimals: 0,
    min: null,
    max: null,
    step: null,
    default_value: null,
    invalid: [],
    choices: [],
    group_tag: 'faults',
    tab: 'Faults',
    block: null,
    accumulate: false,
    alarm: true,
    in_history: true,
    level: 'user',
    fault: `F0${bit}`,
  })

test('the error history of a board is declared on its product, and what the board writes down is a table of the unit', async ({
  page,
}) => {
  test.slow()
  const admin = await sharedSession()
  const params = { product_key: await createProduct(admin) }
  await admin.call(api.productDraftSave, {
    params,
    body: {
      revision: 0,
      set: [fault(7, 'No water flow'), fault(1, 'Tank sensor')],
      settings: { fault_sets: ['sprsun_cg248075'] },
    },
  })
  await enter(page, `/product/product-detail/${params.product_key}?tab=access`, admin)

  // Ten records of code and time are proposed; what differs on this board is changed by keyboard.
  await page.getByRole('button', { name: 'Add an error history' }).click()
  const form = page.getByRole('dialog', { name: 'Add an error history' })
  await form.getByLabel('First register').fill('400')
  await form.getByLabel('Code in the fault list').fill('F##')
  await form.getByLabel('Registers a record').fill('5')
  await expect(form).toContainText('Column errors.minute exceeds its record')
  await form.getByLabel('Registers a record').fill('7')
  await form.getByRole('button', { name: 'Add a column' }).click()
  const outdoor = form.getByRole('group', { name: 'Column 7' })
  await outdoor.getByLabel('English name').fill('Outdoor temperature')
  await outdoor.getByLabel('Read formula').fill('raw*0.1')
  await outdoor.getByLabel('Unit').fill('°C')
  await outdoor.getByLabel('Decimals').fill('1')
  await outdoor.getByRole('combobox', { name: 'Data type' }).click()
  await page.getByTitle('S16', { exact: true }).click()
  expect((await findViolations(page)).map(({ id }) => id)).toEqual([])
  await page.screenshot({ path: test.info().outputPath('record-form.png') })
  // A slow save: the form stays what it is until the draft is stored.
  const save = Promise.withResolvers<void>()
  await page.route(`**/product/draft/${params.product_key}`, async (route) => {
    if (route.request().method() !== 'GET') await save.promise
    await route.continue()
  })
  await form.getByRole('button', { name: 'Save to draft' }).click()
  await expect(page.getByRole('table', { name: 'Records of the board' })).toContainText('400 – 469')
  await expect(form).toBeVisible()
  save.resolve()
  await expect(form).toBeHidden()
  await page.unroute(`**/product/draft/${params.product_key}`)
  await expect(page.getByRole('table', { name: 'Records of the board' })).toContainText('400 – 469')
  const { settings } = await admin.call(api.productDraft, { params })
  expect(settings.record_tables).toMatchObject([{ key: 'errors', address: 400, stride: 7, count: 10 }])

  const { mac } = await admin.call(api.virtualUnitStart, { params, body: { of: 'draft', agent_id: null } })
  try {
    await page.goto(`/#/device/device-detail/${mac}?tab=alarms`)
    await expect(page.getByText('The board has room for 10 records, and all are empty.')).toBeVisible({
      timeout: 90_000,
    })
    // A unit of a draft reads by a copy of it.
    const { product_key } = await admin.call(api.deviceInfo, { query: { mac } })
    await admin.call(api.plantEvent, {
      body: {
        kind: 'fault',
        product_key,
        fault_key: 'fault_7',
        target: { by: 'macs', macs: [mac] },
        minutes: 10,
      },
    })
    const history = page.getByRole('table', { name: 'Error history' })
    // The board has written it down; it is asked for its records at once, not at the slow interval.
    await expect
      .poll(
        async () => {
          await page.getByRole('button', { name: 'Read now: Error history' }).click()
          return history.getByRole('button', { name: 'What to do about F07' }).count()
        },
        { timeout: 90_000, intervals: [5_000] },
      )
      .toBe(1)
    const [record] = (await admin.call(api.deviceRecords, { query: { mac } }))[0]?.records ?? []
    expect(record).toMatchObject({ nr: 1, code: { value: 7, code: 'F07' }, values: [{ key: 'value_7' }] })
    expect(record?.time).toMatch(/^20\d\d-\d\d-\d\dT\d\d:\d\d:00$/)
    expect((await findViolations(page)).map(({ id }) => id)).toEqual([])
    await page.screenshot({ path: test.info().outputPath('error-history.png') })

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save Error history as CSV' }).click(),
    ])
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[0]).toContain('Code,Number on the board,Fault,Severity,Outdoor temperature (°C)')
    expect(lines[1]).toContain('F07,7,')

    // The code leads to what the knowledge base says of it.
    await history.getByRole('button', { name: 'What to do about F07' }).click()
    await expect(page.getByRole('dialog', { name: /^F07/ })).toBeVisible()
  } finally {
    await admin.call(api.virtualUnitStop, { params: { mac } })
  }
})
