import { propertyRuns } from '@heatfleet/modbus/test/property-runs.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useDatabase } from '../database.ts'
import { ALL_CALLS, type GeneratedStage, openGenerated, requestsOf, tryGenerated } from './calls.ts'

/** The seed of `npm run attacks -- calls`, which sends more of each; the first request is the example of the API page. */
const SEED = 1
const database = useDatabase()
let opened: GeneratedStage

beforeAll(async () => {
  opened = await openGenerated(database)
})
afterAll(() => opened.stage.close())

describe('requests made from the schemas', () => {
  it.each(ALL_CALLS)('%s answers within its schema, and refuses as it says', async (name) => {
    const { tried, wrong, example } = await tryGenerated(opened, name, requestsOf(name, propertyRuns(20)), SEED)
    expect(wrong).toEqual([])
    expect(tried).toBeGreaterThan(0)
    // What the API page shows is a request that the call understands, whether or not what it names is there.
    expect(example).not.toBe('invalid_input')
  })
})
