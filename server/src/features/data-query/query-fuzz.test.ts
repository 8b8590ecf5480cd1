import { propertyRuns } from '@heatfleet/modbus/test/property-runs.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { useDatabase } from '../../../test/database.ts'
import { type FuzzCase, openFuzzCase, tryQueries } from '../../../test/query-fuzz/try-queries.ts'

const database = useDatabase()
let of: FuzzCase
beforeAll(async () => {
  of = await openFuzzCase(database)
})

/** `npm run attacks -- queries` asks a million. */
describe('any question', () => {
  it.each(['admin', 'city_a1', 'county_a11'] as const)(
    'of %s is answered within its scope or refused with the field',
    async (account) => {
      const before = await of.counts()
      const { tried, answered, outside, crashed } = await tryQueries(of, account, propertyRuns(10_000))
      expect({ outside, crashed }).toEqual({ outside: [], crashed: [] })
      expect(await of.counts()).toBe(before)
      // Questions that are all refused would show nothing.
      expect(answered).toBeGreaterThan(tried / 10)
    },
    120_000,
  )
})
