import { NOTIFICATION_LIMITS } from '@heatfleet/contract/notification-policies/limits.ts'
import type { NotifiedEvent } from '@heatfleet/contract/notification-policies/policy.ts'
import type { Permission } from '@heatfleet/contract/permissions.ts'
import type { Kysely } from 'kysely'
import type { AppContext } from '../../app-context.ts'
import type { Caller } from '../../caller.ts'
import { EVERYTHING, mayBeWithin } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'
import { insertMessageIn } from '../app-users/public.ts'
import { findCallerOfAccount } from '../session/public.ts'
import { deliveriesTo, deliveryToChannel, type Reached } from './deliveries.ts'
import { writeMessage } from './message.ts'
import { isSevereEnough } from './rules.ts'
import {
  type EnabledPolicy,
  insertDeliveries,
  insertEscalations,
  listEnabledPolicies,
  listPolicyGroups,
  lockNewEvents,
  markDispatched,
  type NewDelivery,
  type NewEvent,
  takeDueEscalations,
} from './store-events.ts'
import { readFacts } from './store-facts.ts'
import {
  type AccountRecipient,
  listAccounts,
  listAccountsOfDistributor,
  listAppUsers,
  listWithin,
} from './store-recipients.ts'

type Deps = Pick<AppContext, 'database' | 'clock' | 'config'>
type Db = Kysely<Tables>

const { events_per_turn } = NOTIFICATION_LIMITS

/** Right that a person needs to be told of an event. */
const NEEDS = {
  alarm_raised: 'alarm:view',
  alarm_recovered: 'alarm:view',
  order_created: 'order:view',
  order_escalated: 'order:view',
  order_transferred: 'order:view',
  order_dissatisfied: 'order:view',
  rollout_halted: 'rollout:view',
  rollout_ended: 'rollout:view',
} as const satisfies Record<NotifiedEvent, Permission>

/** Turns new events into messages, in the transaction that marks them as done; gives how many events. */
export const dispatchEvents = (deps: Deps): Promise<number> =>
  deps.database.db.transaction().execute(async (trx) => {
    const events = await lockNewEvents(trx, events_per_turn)
    if (events.length === 0) return 0
    const turn = await startTurn(deps, trx, events)
    for (const event of events)
      for (const policy of turn.policies)
        if (concerns(turn, policy, event)) {
          turn.rows.push(...rowsOf(turn, policy, event, await recipientsOf(turn, policy, event), 0))
          if (event.event === 'alarm_raised' && event.reminder === 0 && !event.muted)
            await insertEscalations(trx, event.event_id, policy.policy_id, policy.escalation, turn.now_ms)
        }
    await write(turn)
    await markDispatched(
      trx,
      events.map(({ event_id }) => event_id),
      new Date(turn.now_ms),
    )
    return events.length
  })

/** Takes steps of escalations that are due, while nobody has accepted the alarm; gives how many. */
export const escalate = (deps: Deps): Promise<number> =>
  deps.database.db.transaction().execute(async (trx) => {
    const due = await takeDueEscalations(trx, new Date(deps.clock.now()), events_per_turn)
    if (due.length === 0) return 0
    const turn = await startTurn(
      deps,
      trx,
      due.flatMap(({ event }) => event ?? []),
    )
    for (const { event, policy_id, step } of due) {
      const policy = turn.policies.find((one) => one.policy_id === policy_id)
      const planned = policy?.escalation[step - 1]
      if (event === null || policy === undefined || planned === undefined) continue
      // What the policy or the rule was narrowed to since.
      if (!concerns(turn, policy, event)) continue
      const people = await peopleAbove(turn, policy, event, planned.levels_up)
      turn.rows.push(...rowsOf(turn, policy, event, { accounts: people, app_users: [] }, step))
    }
    await write(turn)
    return due.length
  })

