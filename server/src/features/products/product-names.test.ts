import { api } from '@heatfleet/contract/api.ts'
import { exampleProductFile } from '@heatfleet/contract/products/file.ts'
import { expect, it } from 'vitest'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { codeOf } from '../../../test/refusals.ts'

const { as } = useFleetConsole()

it('a product has a name that no other has in other letters, when it is made and when it is renamed', async () => {
  const admin = await as('admin')
  const { basics } = exampleProductFile
  const make = (product_key: string, name: string) =>
    admin(api.productCreate, { body: { product_key, basics: { ...basics, name } } })
  await make('cased', 'Casing')
  expect(await codeOf(make('cased-too', 'CASING'))).toBe('product_name_exists')
  await make('cased-too', 'Case')
  const rename = async (name: string) => {
    const [product] = (await admin(api.productInfo, { body: { product_key: 'cased-too' } })).list
    const updated_at = product?.updated_at ?? ''
    return admin(api.productEdit, { params: { product_key: 'cased-too' }, body: { ...basics, name, updated_at } })
  }
  expect(await codeOf(rename('casing'))).toBe('product_name_exists')
  await rename('CASE')
})
