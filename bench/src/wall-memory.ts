import { setTimeout as pause } from 'node:timers/promises'
import { api } from '@heatfleet/contract/api.ts'
import type pg from 'pg'
import type { Browser, Page } from 'playwright'
import { insertAlarms } from './alarm-lists.ts'
import { startBrowser } from './browser.ts'
import { generateFleet, untilFolded } from './fleet.ts'
import { inspectable, inspectMemory } from './inspector.ts'
import { type Place, type Product, signIn, withProduct } from './product.ts'
import { atLeast, atMost, describeMachine, type Outcome } from './result.ts'
import { type Slope, slopeOf } from './slope.ts'

type WallSize = {
  devices: number
  alarms: number
  minutes: number
  /** Between two readings of memory, seconds. */
  sample_s: number
  /** A page of the wall stays so long, seconds: 10, 20, 30, 60 or 120. */
  page_s: number
  /** Units that go on or off line each second. */
  changes: number
  /** The map page is looked at for so long with and without points that fly, seconds each. */
  frames_s: number
}

/** What one reading found, after forced collections. */
type Sample = {
  minute: number
  browser_heap_bytes: number
  nodes: number
  listeners: number
  server_heap_bytes: number
  server_rss_bytes: number
}
type Figure = Exclude<keyof Sample, 'minute'>
const FIGURES = ['browser_heap_bytes', 'nodes', 'listeners', 'server_heap_bytes'] as const satisfies readonly Figure[]

/** Caches fill and code is compiled meanwhile; the slope is of what follows. */
const WARM_UP_SHARE = 0.25
const HOURS = 24
const MB = 1_000_000
/** Growth in a day that a wall may have: a tab that is opened once a month must not notice it. */
const BROWSER_MAX_MB = 20
const SERVER_MAX_MB = 50
/** Of a frame of 16.7 ms. */
const FLYING_MAX_MS = 1

/**
 * The big screen kept open behind a kiosk link while units change, its pages taking turns: the heaps of the browser and of the server
 * after forced collections, their slope with its error, and what it makes of a day.
 */
export const measureWall = async (size: WallSize, place: Place, say: (line: string) => void) => {
  const { port, settings } = await inspectable()
  return withProduct(place, settings, async (product) => {
    await generateFleet(product.client, size.devices)
    await insertAlarms(product.client, size.alarms)
    await untilFolded(product.client)
    const browser = await startBrowser()
    const server = await inspectMemory(product.pid, port)
    try {
      const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } })
      const errors: string[] = []
      page.on('pageerror', (error) => errors.push(error.message))
      await page.goto(await kioskAddress(product, size.page_s))
      await page.getByRole('region').first().waitFor()
      const turns = await countTurns(page)
      const { samples, changed } = await sampled(size, { page, product, readServer: server.read, say })
      const pages_shown = await turns()
      const frames = await measureFlying(size, { browser, product, say })
      const kept = samples.filter(({ minute }) => minute >= size.minutes * WARM_UP_SHARE)
      const slopes = Object.fromEntries(
        FIGURES.map((figure) => [figure, slopeOf(kept.map((one) => [one.minute / 60, one[figure]] as const))]),
      ) as Record<(typeof FIGURES)[number], Slope> // One for each of them.
      for (const figure of FIGURES) say(`${figure}: ${described(slopes[figure])}`)
      return {
        workload: 'wall',
        ...size,
        machine: await describeMachine(product.client),
        browser: browser.version(),
        samples,
        changed,
        pages_shown,
        page_errors: errors,
        warm_up_minutes: size.minutes * WARM_UP_SHARE,
        slopes_an_hour: slopes,
        frames,
        extrapolated: { hours: HOURS, note: 'slope times 24, with two standard errors; not measured over 24 hours' },
        outcomes: outcomesOf(slopes, pages_shown, errors.length, frames),
      }
    } finally {
      server.close()
      await browser.close()
    }
  })
}

const described = ({ an_hour, error }: Slope): string =>
  `${an_hour.toFixed(0)} an hour ± ${(2 * error).toFixed(0)}; in ${HOURS} h ${(an_hour * HOURS).toFixed(0)} ± ${(2 * error * HOURS).toFixed(0)}`

const outcomesOf = (
  slopes: Record<Figure & (typeof FIGURES)[number], Slope>,
  turns: number,
  errors: number,
  frames: Frames,
): Outcome[] => {
  const inADay = ({ an_hour, error }: Slope) => (an_hour + 2 * error) * HOURS
  return [
    atMost(
      'browser heap: MB more in 24 h, extrapolated, upper bound',
      inADay(slopes.browser_heap_bytes) / MB,
      BROWSER_MAX_MB,
    ),
    atMost(
      'server heap: MB more in 24 h, extrapolated, upper bound',
      inADay(slopes.server_heap_bytes) / MB,
      SERVER_MAX_MB,
    ),
    atMost('errors of the page', errors, 0),
    atLeast('times that another page came', turns, 2),
    atMost(
      'points that fly: ms of the main thread a frame beyond those of marks that stand',
      frames.flying.main_thread_ms_a_frame - frames.still.main_thread_ms_a_frame,
      FLYING_MAX_MS,
    ),
    atLeast('points that flew', frames.flying.points, 1),
  ]
}

/** A link of the whole fleet, as the console makes it. */
const kioskAddress = async ({ url }: Product, page_s: number, pages?: string): Promise<string> => {
  const { call } = await signIn(url, 'admin')
  const { token } = await call(api.createApiToken, {
    body: {
      token_name: 'Wall',
      expires_in_days: 30,
      permissions: ['dashboard:view', 'bigscreen:view'],
      agent_id: null,
      calls_per_minute: null,
    },
  })
  return `${url}/#/kiosk?every=${page_s}${pages === undefined ? '' : `&pages=${pages}`}&key=${token}`
}

