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
    ...viewers.map(
      (viewer): Case => ({ name: 'counts', viewer, endpoint: api.alarmCounts, most_ms: TARGETS.counts_ms }),
    ),
  ]
}

/** The alarm list and the counts of its quick tabs with a million alarms, for people of different rights. */
export const measureAlarms = async (size: AlarmsSize, place: Place, say: (line: string) => void) =>
  withProduct(place, {}, async ({ client, url }) => {
    const fleet = await generateFleet(client, size.devices)
    await insertAlarms(client, size.alarms)
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
  await withoutIndexes(client, ['alarms'], async () => {
    await client.query(INSERT, [alarms])
  })
  await client.query('alter table alarms enable trigger alarms_place')
  await client.query('vacuum analyze alarms')
}

const INSERT = `
  insert into alarms (device_id, agent_path, product_key, type, rule_key, code, severity, first_at, last_at, recovered_at,
    count, handling, assignee_uid, snapshot_done)
  select d.device_id, d.agent_path, d.product_key,
    (array['device_fault', 'device_fault', 'device_fault', 'bus_lost', 'offline'])[1 + h / 7 % 5], 'k' || n,
    case when h / 7 % 5 < 3 then 'F' || lpad((1 + h / 11 % 40)::text, 2, '0') end,
    (array['info', 'minor', 'minor', 'major', 'critical'])[1 + h / 13 % 5],
    now() - n * interval '20 seconds', now() - n * interval '20 seconds' + h % 1000 * interval '1 second',
    case when h / 17 % 10 > 0 then now() end, 1 + (h / 19 % 10 = 0)::int * (h % 5),
    (array['closed', 'closed', 'closed', 'closed', 'closed', 'closed', 'processed', 'in_process', 'unprocessed',
      'unprocessed'])[1 + h / 23 % 10],
    case when h / 29 % 1000 = 0 then (select min(uid) from accounts) end, true
  from (select n, (hashint8extended(n, 0) & 2147483647)::int as h from generate_series(1, $1::int) n) numbers
    join devices d on d.device_id = 1 + h % (select count(*)::int from devices)`
