import type { alarmRules } from '@heatfleet/contract/alarm-rules/alarm-rules.ts'
import { ALARM_RULE_LIMITS } from '@heatfleet/contract/alarm-rules/limits.ts'
import type { AlarmRuleDraft } from '@heatfleet/contract/alarm-rules/rule.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import type { AppContext } from '../../app-context.ts'
import type { Caller } from '../../caller.ts'
import type { Handlers } from '../../handler.ts'
import { isViolation } from '../../platform/violations.ts'
import { listPolicyNames } from '../notification-policies/public.ts'
import type { Layouts } from '../products/public.ts'
import { lockOf, toAlarmRule } from './rules.ts'
import {
  deleteRule,
  enableRule,
  findRule,
  insertRule,
  listRules,
  type RuleRow,
  type RuleValues,
  updateRule,
} from './store.ts'
import { resolveTarget } from './targets.ts'
import { testRule } from './test-run.ts'

type Deps = Pick<AppContext, 'database' | 'clock' | 'log' | 'bus'> & { layouts: Layouts }

/** Alarm rules of people. */
export const alarmRuleHandlers = (deps: Deps) => {
  const { database, clock, bus } = deps
  const { db } = database
  const now = () => new Date(clock.now())
  const read = async (caller: Caller, rule_id: number): Promise<RuleRow> => {
    const row = await findRule(db, caller, rule_id, now())
    if (row === undefined) throw new Refusal('alarm_rule_not_found')
    return row
  }
  const readOwn = async (caller: Caller, rule_id: number): Promise<RuleRow> => {
    const row = await read(caller, rule_id)
    if (lockOf(caller, row) !== null) throw new Refusal('alarm_rule_read_only')
    return row
  }
  /** `named_before`: policies that the rule names already stay, whoever sees them. */
  const valuesOf = async (
    caller: Caller,
    { target, notify, ...draft }: AlarmRuleDraft,
    named_before: readonly number[] = [],
  ): Promise<RuleValues> => {
    const notify_policy_ids = notify.by === 'policies' ? notify.policy_ids : []
    const added = notify_policy_ids.filter((id) => !named_before.includes(id))
    const seen = added.length === 0 ? [] : await listPolicyNames(db, caller, { ids: added, limit: added.length })
    if (seen.length < added.length) throw new Refusal('policy_not_found', { field: 'notify' })
    const found = await resolveTarget(deps, caller, { ...draft, target })
    return { ...draft, ...found, notify_by: notify.by, notify_policy_ids }
  }
  /** After the commit: the gateways read the rules anew. */
  const publish = () => bus.publish({ kind: 'alarm_rules_changed' })

  return {
    alarmRuleList: async ({ query, body }, { caller }) => {
      const part = { offset: (query.pageNo - 1) * query.size, limit: query.size }
      const { rows, total } = await listRules(db, caller, body, now(), part)
      return { list: rows.map((row) => toAlarmRule(caller, row)), total, ...query }
    },

    alarmRuleInfo: async ({ params: { id } }, { caller }) => toAlarmRule(caller, await read(caller, id)),

    alarmRulePolicies: (_, { caller }) =>
      listPolicyNames(db, caller, { limit: ALARM_RULE_LIMITS.policies_offered_max }),

    alarmRuleCreate: async ({ body }, { caller, note }) => {
      const values = await valuesOf(caller, body)
      const limits = { at: now(), max: ALARM_RULE_LIMITS.rules_max }
      const rule_id = await insertRule(db, caller, values, limits).catch(refuseTakenName)
      if (rule_id === null) throw new Refusal('alarm_rules_full', { details: { max: limits.max } })
      note({ object: `alarm-rule ${rule_id}`, detail: { after: body } })
      return toAlarmRule(caller, await read(caller, rule_id))
    },

    alarmRuleEdit: async ({ params: { id }, body: { updated_at, ...draft } }, { caller, note }) => {
      note({ object: `alarm-rule ${id}` })
      const before = await readOwn(caller, id)
      const values = await valuesOf(caller, draft, before.notify_policy_ids)
      const moved = !isSameTarget(before, values)
      const change = { rule_id: id, uid: caller.uid, at: now(), read_at: new Date(updated_at), moved }
      if (!(await updateRule(db, change, values).catch(refuseTakenName))) throw new Refusal('stale_edit')
      publish()
      const after = toAlarmRule(caller, await read(caller, id))
      note({ detail: { before: toAlarmRule(caller, before), after } })
      return after
    },

    alarmRuleEnable: async ({ params: { id }, body: { enabled } }, { caller, note }) => {
      note({ object: `alarm-rule ${id}` })
      const before = await readOwn(caller, id)
      await enableRule(db, { rule_id: id, uid: caller.uid, at: now() }, enabled)
      publish()
      note({ detail: { before: { enabled: before.enabled }, after: { enabled } } })
      return toAlarmRule(caller, await read(caller, id))
    },

    alarmRuleDelete: async ({ params: { id }, query: { updated_at } }, { caller, note }) => {
      note({ object: `alarm-rule ${id}` })
      const before = await readOwn(caller, id)
      const change = { rule_id: id, uid: caller.uid, at: now(), read_at: new Date(updated_at) }
      if (!(await deleteRule(db, change))) throw new Refusal('stale_edit')
      publish()
      note({ detail: { before: toAlarmRule(caller, before) } })
      return null
    },

    alarmRuleTest: async ({ query: { time_zone }, body }, { caller, signal }) => {
      const target = await resolveTarget(deps, caller, body)
      return testRule(deps, caller, { ...body, ...target }, { time_zone, signal })
    },
  } satisfies Pick<Handlers, keyof typeof alarmRules>
}

/** Another product or target: what is active may concern units that are no longer meant. */
const isSameTarget = (before: RuleRow, after: RuleValues): boolean =>
  before.product_key === after.product_key &&
  before.target_by === after.target_by &&
  before.under_agent_id === after.under_agent_id &&
  before.group_id === after.group_id &&
  after.target_by !== 'devices'

const refuseTakenName = (error: unknown): never => {
  if (isViolation(error, 'unique')) throw new Refusal('alarm_rule_name_taken', { field: 'rule_name' })
  throw error
}
