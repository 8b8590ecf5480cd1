import { api } from '@heatfleet/contract/api.ts'
import { exampleProductFile } from '@heatfleet/contract/products/file.ts'
import { expect, it } from 'vitest'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import type { SmallAccount } from '../../../test/small-fleet.ts'
import { readBuiltInProduct } from './built-in.ts'

const { database, fleet, as } = useFleetConsole()
const params = { product_key: 'tried' }

it('a product is nothing yet for distributors before its first version, and without its draft for who only reads', async () => {
  const admin = await as('admin')
  const [sample] = readBuiltInProduct().points
  if (sample === undefined) throw new Error('the built-in product has no point')
  const basics = { ...exampleProductFile.basics, name: '试用', english_name: 'Tried' }
  const { revision } = await admin(api.productCreate, { body: { ...params, basics } })
  await admin(api.productDraftSave, { params, body: { revision, set: [{ ...sample, address: 7, block: null }] } })
  const shownTo = async (person: SmallAccount) =>
    (await (await as(person))(api.productInfo, { body: params })).list.map((row) => [
      row.point_count,
      row.draft?.point_count ?? null,
    ])
  expect(await shownTo('admin')).toEqual([[1, 1]])
  expect(await shownTo('auditor')).toEqual([[0, null]])
  expect(await shownTo('county_a11')).toEqual([])

  // A unit of theirs is one of it, whatever it shows.
  const [own] = fleet.devices.filter(({ at }) => at === 'A11')
  await database.db
    .updateTable('devices')
    .set({ product_key: 'tried' })
    .where('device_id', '=', own?.device_id ?? 0)
    .execute()
  expect(await shownTo('county_a11')).toEqual([[0, null]])
  expect(await shownTo('province_b')).toEqual([])
})
