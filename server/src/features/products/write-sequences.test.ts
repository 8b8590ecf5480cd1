import { api } from '@heatfleet/contract/api.ts'
import { exampleProductFile } from '@heatfleet/contract/products/file.ts'
import { expect, it } from 'vitest'
import { useFleetConsole } from '../../../test/fleet-console.ts'

const { as } = useFleetConsole()

it('the write sequences of a draft stay when something else of it is saved, and travel with the product file', async () => {
  const admin = await as('admin')
  const params = { product_key: 'locked' }
  const basics = { ...exampleProductFile.basics, name: 'Locked', english_name: 'Locked' }
  await admin(api.productCreate, { body: { ...params, basics } })
  const write_sequences = [{ name: 'service', before: [{ fn: 6 as const, address: 900, value: 43 }], after: [] }]
  const { revision } = await admin(api.productDraftSave, {
    params,
    body: { revision: 1, settings: { write_sequences } },
  })
  await admin(api.productDraftSave, { params, body: { revision, settings: { fault_sets: [] } } })
  const { settings } = await admin(api.productDraft, { params })
  expect(settings.write_sequences).toEqual(write_sequences)

  const file = { ...exampleProductFile, settings }
  const { write_sequences: _, ...older } = exampleProductFile.settings
  await admin(api.productFileImport, {
    body: { file, file_name: 'locked.json', product_key: 'locked-2', name: 'Locked 2' },
  })
  await admin(api.productFileImport, {
    body: {
      file: { ...exampleProductFile, settings: older },
      file_name: 'older.json',
      product_key: 'older',
      name: 'Older',
    },
  })
  const sequencesOf = async (product_key: string) =>
    (await admin(api.productDraft, { params: { product_key } })).settings.write_sequences
  expect([await sequencesOf('locked-2'), await sequencesOf('older')]).toEqual([write_sequences, []])
})