/** What one turn has read already, and the deliveries that it is to write. */
type Turn = {
  deps: Deps
  trx: Db
  now_ms: number
  policies: EnabledPolicy[]
  /** Units of the turn's events that are in a resource group, by its number. */
  grouped: Map<number, Set<number>>
  callers: Map<number, Promise<Caller | null>>
  accounts: Map<string, Promise<AccountRecipient[]>>
  rows: NewDelivery[]
}

const startTurn = async (deps: Deps, trx: Db, events: readonly NewEvent[]): Promise<Turn> => {
  const policies = await listEnabledPolicies(trx)
  const device_ids = [...new Set(events.flatMap(({ device_id }) => device_id ?? []))]
  const grouped = new Map<number, Set<number>>()
  for (const [group_id, group] of await listPolicyGroups(trx, policies))
    grouped.set(group_id, await listWithin(trx, { ...EVERYTHING, group }, device_ids))
  return {
    deps,
    trx,
    now_ms: deps.clock.now(),
    policies,
    grouped,
    callers: new Map(),
    accounts: new Map(),
    rows: [],
  }
}

const concerns = (turn: Turn, policy: EnabledPolicy, event: NewEvent): boolean =>
  !event.virtual && policy.events.includes(event.event) && isChosen(policy, event) && isPlacedIn(turn, policy, event)

/** By the rule that raised the alarm, where that says whom it notifies; else by the types and the severity of the policy. */
const isChosen = (policy: EnabledPolicy, { event, severity, alarm_type, notify_by, notify_policy_ids }: NewEvent) => {
  if (notify_by === 'none') return false
  if (notify_by === 'policies') return notify_policy_ids?.includes(policy.policy_id) === true
  const { alarm_types, least } = policy
  return (
    (alarm_type === null || alarm_types.length === 0 || alarm_types.includes(alarm_type)) &&
    isSevereEnough(event, severity, least)
  )
}

/** Below the owner of the policy, of its products, in its resource group. What is of no unit is in no group. */
const isPlacedIn = ({ grouped }: Turn, policy: EnabledPolicy, { agent_path, product_key, device_id }: NewEvent) => {
  const { owner_path, product_keys, resource_group_id } = policy
  if (!agent_path.startsWith(owner_path)) return false
  if (product_keys.length > 0 && !product_keys.includes(product_key)) return false
  return resource_group_id === null || (device_id !== null && grouped.get(resource_group_id)?.has(device_id) === true)
}

const cached = <K, V>(map: Map<K, V>, key: K, make: () => V): V => {
  const found = map.get(key)
  if (found !== undefined) return found
  const made = make()
  map.set(key, made)
  return made
}

const recipientsOf = async (turn: Turn, policy: EnabledPolicy, event: NewEvent): Promise<Reached> => {
  const { trx, now_ms } = turn
  const found =
    event.levels_up === null
      ? await cached(turn.accounts, `${policy.policy_id} ${event.agent_path} ${event.agent_id}`, () =>
          listAccounts(trx, { ...event, owner_path: policy.owner_path }, policy, new Date(now_ms)),
        )
      : await peopleOfLevel(turn, policy, event, event.levels_up)
  const app_users = policy.to_app_users && event.device_id !== null ? await listAppUsers(trx, event.device_id) : []
  return { accounts: await thoseWhoSee(turn, event, NEEDS[event.event], found), app_users }
}

/** An order that moved is told to the people who have it now, by role or as those of the distributor. */
const peopleOfLevel = async (
  turn: Turn,
  policy: EnabledPolicy,
  event: NewEvent,
  levels_up: number,
): Promise<AccountRecipient[]> => {
  const place = { ...event, owner_path: policy.owner_path }
  const agent_id = agentAbove(event, levels_up)
  return cached(turn.accounts, `${policy.policy_id} ${event.agent_path} level ${agent_id}`, async () => {
    const now = new Date(turn.now_ms)
    const by_role = await listAccounts(turn.trx, place, { ...policy, to_distributor: false }, now)
    const there = policy.to_distributor ? await listAccountsOfDistributor(turn.trx, policy, agent_id, now) : []
    return [...by_role, ...there.filter(({ uid }) => !by_role.some((one) => one.uid === uid))]
  })
}

