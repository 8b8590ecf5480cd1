import { beforeAll, describe, expect, it } from 'vitest'
import { seedSmallFleet, useDatabase } from './database.ts'
import type { SmallFleet } from './small-fleet.ts'

describe('the small fleet of the tests', () => {
  const database = useDatabase()
  let fleet: SmallFleet
  beforeAll(async () => {
    fleet = await seedSmallFleet(database.db)
  })

  it('has six devices, five of them below province A', async () => {
    const { agent_path } = fleet.distributors.A
    const below = await database.db
      .selectFrom('devices')
      .select('mac')
      .where('agent_path', 'like', `${agent_path}%`)
      .execute()
    expect(fleet.devices).toHaveLength(6)
    expect(below).toHaveLength(5)
  })

  it('has the built-in product with all its points', async () => {
    const version = await database.db.selectFrom('product_versions').selectAll().executeTakeFirstOrThrow()
    expect(version.points).toHaveLength(105)
    expect(version.poll_blocks.map(({ name }) => name).join('')).toBe('ABCDEFGH')
  })
})
