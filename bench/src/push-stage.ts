import { api } from '@heatfleet/contract/api.ts'
import { generateFleet, type Viewer } from './fleet.ts'
import { giveSecret, type Place, type Product, signIn, withProduct } from './product.ts'
import { startPushLoad, type WatchingConsole } from './push-load.ts'

/** Who sits at the consoles, of a hundred of them. */
const VIEWERS = { admin: 40, province: 20, city: 15, county: 15, group: 10 } as const satisfies Partial<
  Record<Viewer, number>
>
export type ConsoleViewer = keyof typeof VIEWERS
/** How many devices a console watches: a page of the list, more of them, a wall of tiles. */
export const WATCHED = [20, 50, 200] as const
/** Below the 20 sockets of one session. */
const CONSOLES_PER_SESSION = 10
export type SignedConsole = WatchingConsole & { viewer: ConsoleViewer }

/** Consoles of people with different rights, each with a set of the devices its account sees, the same in every run. */
const consolesOf = async (url: string, macs: readonly string[], count: number): Promise<SignedConsole[]> => {
  const place_of = new Map(macs.map((mac, at) => [mac, at]))
  const consoles: SignedConsole[] = []
  for (const viewer of Object.keys(VIEWERS) as ConsoleViewer[]) {
    const own = Math.round((count * VIEWERS[viewer]) / 100)
    const seen = await seenBy(url, viewer, place_of)
    let session = await signIn(url, viewer)
    for (let at = 0; at < own; at += 1) {
      if (at > 0 && at % CONSOLES_PER_SESSION === 0) session = await signIn(url, viewer)
      const wanted = Math.min(WATCHED[at % WATCHED.length] ?? 0, seen.length)
      // Pages of a list, each begun at another place.
      const watched = Array.from({ length: wanted }, (_, n) => seen[(at * 37 + n) % seen.length] ?? 0)
      consoles.push({ viewer, uid: session.user.uid, token: session.token, watched })
    }
  }
  return consoles
}

const PAGE = 999

const seenBy = async (url: string, viewer: Viewer, place_of: ReadonlyMap<string, number>): Promise<number[]> => {
  const { call } = await signIn(url, viewer)
  const { list } = await call(api.deviceList, { query: { pageNo: 1, size: PAGE }, body: {} })
  if (list.length === 0) throw new Error(`${viewer} sees no device`)
  return list.map(({ mac }) => place_of.get(mac) ?? 0).toSorted((a, b) => a - b)
}

/** The consoles that watch each device. */
const watchersOf = (consoles: readonly SignedConsole[], devices: number): number[][] => {
  const watchers: number[][] = Array.from({ length: devices }, () => [])
  for (const [at, { watched }] of consoles.entries()) for (const device of watched) watchers[device]?.push(at)
  return watchers
}

export type PushStage = {
  product: Product
  load: ReturnType<typeof startPushLoad>
  consoles: readonly SignedConsole[]
  /** The consoles that watch each device, by their places; and how many on average. */
  watchers: readonly (readonly number[])[]
  watched: number
  /** Reports a second of all devices together that make `deliveries` a second. */
  rate: number
}

/** Runs `task` with consoles signed in on the real product and modules that have reported once. */
export const withConsoles = async <Done>(
  size: { consoles: number; devices: number; deliveries: number },
  place: Place,
  say: (line: string) => void,
  task: (stage: PushStage) => Promise<Done>,
): Promise<Done> =>
  withProduct(place, {}, async (product) => {
    const { client, url, mqtt_port } = product
    await generateFleet(client, size.devices)
    const secret_hex = await giveSecret(client)
    const { rows } = await client.query<{ mac: string }>('select mac from devices order by device_id')
    const macs = rows.map(({ mac }) => mac)
    const consoles = await consolesOf(url, macs, size.consoles)
    const watchers = watchersOf(consoles, macs.length)
    const watched = watchers.reduce((sum, one) => sum + one.length, 0) / macs.length
    const rate = size.deliveries / watched
    const load = startPushLoad()
    try {
      const from_s = Math.floor(Date.now() / 1_000) - 3_600
      await load.request({ kind: 'modules', port: mqtt_port, macs, secret_hex, from_s })
      await load.request({ kind: 'consoles', port: Number(new URL(url).port), macs, consoles })
      say(
        `${consoles.length} consoles; ${watched.toFixed(0)} watch each of ${macs.length} devices; ${rate.toFixed(0)} reports/s`,
      )
      // The first report of a device brings its state: on line, with every value.
      await load.request({ kind: 'report', seconds: (2 * macs.length) / rate, rate })
      return await task({ product, load, consoles, watchers, watched, rate })
    } finally {
      load.close()
    }
  })
