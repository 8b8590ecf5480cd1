import { setTimeout as pause } from 'node:timers/promises'
import type { AlarmFilter } from '@heatfleet/contract/alarms/alarm.ts'
import { api } from '@heatfleet/contract/api.ts'
import type { Endpoint } from '@heatfleet/contract/endpoint.ts'
import type pg from 'pg'
import { type Fleet, generateFleet, type Viewer, withoutIndexes } from './fleet.ts'
import { prepareCall, sender, timesOf } from './http-load.ts'
import { type Place, signIn, withProduct } from './product.ts'
import { atMost, describeMachine, type Outcome, percentile, spreadOf } from './result.ts'

type AlarmsSize = { devices: number; alarms: number; repeats: number }

const TARGETS = { page_ms: 50, counts_ms: 100 }
const PAGE = 20
/** Plans are made and pages of the table are in memory before anything counts. */
const WARM_UP = 3

type Case = {
  name: string
  viewer: Viewer
  endpoint: Endpoint
  body?: Partial<AlarmFilter>
  pageNo?: number
  most_ms: number
}

const casesOf = ({ products, agent_ids }: Fleet, alarms: number): Case[] => {
  const page = (name: string, body: Partial<AlarmFilter>, viewer: Viewer = 'admin', pageNo = 1): Case => ({
    name,
    viewer,
    endpoint: api.alarmList,
    body,
    pageNo,
    most_ms: TARGETS.page_ms,
  })
  const viewers: Viewer[] = ['admin', 'province', 'city', 'county', 'group']
  return [
    ...viewers.map((viewer) => page('page 1', {}, viewer)),
    page('middle page', {}, 'admin', Math.max(1, Math.floor(Math.min(alarms, 100_000) / PAGE / 2))),
    page('unprocessed', { tab: 'unprocessed' }),
    page('unprocessed', { tab: 'unprocessed' }, 'province'),
    page('recovered, not handled', { tab: 'recovered' }),
    page('mine', { tab: 'mine' }),
    page('active', { condition: 'active' }),
    page('critical', { severity: 'critical' }),
    page('type', { type: 'offline' }),
    page('code', { code: 'F07' }),
    page('product', { product_key: products[1] ?? '' }),
    page('subtree of a county', { under: agent_ids.county }),
    page('by severity', { sort_by: 'severity' }),
    page('oldest first', { sort_by: 'first_time', sort_order: 'asc' }),
    page('repeated', { repeated: true }),
    page('muted', { muted: true }),
    page('overdue', { tab: 'overdue' }),
    page('not overdue', { overdue: false }),
    page('within a day', { last_from: daysAgo(5), last_to: daysAgo(4) }),
    ...FILTERS.flatMap(([name, body]) => [page(name, body), page(name, body, 'province'), page(name, body, 'group')]),
    page('assignee and tab', { assignee: 'account 1', tab: 'unprocessed' }),
    page('country and tab', { country: 'CN', tab: 'unprocessed' }),
    page('region, severity and longer', { region_code: '110000', severity: 'major', longer_than_minutes: 1_440 }),
    page('product, code and tab', { product_key: products[1] ?? '', code: 'F07', tab: 'unprocessed' }),
    page('longer, by severity', { longer_than_minutes: 1_440, sort_by: 'severity' }),
    page('region, oldest first', { region_code: '110100', sort_by: 'first_time', sort_order: 'asc' }),
    ...viewers.map(
      (viewer): Case => ({ name: 'counts', viewer, endpoint: api.alarmCounts, most_ms: TARGETS.counts_ms }),
    ),
  ]
}

/** Filters of one value, of which some find most alarms, some few and some none; for people who see all, a part, and parts of a part. */
const FILTERS: readonly [string, Partial<AlarmFilter>][] = [
  ['assignee, many', { assignee: 'account' }],
  ['assignee, one', { assignee: 'account 101' }],
  ['assignee, nobody', { assignee: 'no such account' }],
  ['country', { country: 'CN' }],
  ['country without a distributor', { country: 'PL' }],
  ['region: province', { region_code: '110000' }],
  ['region: city', { region_code: '110100' }],
  ['region: county', { region_code: '110101' }],
  ['longer than an hour', { longer_than_minutes: 60 }],
  ['longer than 150 days', { longer_than_minutes: 216_000 }],
  ['longer than there are', { longer_than_minutes: 500_000 }],
  ['storm', { storm_id: 1 }],
  ['code without alarms', { code: 'F99' }],
  ['text: beginning of an id', { search: '863400000001' }],
  ['text: end of an id', { search: '0017' }],
  ['text: part of names', { search: 'villa' }],
  ['text: one name', { search: '74000' }],
  ['text: nothing', { search: 'no such unit' }],
]
const DAY_MS = 86_400_000
const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString()

