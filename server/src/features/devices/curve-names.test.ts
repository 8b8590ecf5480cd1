import { api } from '@heatfleet/contract/api.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startConsole, type TestConsole } from '../../../test/console-world.ts'
import { seedSmallFleet, useDatabase } from '../../../test/database.ts'
import type { SmallFleet } from '../../../test/small-fleet.ts'

const database = useDatabase()
let fleet: SmallFleet
let console_: TestConsole

beforeAll(async () => {
  fleet = await seedSmallFleet(database.db)
  await database.db
    .updateTable('product_versions')
    .set({ settings: sql`jsonb_set(settings, '{panel,default_curves}', '["t_out", "comp_hz"]')` })
    .execute()
  console_ = await startConsole(database)
})
afterAll(() => console_.close())

it('the names of curves mark those that the panel of the product draws first', async () => {
  const { call } = await console_.signIn('admin')
  const names = await call(api.curveNames, { query: { product_key: fleet.product_key } })
  const first = names.filter(({ default_curve }) => default_curve).map(({ key }) => key)
  expect(first.toSorted()).toEqual(['comp_hz', 't_out'])
})
