import type { RuleTest } from '@heatfleet/contract/alarm-rules/rule.ts'
import { api } from '@heatfleet/contract/api.ts'
import { generateFleet } from './fleet.ts'
import { timesOf } from './http-load.ts'
import { type Place, signIn, withProduct } from './product.ts'
import { atMost, describeMachine, type Outcome, percentile, spreadOf } from './result.ts'
import { COMPACT_AT_ONCE, copySegments, storeHistory } from './stored-history.ts'

type RuleTestSize = { units: number; repeats: number }

const DAY_MS = 86_400_000
/** What a person waits for "would have fired n times in the last 7 days". */
const TARGET_MS = 5_000
const DAYS = 7
/** Units whose reports are stored and compacted one by one; the others have their segments. */
const UNITS_STORED = 20

type Condition = RuleTest['condition']
const CONDITIONS: Record<string, Condition> = {
  'one point': {
    match: 'all',
    groups: [{ match: 'all', terms: [{ of: 'point', key: 't_out', op: 'gt', value: 45, clear: 43 }] }],
  },
  'three points': {
    match: 'any',
    groups: [
      {
        match: 'all',
        terms: [
          { of: 'point', key: 't_out', op: 'gt', value: 45, clear: 43 },
          { of: 'point', key: 't_in', op: 'lt', value: 30, clear: 32 },
        ],
      },
      { match: 'all', terms: [{ of: 'point', key: 't_amb', op: 'lt', value: -15, clear: -14 }] },
    ],
  },
}

const WHEN = { hold: { by: 'duration' as const, minutes: 10 }, clear_minutes: 5, schedule: null }

/** The test of an alarm rule over a week of all units of a product, a report a minute. */
export const measureRuleTest = async ({ units, repeats }: RuleTestSize, place: Place, say: (line: string) => void) => {
  const to_ms = Math.floor(Date.now() / DAY_MS) * DAY_MS
  return withProduct(place, COMPACT_AT_ONCE, async ({ client, url }) => {
    const fleet = await generateFleet(client, units)
    const { reports } = await storeHistory(client, UNITS_STORED, to_ms - DAYS * DAY_MS, to_ms)
    await copySegments(client, UNITS_STORED, units)
    say(`${(reports / UNITS_STORED) * units} reports of ${units} units`)
    const [product_key = ''] = fleet.products
    await client.query('update devices set product_key = $1 where product_key <> $1', [product_key])
    const { call } = await signIn(url, 'admin')
    const outcomes: Outcome[] = []
    const cases = []
    for (const [name, condition] of Object.entries(CONDITIONS)) {
      const body = { product_key, target: { by: 'product' as const }, condition, ...WHEN }
      let read = 0
      const test = async () => {
        const result = await call(api.alarmRuleTest, { body })
        read = result.units_read
      }
      await timesOf(test, 1)
      const took_ms = await timesOf(test, repeats)
      cases.push({ name, units_read: read, ms: spreadOf(took_ms) })
      // It ends after a while whatever it has read: only a whole one counts.
      const ms_of_all = (percentile(took_ms, 50) * units) / Math.max(1, read)
      outcomes.push(atMost(`${name}: median in ms for ${units} units`, ms_of_all, TARGET_MS))
    }
    return { workload: 'rules', units, repeats, machine: await describeMachine(client), cases, outcomes }
  })
}
