import { api } from '@heatfleet/contract/api.ts'
import { DataPoint } from '@heatfleet/contract/products/points.ts'
import { expect, test } from '@playwright/test'
import { sharedSession } from '../running.ts'
import { createProduct } from './product-steps.ts'
import { enter } from './steps.ts'

const point = (key: string, change: Partial<DataPoint>): DataPoint =>
  DataPoint.parse({
    key,
    names: { en: `Point ${key}`, zh: key, pl: key },
    address: 0,
    reg_len: 1,
    query_cmd: 3,
    write_cmd: null,
    rw: 'r',
    data_type: 'u16',
    bit: null,
    formulas: { read: 'raw', write: null, display: null },
    unit: '',
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
    in_history: false,
    level: 'user',
    ...change,
  })

test('a board with a serial number and a locked setting: the sequence is defined, named by the point, and the text is on the screen', async ({
  page,
}) => {
  test.slow()
  const admin = await sharedSession()
  const params = { product_key: await createProduct(admin) }
  const set = [
    point('serial', { address: 40, data_type: 'text', reg_len: 8 }),
    point('curve', { address: 70, rw: 'rw', write_cmd: 6, min: 20, max: 60 }),
  ]
  await admin.call(api.productDraftSave, { params, body: { revision: 0, set } })
  await enter(page, `/product/product-detail/${params.product_key}?tab=access`, admin)

  await page.getByRole('button', { name: 'Add sequence' }).click()
  const sequence = page.getByRole('group', { name: 'Sequence 1' })
  await sequence.getByLabel('Address').fill('900')
  await sequence.getByLabel('Raw value').fill('43')
  await sequence.getByRole('button', { name: 'Add write after' }).click()
  await expect(sequence.getByLabel('Address')).toHaveCount(2)
  await sequence.getByLabel('Name').fill('service')
  await page.getByRole('button', { name: 'Save to draft' }).last().click()
  await expect
    .poll(async () => (await admin.call(api.productDraft, { params })).settings.write_sequences)
    .toEqual([
      { name: 'service', before: [{ fn: 6, address: 900, value: 43 }], after: [{ fn: 6, address: 0, value: 0 }] },
    ])

  await page.goto(`/#/product/product-detail/${params.product_key}?point=curve`)
  const form = page.getByRole('dialog')
  await form.getByRole('combobox', { name: 'Write sequence' }).click()
  await page.getByRole('option', { name: 'service' }).click()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  const { points } = await admin.call(api.productDraft, { params })
  expect(points.find(({ key }) => key === 'curve')?.write_sequence).toBe('service')

  const { mac } = await admin.call(api.virtualUnitStart, { params, body: { of: 'draft', agent_id: null } })
  try {
    await expect
      .poll(async () => (await admin.call(api.deviceInfo, { query: { mac } })).texts, { timeout: 60_000 })
      .toMatchObject([{ key: 'serial', text: 'SIM-SERIAL' }])
    await page.goto(`/#/device/device-detail/${mac}?tab=live`)
    await expect(page.getByRole('row', { name: /Point serial/ })).toContainText('SIM-SERIAL')
  } finally {
    await admin.call(api.virtualUnitStop, { params: { mac } })
  }
})
