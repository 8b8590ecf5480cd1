import { setTimeout as pause } from 'node:timers/promises'
import type { AlarmRuleDraft } from '@heatfleet/contract/alarm-rules/rule.ts'
import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import type pg from 'pg'
import { generateFleet } from './fleet.ts'
import { connectModules, type ModuleFleet } from './module-fleet.ts'
import { cpuOf } from './processes.ts'
import { giveSecret, type Place, type Product, signIn, withProduct } from './product.ts'
import { ALARM_KEY, type MeasuredPoint, measuredPoints } from './reports.ts'
import { atLeast, atMost, describeMachine, type Outcome, percentile, spreadsOf } from './result.ts'

type RuleIngestSize = {
  sessions: number
  rules: number
  /** Length of one loop; with rules and without take turns, `repeats` times each. */
  seconds: number
  repeats: number
  /** Pause before the modules connect: in its first ten minutes a gateway checks the database for replayed reports. */
  settle_s: number
}

/** Processor time of a report, us, and what rules add to it. */
type Turn = Readonly<Record<'without_us' | 'idle_us' | 'with_us' | 'idle_percent' | 'more_percent', number>>

const MORE_MAX_PERCENT = 3
const REPORTS_MAX = 4_000
/** The gateway is told of changed rules, and reads them. */
const REREAD_MS = 2_000
const WARM_UP_S = 5
/** Changed rules are compiled anew, and the machine code of what reads them: that happens once, and is no cost of a report. */
const RECOMPILED_S = 3

/**
 * What rules of people cost on ingest: modules report as fast as they are acknowledged, in turns without rules, with rules that hold at no unit,
 * and with one more that raises an alarm at every thousandth report of a unit. Alarms of the board and built-in types are evaluated in all.
 * The figure is the processor time of a report, of product and database.
 */
export const measureRuleIngest = async (size: RuleIngestSize, place: Place, say: (line: string) => void) =>
  withProduct(place, { HEATFLEET_COMPACT_AFTER_MIN: '100000' }, async (product) => {
    const { client } = product
    const fleet = await generateFleet(client, size.sessions)
    const [product_key = ''] = fleet.products
    await client.query('update devices set product_key = $1', [product_key])
    const secret_hex = await giveSecret(client)
    await pause(size.settle_s * 1_000)
    const { rows } = await client.query<{ mac: string }>('select mac from devices order by device_id')
    const from_s = Math.floor(Date.now() / 1_000) - 2 * 3_600
    const macs = rows.map(({ mac }) => mac)
    const { call } = await signIn(product.url, 'admin')
    const rule_ids = await addRules(call, product_key, await measuredPoints(client), size.rules)
    const connection = { port: product.mqtt_port, macs, secret_hex, has_sink: false, from_s, reports: REPORTS_MAX }
    const modules = await connectModules(connection)
    try {
      await modules.run(WARM_UP_S, null)
      const turns: Turn[] = []
      for (let turn = 1; turn <= size.repeats; turn += 1) {
        const without_us = await measure(product, modules, size.seconds)
        await enable(call, rule_ids.slice(0, -1), true)
        const idle_us = await measure(product, modules, size.seconds)
        await enable(call, rule_ids.slice(-1), true)
        const with_us = await measure(product, modules, size.seconds)
        await enable(call, rule_ids, false)
        const idle_percent = (idle_us / without_us - 1) * 100
        const more_percent = (with_us / without_us - 1) * 100
        turns.push({ without_us, idle_us, with_us, idle_percent, more_percent })
        say(
          `turn ${turn}: ${without_us.toFixed(1)} us a report, ${idle_us.toFixed(1)} us with rules that are idle (${idle_percent.toFixed(1)} % more), ` +
            `${with_us.toFixed(1)} us with one that raises alarms (${more_percent.toFixed(1)} % more)`,
        )
      }
      const medianOf = (key: 'idle_percent' | 'more_percent') =>
        percentile(
          turns.map((turn) => turn[key]),
          50,
        )
      const states = await countStates(client)
      return {
        workload: 'rule-ingest',
        ...size,
        machine: await describeMachine(client),
        figures: spreadsOf(turns),
        outcomes: [
          atLeast('alarms of rules, which show that they were evaluated', states, 1),
          atMost(
            `more processor time of a report with ${size.rules - 1} rules that are idle, median in %`,
            medianOf('idle_percent'),
            MORE_MAX_PERCENT,
          ),
          atMost(
            `more processor time of a report with one more, which raises alarms, median in %`,
            medianOf('more_percent'),
            MORE_MAX_PERCENT,
          ),
        ] satisfies Outcome[],
      }
    } finally {
      modules.close()
    }
  })

/**
 * Rules as people make them: limits with a hysteresis that hold for minutes and are passed by no unit, and one of a fault that one in a thousand
 * reports of a unit brings.
 */
const addRules = async (
  call: Call,
  product_key: string,
  points: readonly MeasuredPoint[],
  count: number,
): Promise<number[]> => {
  const ids: number[] = []
  for (let at = 0; at < count; at += 1) {
    const { key = '', factor = 1 } = points[at % points.length] ?? {}
    const is_fault = at === count - 1
    // Registers hold 100 to 900.
    const limit = 2_000 * factor
    const draft: AlarmRuleDraft = {
      rule_name: `Rule ${at + 1}`,
      product_key,
      target: { by: 'product' },
      condition: {
        match: 'all',
        groups: [
          {
            match: 'all',
            terms: [
              is_fault
                ? { of: 'point', key: ALARM_KEY, op: 'eq', value: 1, clear: null }
                : { of: 'point', key, op: 'gt', value: limit, clear: limit - 20 * factor },
            ],
          },
        ],
      },
      hold: is_fault ? { by: 'at_once' } : { by: 'duration', minutes: 10 },
      clear_minutes: is_fault ? 0 : 5,
      schedule: null,
      severity: 'minor',
      process_minutes: null,
      notify: { by: 'default' },
      cool_down_minutes: 30,
    }
    ids.push((await call(api.alarmRuleCreate, { body: draft })).rule_id)
  }
  return ids
}

const enable = async (call: Call, ids: readonly number[], enabled: boolean): Promise<void> => {
  for (const id of ids) await call(api.alarmRuleEnable, { params: { id }, body: { enabled } })
  await pause(REREAD_MS)
}

/** Processor time of a report, us. */
const measure = async (product: Product, modules: ModuleFleet, seconds: number): Promise<number> => {
  await modules.run(RECOMPILED_S, null)
  const used = () => cpuOf(product.postmaster_pid) + cpuOf(product.pid, [product.postmaster_pid])
  const before = used()
  const { reports } = await modules.run(seconds, null)
  return (used() - before) / reports
}

const countStates = async (client: pg.Client): Promise<number> => {
  const { rows } = await client.query<{ n: number }>(`select count(*)::int as n from alarms where type = 'threshold'`)
  return rows[0]?.n ?? 0
}
