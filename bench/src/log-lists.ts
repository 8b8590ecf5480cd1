import { api } from '@heatfleet/contract/api.ts'
import type { DeviceLogFilter } from '@heatfleet/contract/device-log/device-log.ts'
import type { Endpoint } from '@heatfleet/contract/endpoint.ts'
import type { OrderFilter } from '@heatfleet/contract/service-orders/row.ts'
import type pg from 'pg'
import { type Fleet, generateFleet, type Viewer, withoutIndexes } from './fleet.ts'
import { prepareCall, sender, timesOf } from './http-load.ts'
import { type Place, type Session, signIn, withProduct } from './product.ts'
import { atMost, describeMachine, type Outcome, percentile, spreadOf } from './result.ts'

type LogsSize = { devices: number; events: number; orders: number; repeats: number }

const PAGE_MS = 50
const PAGE = 20
/** Plans are made and pages of the tables are in memory before anything counts. */
const WARM_UP = 2
const DAY_MS = 86_400_000
const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString()

type Case = { name: string; viewer: Viewer; endpoint: Endpoint; body: object }

const VIEWERS: readonly Viewer[] = ['admin', 'province', 'group']

const casesOf = ({ products, agent_ids }: Fleet, macs: string[]): Case[] => {
  const log: [string, Partial<DeviceLogFilter>][] = [
    ['page 1', {}],
    ['within a day', { from: daysAgo(5), to: daysAgo(4) }],
    ['connection', { type: 'connection' }],
    ['alarm', { type: 'alarm' }],
    ['bus', { type: 'bus' }],
    ['module', { type: 'module' }],
    ['command', { type: 'command' }],
    ['ownership', { type: 'ownership' }],
    ['done', { result: 'ok' }],
    ['failed', { result: 'failed' }],
    ['in progress', { result: 'open' }],
    ['failed commands', { type: 'command', result: 'failed' }],
    ['one unit', { search: macs[0] ?? '' }],
    ['five units', { macs }],
    ['part of names', { search: 'villa' }],
    ['one name', { search: '74000' }],
    ['nothing', { search: 'no such unit' }],
    ['product', { product_key: products[1] ?? '' }],
    ['subtree of a county', { agent_id: agent_ids.county }],
  ]
  const orders: [string, Partial<OrderFilter>][] = [
    ['unresolved', { tab: 'unresolved' }],
    ['all', { tab: 'all' }],
    ['mine', { tab: 'mine' }],
    ['overdue', { tab: 'overdue' }],
    ['resolved', { tab: 'resolved', sort_by: 'resolved_time' }],
    ['by due time', { tab: 'unresolved', sort_by: 'due_time', sort_order: 'asc' }],
    ['by last reply', { tab: 'all', sort_by: 'last_reply_time' }],
    ['type', { type: 'usage' }],
    ['from alarms', { source: 'alarm' }],
    ['by phone', { source: 'phone' }],
    ['high', { priority: 'high' }],
    ['product', { product_key: products[1] ?? '' }],
    ['subtree of a county', { under: agent_ids.county }],
    ['one unit', { mac: macs[0] ?? '' }],
    ['processing person, many', { handler: 'account' }],
    ['processing person, nobody', { handler: 'no such account' }],
    ['respondent, many', { respondent: 'person' }],
    ['respondent, one', { respondent: 'person 17 ' }],
    ['respondent, nobody', { respondent: 'nobody' }],
    ['escalated', { escalated: true }],
    ['cause', { cause: 'component' }],
    ['dissatisfied', { rating: 'dissatisfied' }],
    ['with comment', { has_comment: true }],
    ['part of names', { search: 'villa' }],
    ['one name', { search: '74000' }],
    ['resolved, oldest first', { tab: 'all', sort_by: 'resolved_time', sort_order: 'asc' }],
    ['last reply, oldest first', { tab: 'all', sort_by: 'last_reply_time', sort_order: 'asc' }],
    ['due last', { tab: 'unresolved', sort_by: 'due_time' }],
    ['subtree of a province', { under: agent_ids.province }],
    ['type and priority', { type: 'suggestion', priority: 'low', tab: 'unresolved' }],
    ['not escalated', { escalated: false }],
    ['cause not said', { cause: 'unset' }],
    ['cause that none has', { cause: 'power' }],
    ['not rated', { rating: 'none' }],
    ['to call', { to_call: true }],
    ['without comment', { has_comment: false }],
    ['respondent by number', { app_user_id: 17 }],
    ['processing person by number', { handler_uid: 7 }],
    ['an alarm', { alarm_id: 17 }],
    ['reported within a day', { feedback_from: daysAgo(30), feedback_to: daysAgo(29) }],
    ['resolved within a day', { resolved_from: daysAgo(30), resolved_to: daysAgo(29) }],
    ['an order by its number', { search: '#4711' }],
  ]
  const of = (list: string, endpoint: Endpoint, bodies: readonly [string, object][]): Case[] =>
    bodies.flatMap(([name, body]) => VIEWERS.map((viewer) => ({ name: `${list}: ${name}`, viewer, endpoint, body })))
  return [...of('log', api.deviceLogList, log), ...of('orders', api.orderList, orders)]
}

