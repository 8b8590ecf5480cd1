import { api } from '@heatfleet/contract/api.ts'
import type { Endpoint } from '@heatfleet/contract/endpoint.ts'
import { insertAlarms } from './alarm-lists.ts'
import { generateFleet, untilFolded } from './fleet.ts'
import { prepareCall, sender, timesOf } from './http-load.ts'
import { type Place, type Product, signIn, withProduct } from './product.ts'
import { atMost, describeMachine, type Outcome, percentile } from './result.ts'

type StatisticsSize = {
  devices: number
  /** One in ten stands. */
  alarms: number
  repeats: number
}

const VIEWERS = ['admin', 'province', 'county'] as const
const CALLS = {
  'list-product-count': api.productCount,
  'list-country-count': api.countryCount,
  'list-agent-count': api.agentCount,
  'list-alarm-count': api.alarmCount,
  'list-device-status-count': api.deviceStatusCount,
  'list-cop-trend': api.copTrend,
  'list-online-trend': api.onlineTrend,
  'list-event': api.fleetEvents,
} as const satisfies Record<string, Endpoint>
/** The fleet of the viewer, and its part in one province. */
const PARTS = { all: {}, region: { region_code: '110000' } } as const
const WARM_UP = 5
const ANSWER_MAX_MS = 300

/** The figures of the front page over a large fleet, one call after the other, for the manufacturer, a province and a county. */
export const measureStatistics = (size: StatisticsSize, place: Place, say: (line: string) => void) =>
  withProduct(place, {}, async (product) => {
    const { devices, agents } = await generateFleet(product.client, size.devices)
    await insertAlarms(product.client, size.alarms)
    await insertDays(product.client)
    await insertConnections(product.client)
    say(`${devices} devices with ${size.alarms} alarms, of ${agents} distributors`)
    await untilFolded(product.client)
    await checkSums(product, size.devices)
    const cases = []
    for (const viewer of VIEWERS) {
      const session = await signIn(product.url, viewer)
      for (const [call, endpoint] of Object.entries(CALLS))
        for (const [part, query] of Object.entries(PARTS)) {
          const name = part === 'all' ? call : `${call} of a ${part}`
          const send = sender(prepareCall(product.url, session, endpoint, { query }))
          await timesOf(send, WARM_UP)
          const took_ms = await timesOf(send, size.repeats)
          const one = { name, viewer, p50_ms: percentile(took_ms, 50), p99_ms: percentile(took_ms, 99) }
          say(`${name}, ${viewer}: p50 ${one.p50_ms.toFixed(1)} ms, p99 ${one.p99_ms.toFixed(1)} ms`)
          cases.push(one)
        }
    }
    return {
      workload: 'statistics',
      ...size,
      machine: await describeMachine(product.client),
      fleet: { devices, agents },
      cases,
      outcomes: cases.map(({ name, viewer, p99_ms }) =>
        atMost(`${name}, ${viewer}: p99 in ms`, p99_ms, ANSWER_MAX_MS),
      ) satisfies Outcome[],
    }
  })

/** Daily figures of a month for one unit in twenty: ten times as many as a question of the whole fleet reads. */
const insertDays = (client: Product['client']) =>
  client.query(`insert into device_days (device_id, day, time_zone, product_key, reports, is_complete, computed_at, quality,
      heat_kwh, electricity_kwh, cop, mean_ambient_c, alarms_raised)
    select device_id, current_date - ago, 'UTC', product_key, 1440, true, now(), 1, 24 + device_id % 9, 8, (24 + device_id % 9) / 8.0,
      device_id % 11 - 3, 0
    from devices cross join generate_series(1, 30) ago where device_id % 20 = 0`)

/** Within the last day each unit lost its connection once, for up to an hour. */
const insertConnections = async (client: Product['client']) => {
  await client.query('alter table device_events disable trigger user')
  await client.query(`insert into device_events (device_id, at, kind)
    select device_id, now() - (600 + (device_id * 7919) % 80000 - away * (device_id % 59 + 1) * 60 / 2) * interval '1 second',
      case when away = 0 then 'offline' else 'online' end
    from device_status cross join generate_series(0, 1) away where first_online_at is not null`)
  await client.query('alter table device_events enable trigger user')
  await client.query('vacuum analyze device_events')
}

/** Refuses a wrong answer: the manufacturer's figures by product, region and distributor add up to the fleet. */
const checkSums = async ({ url }: Pick<Product, 'url'>, devices: number): Promise<void> => {
  const { call } = await signIn(url, 'admin')
  const sumOf = (list: readonly { total: number }[]) => list.reduce((sum, { total }) => sum + total, 0)
  const sums = {
    status: (await call(api.deviceStatusCount)).total,
    product: sumOf((await call(api.productCount)).list),
    country: sumOf((await call(api.countryCount)).list),
    agent: sumOf((await call(api.agentCount)).list),
  }
  for (const [name, sum] of Object.entries(sums))
    if (sum !== devices) throw new Error(`the figures by ${name} are of ${sum} units, not of ${devices}`)
}
