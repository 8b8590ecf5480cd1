import { api } from '@heatfleet/contract/api.ts'
import { exampleProductFile } from '@heatfleet/contract/products/file.ts'
import { DataPoint } from '@heatfleet/contract/products/points.ts'
import { RecordTable } from '@heatfleet/contract/products/record-tables.ts'
import { expect, it } from 'vitest'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { refusalOf } from '../../../test/refusals.ts'

const { as } = useFleetConsole()
const names = { en: 'Error history', zh: '', pl: '' }
const table = RecordTable.parse({
  key: 'errors',
  names,
  query_cmd: 3,
  address: 700,
  stride: 4,
  count: 10,
  columns: [{ key: 'code', names, role: 'code', offset: 0, data_type: 'u16' }],
})
const point = DataPoint.parse({
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
  group_tag: '',
  tab: '',
  block: null,
  accumulate: false,
  alarm: false,
  in_history: true,
  level: 'user',
})
const basics = { ...exampleProductFile.basics, name: 'With records', english_name: 'With records' }

it('record tables of a draft stay when something else is saved, are published with their block, and travel with the file', async () => {
  const admin = await as('admin')
  const params = { product_key: 'records' }
  await admin(api.productCreate, { body: { ...params, basics } })
  const first = await admin(api.productDraftSave, {
    params,
    body: { revision: 1, set: [point], settings: { record_tables: [table] } },
  })
  const { revision } = await admin(api.productDraftSave, {
    params,
    body: { revision: first.revision, settings: { fault_sets: [] } },
  })
  const check = await admin(api.checkUpdate, { body: params })
  expect(check.poll_blocks.map(({ start, quantity, period_s }) => [start, quantity, period_s])).toEqual([
    [1, 1, 60],
    [700, 37, 300],
  ])
  await admin(api.productPublish, { params, body: { revision, accept_warnings: true } })
  const { list } = await admin(api.productInfo, { body: { ...params, with_points: true } })
  expect(list[0]?.settings?.record_tables).toEqual([table])
  expect(list[0]?.poll_blocks?.map(({ start }) => start)).toEqual([1, 700])

  const { settings } = await admin(api.productDraft, { params })
  const { record_tables: _, ...older } = exampleProductFile.settings
  const imports = [
    ['records-2', settings],
    ['older', older],
  ] as const
  for (const [product_key, held] of imports)
    await admin(api.productFileImport, {
      body: {
        // A file from before they were there has none: the rim fills that in.
        file: { ...exampleProductFile, settings: held as typeof settings },
        file_name: `${product_key}.json`,
        product_key,
        name: product_key,
      },
    })
  const tablesOf = async (product_key: string) =>
    (await admin(api.productDraft, { params: { product_key } })).settings.record_tables
  expect([await tablesOf('records-2'), await tablesOf('older')]).toEqual([[table], []])
})

it('a draft with a faulty record table says so and is not published', async () => {
  const admin = await as('admin')
  const params = { product_key: 'faulty-records' }
  const named = { ...basics, name: 'Faulty records', english_name: 'Faulty records' }
  await admin(api.productCreate, { body: { ...params, basics: named } })
  const faulty = { ...table, stride: 1, columns: [{ ...table.columns[0], offset: 1 }] } as RecordTable
  const { revision, findings } = await admin(api.productDraftSave, {
    params,
    body: { revision: 1, set: [point], settings: { record_tables: [faulty] } },
  })
  expect(findings).toContainEqual(
    expect.objectContaining({ code: 'record_column_outside', field: 'record_tables', other: 'errors.code' }),
  )
  expect(
    await refusalOf(admin(api.productPublish, { params, body: { revision, accept_warnings: true } }), 'count', 'code'),
  ).toBe('draft_faulty 1 record_column_outside')
})
