import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import { upTopic } from '@heatfleet/contract/device-protocol/device-topics.ts'
import { REPORT_TYPE } from '@heatfleet/contract/device-protocol/report.ts'
import { type Credentials, connectDevice } from '../device-client.ts'
import type { Checks } from './checks.ts'
import { frameOf, rawOf } from './numbered-frame.ts'
import { type Seeded, seeded, shuffled } from './seeded.ts'
import { type ServedFleet, serveFleet } from './served-fleet.ts'
import { clientOf, embeddedConnection, signIn, storedRows, storedValues } from './stored.ts'

const SEED = 20_261_121
const UNITS = 5
/** Reports of each unit in a round; 2,000 rounds are the plan's million. */
const REPORTS = 100
const LATE_EVERY = 10
const TWICE_EVERY = 5
const WEEK_S = 7 * 86_400
/** Reports of a module in flight. */
const AT_ONCE = 50

type Sent = { n: number; ts: number }
type Wrong = { lost: number; invented: number; twice: number; steps_back: number; newest: number }

/**
 * R12: of a hundred reports ten are up to a week late, and twenty are duplicates, all out of order: every sent report is
 * stored once, and the current state never steps back.
 */
export const shuffledRounds = async ({ rounds, checks }: { rounds: number; checks: Checks }): Promise<void> => {
  const fleet = await serveFleet('shuffled', UNITS)
  try {
    const call = clientOf(fleet.product.url, await signIn(fleet.product.url))
    const first_s = Math.floor(Date.now() / 1000) - rounds * REPORTS
    const all = await Promise.all(
      fleet.units.map((unit, at) => tryUnit(fleet, call, unit, plan(seeded(SEED + at), rounds, first_s))),
    )
    const sum = (key: keyof Wrong) => all.reduce((total, one) => total + one[key], 0)
    const tried = UNITS * rounds * REPORTS
    checks.note(
      `${tried} reports tried, ${sum('lost')} lost, ${sum('invented')} invented, ${sum('twice')} stored twice`,
    )
    checks.expect('what is stored is what was sent', sum('lost') === 0 && sum('invented') === 0)
    checks.expect('nothing is stored twice', sum('twice') === 0)
    checks.expect('the present never steps back', sum('steps_back') === 0, `${sum('steps_back')} times`)
    checks.expect('the present is the newest report in the end', sum('newest') === 0)
  } finally {
    await fleet.close()
  }
}

/** Reports of a module in order of sending, with duplicates. */
const plan = (below: Seeded, rounds: number, first_s: number): Sent[] =>
  Array.from({ length: rounds }, (_, round) => {
    const reports = Array.from({ length: REPORTS }, (__, at) => {
      const n = round * REPORTS + at
      return { n, ts: n % LATE_EVERY === 0 ? first_s + n - WEEK_S : first_s + n }
    })
    return shuffled(below, [...reports, ...reports.filter(({ n }) => n % TWICE_EVERY === 1)])
  }).flat()

const tryUnit = async (fleet: ServedFleet, call: Call, unit: Credentials, sent: readonly Sent[]): Promise<Wrong> => {
  const watch = watchPresent(call, unit.did)
  const client = await connectDevice(fleet.product.mqtt_port, unit)
  for (let at = 0; at < sent.length; at += AT_ONCE)
    await Promise.all(
      sent
        .slice(at, at + AT_ONCE)
        .map(({ n, ts }) =>
          client.publishAsync(upTopic(unit.did, 'blk'), frameOf(n, ts, REPORT_TYPE.cyclic), { qos: 1 }),
        ),
    )
  await client.endAsync()
  const { steps_back, last } = await watch.stop()
  const values = new Map(sent.map(({ n, ts }) => [ts, rawOf(n)]))
  const moments = [...values.keys()].sort((a, b) => a - b)
  const [first_s = 0, last_s = 0] = [moments[0], moments.at(-1)]
  const rows = await storedRows(embeddedConnection(fleet.data), unit.did, last_s + 1)
  const read = await storedValues(call, unit.did, first_s, last_s + 1)
  return {
    lost: [...values].filter(([ts, raw]) => !rows.has(ts) || read.get(ts) !== raw).length,
    invented: [...rows.keys(), ...read.keys()].filter((ts) => !values.has(ts)).length,
    twice: [...rows.values()].reduce((more, count) => more + count - 1, 0),
    steps_back,
    newest: last.at_s === last_s && last.raw === values.get(last_s) ? 0 : 1,
  }
}

/** Polls the current state and counts steps back. */
const watchPresent = (call: Call, mac: string) => {
  let is_over = false
  let steps_back = 0
  let last = { at_s: 0, raw: 0 }
  const look = async () => {
    const { last_report_time, values } = await call(api.deviceInfo, { query: { mac } })
    const at_s = last_report_time === null ? 0 : Math.round(Date.parse(last_report_time) / 1000)
    if (at_s < last.at_s) steps_back += 1
    last = { at_s, raw: Math.round((values.find(({ key }) => key === 't_out')?.value ?? 0) * 10) }
  }
  const work = async () => {
    while (!is_over) await look()
    await look()
  }
  const working = work()
  // Thrown by `stop`; an earlier failure of the run is thrown first.
  working.catch(() => {})
  return {
    stop: async () => {
      is_over = true
      await working
      return { steps_back, last }
    },
  }
}