/** Counts how often another page of the wall came; gives how to read the count. */
const countTurns = async (page: Page): Promise<() => Promise<number>> => {
  await page.evaluate(() => {
    const of = globalThis as { turns?: number }
    of.turns = 0
    let before = ''
    setInterval(() => {
      const now = document.querySelector('header [aria-pressed=true]')?.textContent ?? ''
      if (before !== '' && now !== before) of.turns = (of.turns ?? 0) + 1
      before = now
    }, 500)
  })
  return () => page.evaluate(() => (globalThis as { turns?: number }).turns ?? 0)
}

type Sampled = {
  page: Page
  product: Pick<Product, 'client'>
  readServer: () => Promise<{ heap_bytes: number; rss_bytes: number }>
  say: (line: string) => void
}

/** Reads memory at the start and after each interval; meanwhile units change each second. */
const sampled = async (size: WallSize, { page, product, readServer, say }: Sampled) => {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const samples: Sample[] = []
  const began_ms = performance.now()
  const minuteNow = () => (performance.now() - began_ms) / 60_000
  const take = async () => {
    await session.send('HeapProfiler.collectGarbage')
    const { usedSize } = await session.send('Runtime.getHeapUsage')
    const { metrics } = await session.send('Performance.getMetrics')
    const of = (name: string) => metrics.find((one) => one.name === name)?.value ?? Number.NaN
    const server = await readServer()
    const one = {
      minute: minuteNow(),
      browser_heap_bytes: usedSize,
      nodes: of('Nodes'),
      listeners: of('JSEventListeners'),
      server_heap_bytes: server.heap_bytes,
      server_rss_bytes: server.rss_bytes,
    }
    samples.push(one)
    say(
      `${one.minute.toFixed(1)} min: browser ${(usedSize / MB).toFixed(2)} MB, ${one.nodes} nodes, ${one.listeners} listeners, server ${(server.heap_bytes / MB).toFixed(2)} MB`,
    )
  }
  let changed = 0
  let next_minute = 0
  while (minuteNow() < size.minutes) {
    if (minuteNow() >= next_minute) {
      await take()
      next_minute += size.sample_s / 60
    }
    changed += await changeUnits(product.client, size)
    await pause(1_000)
  }
  await take()
  return { samples, changed }
}

type Frames = Record<'still' | 'flying', { frames: number; main_thread_ms_a_frame: number; points: number }>

/**
 * What the main thread does for a frame of the map page while units come and go: where nothing should move, events are marks that
 * stand; else they are points that fly. One after the other in one run, twice each.
 */
const measureFlying = async (
  size: WallSize,
  { browser, product, say }: { browser: Browser; product: Product; say: (line: string) => void },
): Promise<Frames> => {
  const address = await kioskAddress(product, size.page_s, 'map')
  const sums = { still: { frames: 0, task_ms: 0, points: 0 }, flying: { frames: 0, task_ms: 0, points: 0 } }
  for (const how of ['still', 'flying', 'flying', 'still'] as const) {
    const page = await browser.newPage({
      viewport: { width: 1920, height: 1080 },
      reducedMotion: how === 'still' ? 'reduce' : 'no-preference',
    })
    await page.goto(address)
    await page.locator('[data-points]').waitFor({ state: 'attached' })
    const session = await page.context().newCDPSession(page)
    await session.send('Performance.enable')
    const taskMs = async () =>
      1_000 *
      ((await session.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0)
    await page.evaluate(countFrames)
    const before_ms = await taskMs()
    const until_ms = performance.now() + (size.frames_s / 2) * 1_000
    while (performance.now() < until_ms) {
      await changeUnits(product.client, size)
      await pause(1_000)
    }
    const task_ms = (await taskMs()) - before_ms
    const counted = await page.evaluate(() => (globalThis as { counted?: { frames: number; points: number } }).counted)
    sums[how].task_ms += task_ms
    sums[how].frames += counted?.frames ?? 0
    sums[how].points += counted?.points ?? 0
    await page.close()
  }
  const of = ({ frames, task_ms, points }: (typeof sums)['still']) => ({
    frames,
    main_thread_ms_a_frame: task_ms / Math.max(1, frames),
    points,
  })
  const found = { still: of(sums.still), flying: of(sums.flying) }
  say(`main thread, ms a frame: ${JSON.stringify(found)}`)
  return found
}

/** Counts frames, and points that were put on the map page. Runs in the page. */
const countFrames = () => {
  const counted = { frames: 0, points: 0 }
  Object.assign(globalThis, { counted })
  const frame = () => {
    counted.frames += 1
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
  const layer = document.querySelector('[data-points]')
  if (layer !== null)
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) counted.points += addedNodes.length
    }).observe(layer, { childList: true })
}

/** Some units go off line, or come back. */
const changeUnits = async (client: pg.Client, { devices, changes }: WallSize): Promise<number> => {
  const { rowCount } = await client.query(
    `with changed as (
       update device_status set online = not online, last_online_at = now(), last_offline_at = now()
       where device_id = any(select 1 + floor(random() * $1)::int from generate_series(1, $2)) and first_online_at is not null
       returning device_id, online)
     insert into device_events (device_id, at, kind)
     select device_id, now(), case when online then 'online' else 'offline' end from changed`,
    [devices, changes],
  )
  return rowCount ?? 0
}