/** The device log and the service orders of a fleet in years of use, by each filter, for people of different rights. */
export const measureLogs = async (size: LogsSize, place: Place, say: (line: string) => void) =>
  withProduct(place, {}, async ({ client, url }) => {
    const fleet = await generateFleet(client, size.devices)
    await insertEvents(client, size.events)
    await insertOrders(client, size.orders)
    const { rows } = await client.query<{ mac: string }>(
      'select mac from devices order by device_id offset 100 limit 5',
    )
    say(`${size.events} events and ${size.orders} service orders of ${size.devices} devices`)
    const sessions = new Map<Viewer, Session>()
    for (const viewer of VIEWERS) sessions.set(viewer, await signIn(url, viewer))
    const cases = []
    const outcomes: Outcome[] = []
    for (const { name, viewer, endpoint, body } of casesOf(
      fleet,
      rows.map(({ mac }) => mac),
    )) {
      const session = sessions.get(viewer) ?? (await signIn(url, viewer))
      const send = sender(prepareCall(url, session, endpoint, { query: { size: PAGE, pageNo: 1 }, body }))
      await timesOf(send, WARM_UP)
      const took_ms = await timesOf(send, size.repeats)
      cases.push({ name, viewer, ms: spreadOf(took_ms) })
      say(`${name}, ${viewer}: ${Math.round(percentile(took_ms, 50))} ms`)
      outcomes.push(atMost(`${name}, ${viewer}: median in ms`, percentile(took_ms, 50), PAGE_MS))
    }
    return { workload: 'logs', ...size, machine: await describeMachine(client), cases, outcomes }
  })

const isFilled = async (client: pg.Client, table: string, count: number): Promise<boolean> => {
  const { rows } = await client.query<{ n: number }>(`select count(*)::int as n from ${table}`)
  return (rows[0]?.n ?? 0) >= count
}

/** Connections, buses and alarms, and a command for every third of them. Chance is a hash of the row number. */
export const insertEvents = async (client: pg.Client, events: number): Promise<void> => {
  if (await isFilled(client, 'device_events', events)) return
  // Without triggers: a million generated events must not send notifications.
  await client.query('alter table device_events disable trigger user')
  await withoutIndexes(client, ['device_events', 'control_log'], async () => {
    await client.query(EVENTS, [events])
    await client.query(COMMANDS, [Math.ceil(events / 3)])
  })
  await client.query('alter table device_events enable trigger user')
  await client.query('vacuum analyze device_events, control_log')
}

const NUMBERED_DEVICES = `(select n, (hashint8extended(n, 0) & 2147483647)::int as h from generate_series(1, $1::int) n) numbers
    join devices d on d.device_id = 1 + h % (select count(*)::int from devices)`

