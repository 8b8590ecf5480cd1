import { api } from '@heatfleet/contract/api.ts'
import type { MapBox } from '@heatfleet/contract/map/map-box.ts'
import type pg from 'pg'
import { type Fleet, generateFleet, untilFolded, type Viewer } from './fleet.ts'
import { packedSender, prepareCall, timesOf } from './http-load.ts'
import { type Place, type Product, signIn, withProduct } from './product.ts'
import { atMost, describeMachine, type Outcome, percentile } from './result.ts'

type MapSize = {
  devices: number
  /** Views of each viewer at each zoom. */
  views: number
}

const VIEWERS = ['admin', 'province', 'county'] as const satisfies readonly Viewer[]
type MapViewer = (typeof VIEWERS)[number]
const ZOOMS = Array.from({ length: 21 }, (_, zoom) => zoom)
/** Of the map beside its list, on a screen of 1920 x 1080; tiles have 512 px. */
const VIEW_PX = { width: 1_500, height: 900 }
const TILE_PX = 512
const WARM_UP = 3
const ANSWER_MAX_MS = 100
const FIRST_VIEW_MAX_MS = 250
/** As the browser gets it, packed: of the first view, and of the fullest one too. */
const ANSWER_MAX_KB = 60
/** Filters that a person sets: the first province of the fleet, and the severity of all its alarms. */
const FILTERS = {
  all: {},
  region: { region_code: '110000' },
  severity: { alarm_severity: 'minor' },
} as const
const FILTERED_ZOOMS = [2, 4, 6, 8, 10, 13]
/** From here on the view is counted in the units themselves: it holds exactly what stands in its box. */
const EXACT_FROM_ZOOM = 14

type View = { box: MapBox; zoom: number }

/** What a map shows around a position. */
const viewAt = (lat: number, lon: number, zoom: number): View => {
  const degrees = 360 / (TILE_PX * 2 ** zoom)
  const [wide, high] = [
    (VIEW_PX.width * degrees) / 2,
    ((VIEW_PX.height * degrees) / 2) * Math.cos((lat * Math.PI) / 180),
  ]
  const within = (value: number, most: number) => Math.max(-most, Math.min(most, value))
  return {
    zoom,
    box: {
      west: within(lon - wide, 180),
      east: within(lon + wide, 180),
      south: within(lat - high, 85),
      north: within(lat + high, 85),
    },
  }
}

/** Units below a distributor by number; of the manufacturer, all. */
const pathsOf = ({ agent_ids }: Fleet): Record<MapViewer, number | null> => ({
  admin: null,
  province: agent_ids.province,
  county: agent_ids.county,
})
const BELOW = '($1::int is null or $1 in (province_id, city_id, county_id))'

/**
 * Views of the map over a large fleet, at every zoom, for the manufacturer, a province and a county, each around units of theirs;
 * the whole world and the views of streets are compared with direct counts.
 */
export const measureMap = (size: MapSize, place: Place, say: (line: string) => void) =>
  withProduct(place, {}, async (product) => {
    const fleet = await generateFleet(product.client, size.devices)
    await untilFolded(product.client)
    return {
      workload: 'map',
      ...size,
      machine: await describeMachine(product.client),
      ...(await viewsOf(product, fleet, size, say)),
    }
  })