/** The alarm list and the counts of its quick tabs with a million alarms, for people of different rights. */
export const measureAlarms = async (size: AlarmsSize, place: Place, say: (line: string) => void) =>
  withProduct(place, {}, async ({ client, url }) => {
    const fleet = await generateFleet(client, size.devices)
    await insertAlarms(client, size.alarms)
    await untilChecked(client)
    say(`${size.alarms} alarms of ${size.devices} devices`)
    const cases = []
    const outcomes: Outcome[] = []
    for (const { name, viewer, endpoint, body, pageNo, most_ms } of casesOf(fleet, size.alarms)) {
      const session = await signIn(url, viewer)
      const input = body === undefined ? {} : { query: { size: PAGE, pageNo }, body }
      const send = sender(prepareCall(url, session, endpoint, input))
      await timesOf(send, WARM_UP)
      const took_ms = await timesOf(send, size.repeats)
      cases.push({ name, viewer, ms: spreadOf(took_ms) })
      outcomes.push(atMost(`${name}, ${viewer}: median in ms`, percentile(took_ms, 50), most_ms))
    }
    return { workload: 'alarms', ...size, machine: await describeMachine(client), cases, outcomes }
  })

/** Of every state and type; nine in ten have recovered, three in four are closed. Chance is a hash of the row number. */
export const insertAlarms = async (client: pg.Client, alarms: number): Promise<void> => {
  const { rows } = await client.query<{ n: number }>('select count(*)::int as n from alarms')
  if ((rows[0]?.n ?? 0) >= alarms) return // A kept folder, in which the product has raised some itself.
  // What the trigger looks up for each row is joined here.
  await client.query('alter table alarms disable trigger alarms_place')
  await client.query(STORMS)
  await withoutIndexes(client, ['alarms'], async () => {
    await client.query(INSERT, [alarms])
  })
  await client.query('alter table alarms enable trigger alarms_place')
  await client.query('vacuum analyze alarms')
}

/** Between two looks at the table, and the longest wait, in ms. */
const LOOK_MS = 10_000
const CHECKED_MAX_MS = 240_000

/**
 * The generated alarms know nothing of their units: the product's own checks raise and recover tens of thousands of them at first. Lists are
 * measured when that is over and its dead rows are gone, as they are in a fleet that has run for a while.
 */
const untilChecked = async (client: pg.Client): Promise<void> => {
  let changes = -1
  for (let waited_ms = 0; waited_ms < CHECKED_MAX_MS; waited_ms += LOOK_MS) {
    await pause(LOOK_MS)
    const { rows } = await client.query<{ n: string }>(
      `select n_tup_upd + n_tup_ins as n from pg_stat_user_tables where relname = 'alarms'`,
    )
    const now = Number(rows[0]?.n ?? 0)
    if (now - changes < SETTLED_CHANGES && changes >= 0) break
    changes = now
  }
  await client.query('vacuum analyze alarms')
}
/** Changes of the table between two looks of which the checks are taken for done. */
const SETTLED_CHANGES = 200

const STORMS = `
  insert into alarm_storms (type, agent_id, began_at, ended_at)
  select 'offline', agent_id, now() - interval '1 day', now() from distributors order by agent_id limit 50`

const INSERT = `
  insert into alarms (device_id, agent_path, product_key, type, rule_key, code, severity, first_at, last_at, recovered_at,
    count, handling, assignee_uid, muted, storm_id, due_at, snapshot_done)
  select d.device_id, d.agent_path, d.product_key,
    (array['device_fault', 'device_fault', 'device_fault', 'bus_lost', 'offline'])[1 + h / 7 % 5], 'k' || n,
    case when h / 7 % 5 < 3 then 'F' || lpad((1 + h / 11 % 40)::text, 2, '0') end,
    (array['info', 'minor', 'minor', 'major', 'critical'])[1 + h / 13 % 5],
    now() - n * interval '20 seconds', now() - n * interval '20 seconds' + h % 1000 * interval '1 second',
    case when h / 17 % 10 > 0
      then least(now(), now() - n * interval '20 seconds' + h % 1000 * interval '1 second' + power(h / 31 % 1000, 2.3) * interval '2 seconds')
    end, 1 + (h / 19 % 10 = 0)::int * (h % 5),
    (array['closed', 'closed', 'closed', 'closed', 'closed', 'closed', 'processed', 'in_process', 'unprocessed',
      'unprocessed'])[1 + h / 23 % 10],
    case when h / 29 % 10 = 0 then uids[1 + h / 37 % cardinality(uids)] when h / 29 % 1000 = 1 then uids[1] end,
    h / 41 % 50 = 0, case when h / 43 % 200 = 0 then storms[1 + h / 47 % cardinality(storms)] end,
    now() - n * interval '20 seconds' + interval '3 days', true
  from (select n, (hashint8extended(n, 0) & 2147483647)::int as h from generate_series(1, $1::int) n) numbers
    cross join (select array_agg(uid order by uid) as uids from accounts) people
    cross join (select array_agg(storm_id order by storm_id) as storms from alarm_storms) storm_rows
    join devices d on d.device_id = 1 + h % (select count(*)::int from devices)`