const EVENTS = `
  insert into device_events (device_id, at, kind, detail)
  select d.device_id, now() - n * interval '20 seconds',
    (array['online', 'offline', 'online', 'offline', 'online', 'offline', '485', '485', 'alarm', 'boot'])[1 + h / 7 % 10],
    case h / 7 % 10 when 6 then '{"st": "down"}' when 7 then '{"st": "up"}'
      when 8 then '{"keys": ["f01"], "codes": ["F01"], "severity": "major"}' else '{"why": "lwt"}' end::jsonb
  from ${NUMBERED_DEVICES}`

const COMMANDS = `
  insert into control_log (device_id, uid, operator_name, source, control_time, expires_at, point_key, layout_id, new_value, state)
  select d.device_id, (select min(uid) from accounts), 'admin', (array['console', 'api', 'rollout'])[1 + h / 7 % 3],
    now() - n * interval '1 minute', now() - n * interval '1 minute' + interval '1 minute', 'sp_dhw',
    (select min(layout_id) from product_versions), 48,
    case when h / 11 % 1000 = 0 then 'mismatch' when n <= 3 then 'queued' else 'verified' end
  from ${NUMBERED_DEVICES}`

/** One in twenty unresolved; people who reported several. */
const insertOrders = async (client: pg.Client, orders: number): Promise<void> => {
  if (await isFilled(client, 'service_orders', orders)) return
  await client.query(
    `insert into app_users (nick_name) select 'person ' || n || ' of the app' from generate_series(1, $1::int) n`,
    [Math.ceil(orders / 5)],
  )
  await client.query('alter table service_orders disable trigger user')
  await withoutIndexes(client, ['service_orders'], async () => {
    await client.query(ORDERS, [orders])
  })
  await client.query('alter table service_orders enable trigger user')
  await client.query('vacuum analyze app_users, service_orders')
}

const ORDERS = `
  insert into service_orders (device_id, app_user_id, agent_id, type, source, priority, status, problem, feedback_at, handler_uid,
    answered_at, last_reply_at, resolved_at, rating, rated_at, comment, cause, escalated)
  select d.device_id, people.ids[1 + h / 7 % cardinality(people.ids)], d.agent_id,
    (array['fault', 'fault', 'fault', 'usage', 'installation', 'suggestion', 'app'])[1 + h / 11 % 7],
    (array['app', 'app', 'app', 'console', 'alarm', 'phone'])[1 + h / 13 % 6],
    (array['normal', 'normal', 'normal', 'high', 'low'])[1 + h / 17 % 5],
    case when is_open then 'unresolved' else 'resolved' end, 'The hot water stays lukewarm.', at,
    case when h / 19 % 10 > 1 then staff.uids[1 + h / 23 % cardinality(staff.uids)] end,
    case when not is_open or h / 29 % 2 = 0 then at + interval '2 hours' end,
    case when not is_open or h / 29 % 2 = 0 then at + h % 1000 * interval '10 minutes' end,
    case when not is_open then at + h % 1000 * interval '20 minutes' end,
    case when is_rated then (array['satisfied', 'very_satisfied', 'very_satisfied', 'dissatisfied'])[1 + h / 37 % 4] end,
    case when is_rated then at + interval '9 days' end, case when is_rated and h / 41 % 5 = 0 then 'Thank you.' else '' end,
    case when not is_open then (array['component', 'settings', 'water', 'other'])[1 + h / 43 % 4] end,
    (h / 47 % 50 = 0)::int
  from (select n, h, h / 31 % 20 = 0 as is_open, h / 31 % 20 > 0 and h / 53 % 3 > 0 as is_rated, now() - n * interval '2 minutes' as at
      from (select n, (hashint8extended(n, 0) & 2147483647)::int as h from generate_series(1, $1::int) n) numbers) numbers
    cross join (select array_agg(app_user_id order by app_user_id) as ids from app_users) people
    cross join (select array_agg(uid order by uid) as uids from accounts) staff
    join devices d on d.device_id = 1 + h % (select count(*)::int from devices)`