const viewsOf = async ({ client, url }: Product, fleet: Fleet, { views }: MapSize, say: (line: string) => void) => {
  const cases = []
  const outcomes: Outcome[] = []
  const wrong: string[] = []
  for (const viewer of VIEWERS) {
    const session = await signIn(url, viewer)
    const below = pathsOf(fleet)[viewer]
    const centres = await centresOf(client, below, views)
    const whole = { box: { west: -180, south: -85, east: 180, north: 85 }, zoom: 1 }
    const sendFirst = packedSender(prepareCall(url, session, api.mapList, { body: whole }))
    let first_bytes = 0
    const first_took_ms = await timesOf(async () => {
      first_bytes = (await sendFirst()).wire_bytes
    }, 1)
    wrong.push(...(await checkView(client, session, below, whole)))
    for (const [name, filter] of Object.entries(FILTERS))
      for (const zoom of name === 'all' ? ZOOMS : FILTERED_ZOOMS) {
        const took_ms: number[] = []
        let [clusters_max, bytes_max, wire_bytes_max] = [0, 0, 0]
        for (const [at, { lat, lon }] of centres.entries()) {
          const view = viewAt(lat, lon, zoom)
          const send = packedSender(prepareCall(url, session, api.mapList, { body: { ...view, ...filter } }))
          if (at === 0) await timesOf(send, WARM_UP)
          took_ms.push(
            ...(await timesOf(async () => {
              const { text, wire_bytes } = await send()
              bytes_max = Math.max(bytes_max, text.length)
              wire_bytes_max = Math.max(wire_bytes_max, wire_bytes)
              clusters_max = Math.max(clusters_max, text.split('"box"').length - 1)
            }, 1)),
          )
          if (name === 'all' && at === 0 && zoom >= EXACT_FROM_ZOOM)
            wrong.push(...(await checkView(client, session, below, view)))
        }
        const one = {
          viewer,
          filter: name,
          zoom,
          clusters_max,
          bytes_max,
          wire_bytes_max,
          p50_ms: percentile(took_ms, 50),
          p99_ms: percentile(took_ms, 99),
        }
        say(
          `${viewer}, ${name}, zoom ${zoom}: p50 ${one.p50_ms.toFixed(1)} ms, p99 ${one.p99_ms.toFixed(1)} ms, ${clusters_max} clusters, ${(wire_bytes_max / 1_000).toFixed(1)} KB packed of ${(bytes_max / 1_000).toFixed(1)}`,
        )
        cases.push(one)
      }
    const own = cases.filter((one) => one.viewer === viewer)
    const slowest = (name: string) =>
      Math.max(...own.filter(({ filter }) => filter === name).map(({ p99_ms }) => p99_ms))
    outcomes.push(
      ...Object.keys(FILTERS).map((name) =>
        atMost(
          name === 'all'
            ? `${viewer}: p99 of the slowest zoom in ms`
            : `${viewer}, by ${name}: p99 of the slowest zoom in ms`,
          slowest(name),
          ANSWER_MAX_MS,
        ),
      ),
      atMost(`${viewer}: first view of the world in ms`, first_took_ms[0] ?? Number.NaN, FIRST_VIEW_MAX_MS),
      atMost(`${viewer}: first view of the world in KB, packed`, first_bytes / 1_000, ANSWER_MAX_KB),
      atMost(
        `${viewer}: largest answer in KB, packed`,
        Math.max(...own.map(({ wire_bytes_max }) => wire_bytes_max)) / 1_000,
        ANSWER_MAX_KB,
      ),
    )
  }
  for (const line of wrong) say(line)
  return { cases, wrong, outcomes: [...outcomes, atMost('views with a wrong count', wrong.length, 0)] }
}

/** Positions of units, chosen by a hash of their number. */
const centresOf = async (client: pg.Client, below: number | null, count: number) => {
  const { rows } = await client.query<{ lat: number; lon: number }>(
    `select lat, lon from devices where ${BELOW} order by hashint8extended(device_id, 77) limit $2`,
    [below, count],
  )
  return rows
}

/** The counts of an answer against those of the rows of devices and states; what is wrong, in words. */
const checkView = async (
  client: pg.Client,
  { call }: Awaited<ReturnType<typeof signIn>>,
  below: number | null,
  { box, zoom }: View,
): Promise<string[]> => {
  const answer = await call(api.mapList, { body: { box, zoom } })
  const { rows } = await client.query<Record<'total' | 'in_view' | 'online' | 'alarm', number>>(
    `select count(*)::int as total, count(*) filter (where inside)::int as in_view,
       count(*) filter (where inside and online)::int as online, count(*) filter (where inside and alarm_count > 0)::int as alarm
     from (select lon between $2 and $3 and lat between $4 and $5 as inside, online, alarm_count
       from devices left join device_status using (device_id) where ${BELOW}) units`,
    [below, box.west, box.east, box.south, box.north],
  )
  const sumOf = (key: 'count' | 'online' | 'alarm') => answer.clusters.reduce((sum, cluster) => sum + cluster[key], 0)
  const got = { total: answer.total, in_view: sumOf('count'), online: sumOf('online'), alarm: sumOf('alarm') }
  return Object.entries(got).flatMap(([key, value]) => {
    const want = rows[0]?.[key as keyof typeof got]
    return value === want ? [] : [`zoom ${zoom}: ${key} is ${value}, not ${want}`]
  })
}