/** The distributor so many levels above that of the device; null = the manufacturer. */
const agentAbove = ({ agent_path }: NewEvent, levels_up: number): number | null => {
  const ids = agent_path.split('/').filter(Boolean)
  const above = ids[ids.length - 1 - levels_up]
  return above === undefined ? null : Number(above)
}

/** People of the distributor so many levels above that of the device, who process alarms; above the top is the manufacturer. */
const peopleAbove = async (
  turn: Turn,
  policy: EnabledPolicy,
  event: NewEvent,
  levels_up: number,
): Promise<AccountRecipient[]> => {
  const agent_id = agentAbove(event, levels_up)
  const found = await cached(turn.accounts, `${policy.policy_id} of ${agent_id}`, () =>
    listAccountsOfDistributor(turn.trx, policy, agent_id, new Date(turn.now_ms)),
  )
  return thoseWhoSee(turn, event, 'alarm:process', found)
}

/** Exactly what SQL alone knows of a scope (regions, own records) is checked before the message is sent. */
const thoseWhoSee = async (
  { deps, callers }: Turn,
  { device_id, agent_path, product_key }: NewEvent,
  needs: Permission,
  accounts: readonly AccountRecipient[],
): Promise<AccountRecipient[]> => {
  const seeing: AccountRecipient[] = []
  for (const account of accounts) {
    const caller = await cached(callers, account.uid, () => findCallerOfAccount(deps, account.uid))
    if (caller === null || !caller.permissions.has(needs)) continue
    if (device_id === null || mayBeWithin(caller.scope, { device_id, agent_path, product_key })) seeing.push(account)
  }
  return seeing
}

const rowsOf = (
  { now_ms }: Turn,
  policy: EnabledPolicy,
  event: NewEvent,
  reached: Reached,
  step: number,
): NewDelivery[] => {
  const context = { policy, event, step, now_ms }
  return [
    ...deliveriesTo(context, reached),
    ...policy.channels.flatMap((channel) => deliveryToChannel(context, channel)),
  ]
}

/** Rows of one statement: half a megabyte. */
const ROWS_AT_ONCE = 1_000

/** Writes the deliveries of a turn. */
const write = async (turn: Turn): Promise<void> => {
  for (let from = 0; from < turn.rows.length; from += ROWS_AT_ONCE) {
    const inserted = await insertDeliveries(turn.trx, turn.rows.slice(from, from + ROWS_AT_ONCE), new Date(turn.now_ms))
    await writeToApp(turn, inserted)
  }
}

/** A message in the app is there at once, in the same transaction. */
const writeToApp = async (
  { trx, now_ms, policies }: Turn,
  inserted: Awaited<ReturnType<typeof insertDeliveries>>,
): Promise<void> => {
  const own = inserted.filter(
    ({ app_user_id, channel_id, state }) => app_user_id !== null && channel_id === null && state === 'sent',
  )
  const facts = await readFacts(
    trx,
    own.map(({ event_id }) => event_id),
  )
  for (const { app_user_id, language, event_id, policy_id, step } of own) {
    const [of_event, policy] = [facts.get(event_id), policies.find((one) => one.policy_id === policy_id)]
    if (of_event === undefined || policy === undefined || app_user_id === null) continue
    const named = { message_id: '', language, policy_name: policy.policy_name, time_zone: policy.time_zone }
    const after_minutes = policy.escalation[step - 1]?.after_minutes ?? 0
    const message = writeMessage({ ...named, public_url: undefined }, [{ ...of_event, step, after_minutes }])
    await insertMessageIn(trx, {
      app_user_id,
      title: message.title.slice(0, 100),
      text: message.paragraphs[0]?.slice(1).join('\n') || message.title,
      sent_at: new Date(now_ms),
      by_uid: null,
      agent_id: policy.agent_id,
    })
  }
}
