import type pg from 'pg'
import { NO_RULE_STATES, type RuleStates } from './device-rules.ts'
import type { EvaluatedReport } from './persist-reports.ts'
import type { RuleState } from './rule-evaluation.ts'
import { listOf, timesOf } from './state-columns.ts'

/** A state that changed; null = it is gone. */
type RuleStateChange = { device_id: number; rule_id: number; state: RuleState | null }

/** The last states of rules that these reports changed. Pure. */
export const ruleStateChangesOf = (reports: readonly EvaluatedReport[]): RuleStateChange[] => {
  const last = new Map<number, EvaluatedReport>()
  for (const report of reports)
    if (report.state.rules !== report.device.state.rules) last.set(report.device.device_id, report)
  const changes: RuleStateChange[] = []
  for (const [device_id, { device, state }] of last) {
    const before = device.state.rules
    for (const [rule_id, now] of state.rules)
      if (before.get(rule_id) !== now) changes.push({ device_id, rule_id, state: now })
    for (const rule_id of before.keys())
      if (!state.rules.has(rule_id)) changes.push({ device_id, rule_id, state: null })
  }
  // In one order, so that two writers cannot deadlock.
  return changes.sort((one, other) => one.device_id - other.device_id || one.rule_id - other.rule_id)
}

/** Stores states of rules; call in the transaction that stores the reports. A rule that was removed meanwhile has none. */
export const storeRuleStates = async (
  sql: Pick<pg.ClientBase, 'query'>,
  changes: readonly RuleStateChange[],
): Promise<void> => {
  const gone = changes.filter(({ state }) => state === null)
  if (gone.length > 0)
    await sql.query(
      `delete from alarm_rule_states s using unnest($1::int[], $2::int[]) u (device_id, rule_id)
       where s.device_id = u.device_id and s.rule_id = u.rule_id`,
      [listOf(gone.map(({ device_id }) => device_id)), listOf(gone.map(({ rule_id }) => rule_id))],
    )
  const kept = changes.flatMap(({ state, ...at }) => (state === null ? [] : [{ ...at, state }]))
  if (kept.length === 0) return
  await sql.query(
    `insert into alarm_rule_states (device_id, rule_id, revision, active, value, since_at, clear_since_at, began_ms, holds)
     select u.device_id, u.rule_id, u.revision, u.active, u.value, u.since_at, u.clear_since_at, u.began::bigint[], u.holds
     from unnest($1::int[], $2::int[], $3::int[], $4::boolean[], $5::float8[], $6::timestamptz[], $7::timestamptz[],
       $8::text[], $9::boolean[])
       u (device_id, rule_id, revision, active, value, since_at, clear_since_at, began, holds)
     join alarm_rules r on r.rule_id = u.rule_id
     on conflict (device_id, rule_id) do update set revision = excluded.revision, active = excluded.active,
       value = excluded.value, since_at = excluded.since_at, clear_since_at = excluded.clear_since_at,
       began_ms = excluded.began_ms, holds = excluded.holds`,
    [
      listOf(kept.map(({ device_id }) => device_id)),
      listOf(kept.map(({ rule_id }) => rule_id)),
      listOf(kept.map(({ state }) => state.revision)),
      listOf(kept.map(({ state }) => String(state.active))),
      listOf(kept.map(({ state }) => state.value)),
      timesOf(kept.map(({ state }) => state.since_ms)),
      timesOf(kept.map(({ state }) => state.clear_since_ms)),
      kept.map(({ state }) => `{${state.began_ms.join(',')}}`),
      listOf(kept.map(({ state }) => String(state.holds))),
    ],
  )
}

/** A state in JSON, times in unix ms. */
export type RuleStateRow = RuleState & { rule_id: number }

/** The states of the rules of a device `d`, as JSON; null = none, as nearly always. */
export const RULE_STATES_COLUMN = `(select jsonb_agg(jsonb_build_object('rule_id', r.rule_id, 'revision', r.revision,
    'active', r.active, 'value', r.value, 'since_ms', floor(extract(epoch from r.since_at) * 1000),
    'clear_since_ms', floor(extract(epoch from r.clear_since_at) * 1000), 'began_ms', r.began_ms, 'holds', r.holds))
  from alarm_rule_states r where r.device_id = d.device_id) as rule_states`

export const toRuleStates = (rows: readonly RuleStateRow[] | null): RuleStates =>
  rows === null ? NO_RULE_STATES : new Map(rows.map(({ rule_id, ...state }) => [rule_id, state]))
