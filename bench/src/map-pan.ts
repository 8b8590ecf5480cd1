import { setTimeout as pause } from 'node:timers/promises'
import { api } from '@heatfleet/contract/api.ts'
import type { BrowserContext, Page } from 'playwright'
import { startBrowser } from './browser.ts'
import { generateFleet, untilFolded } from './fleet.ts'
import { type Place, type Product, signIn, withProduct } from './product.ts'
import { atLeast, atMost, describeMachine, type Outcome, percentile } from './result.ts'

type PanSize = {
  devices: number
  /** Of panning, in each turn. */
  seconds: number
  repeats: number
}

/** What the page draws: nothing that moves, the map alone, or the map with the fleet. */
const KINDS = ['still', 'outlines', 'fleet'] as const
type Kind = (typeof KINDS)[number]

const VIEW = { width: 1_920, height: 1_080 }
/** Of each move of the pointer, px, and between two, ms: a hand that drags quickly. */
const STEP_PX = 6
const MOVE_MS = 8
/** To either side before the hand turns back, px. */
const REACH_PX = 300
const FRAME_MS = 1_000 / 60
const DRAWN_MAX_MS = 60_000

/** The figures of the frames of one turn. `main_ms`: processor time of the page's main thread for one frame, drawing aside. */
type Frames = {
  kind: Kind
  frames: number
  fps: number
  main_ms: number
  p50_ms: number
  p95_ms: number
  longest_ms: number
}

/**
 * Frames while a hand pans the map of a large fleet, whose clusters the server answers; beside it, in turns, the same page with an empty
 * answer for the clusters, and the page at rest. In Chromium without a GPU the processor draws, on the cores that also serve: frames a
 * second say little of a person's machine, so the target is on the work of the main thread, which no GPU takes over.
 */
export const measureMapPan = (size: PanSize, place: Place, say: (line: string) => void) =>
  withProduct(place, {}, async (product) => {
    await generateFleet(product.client, size.devices)
    await untilFolded(product.client)
    const browser = await startBrowser()
    try {
      const turns: Frames[] = []
      let clusters = 0
      for (let turn = 0; turn < size.repeats; turn += 1)
        for (const kind of KINDS) {
          const context = await browser.newContext({ viewport: VIEW, locale: 'en-US' })
          const { page, seen } = await openMap(context, product, kind)
          const one = { kind, ...(await framesOf(page, kind === 'still' ? null : size.seconds, size.seconds)) }
          if (kind === 'fleet') clusters = Math.max(clusters, seen())
          say(
            `${kind}: main thread ${one.main_ms.toFixed(1)} ms a frame, ${one.fps.toFixed(1)} frames a second, p50 ${one.p50_ms.toFixed(1)} ms, p95 ${one.p95_ms.toFixed(1)} ms, longest ${one.longest_ms.toFixed(0)} ms`,
          )
          turns.push(one)
          await context.close()
        }
      return {
        workload: 'map-pan',
        ...size,
        machine: await describeMachine(product.client),
        browser: browser.version(),
        drawn_by: 'software (SwiftShader), no GPU',
        window: VIEW,
        clusters,
        turns,
        outcomes: outcomesOf(turns, clusters),
      }
    } finally {
      await browser.close()
    }
  })

const outcomesOf = (turns: readonly Frames[], clusters: number): Outcome[] => {
  const medianOf = (kind: Kind, figure: 'main_ms') =>
    percentile(
      turns.filter((one) => one.kind === kind).map((one) => one[figure]),
      50,
    )
  return [
    atMost('main thread: processor time of a frame while panning, ms', medianOf('fleet', 'main_ms'), FRAME_MS),
    atLeast('clusters in the answers while panning', clusters, 10),
  ]
}

/** Opens the map as somebody signed in, and waits until it is drawn; `seen`: clusters of the largest answer. */
const openMap = async (context: BrowserContext, { url }: Pick<Product, 'url'>, kind: Kind) => {
  const { user, token, call } = await signIn(url, 'admin')
  const menu = await call(api.roleMenu)
  await context.addCookies([{ name: 'token', value: encodeURIComponent(token), url }])
  await context.addInitScript(
    (session) => {
      localStorage.setItem('UserInfo', session.user)
      localStorage.setItem('menu', session.menu)
      localStorage.setItem('uid', session.uid)
    },
    { user: JSON.stringify(user), menu: JSON.stringify(menu), uid: String(user.uid) },
  )
  const page = await context.newPage()
  let most = 0
  await page.route('**/map/list-map', async (route) => {
    const response = await route.fetch()
    const text = await response.text()
    most = Math.max(most, text.split('"box"').length - 1)
    if (kind === 'fleet') return route.fulfill({ response })
    const answer = JSON.parse(text) as { data: { clusters: unknown[] } } // Our own answer, which the typed client has checked elsewhere.
    answer.data.clusters = []
    return route.fulfill({ response, json: answer })
  })
  const answered = page.waitForResponse('**/map/list-map', { timeout: DRAWN_MAX_MS })
  await page.goto(`${url}/#/map/device`)
  await page.locator('canvas').first().waitFor({ timeout: DRAWN_MAX_MS })
  await answered
  await pause(3_000)
  return { page, seen: () => most }
}

/** Times of frames for some seconds; `pan_s` null = nothing moves. */
const framesOf = async (page: Page, pan_s: number | null, seconds: number): Promise<Omit<Frames, 'kind'>> => {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const mainSeconds = async () =>
    (await session.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')?.value ??
    Number.NaN
  await page.evaluate(() => {
    const of = globalThis as { benchFrames?: number[] }
    const frames: number[] = []
    of.benchFrames = frames
    const next = (now: number) => {
      frames.push(now)
      requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
  })
  const before_s = await mainSeconds()
  if (pan_s === null) await pause(seconds * 1_000)
  else await pan(page, pan_s)
  const main_s = (await mainSeconds()) - before_s
  const at = await page.evaluate(() => (globalThis as { benchFrames?: number[] }).benchFrames ?? [])
  const took_ms = at.slice(1).map((now, place) => now - (at[place] ?? now))
  const whole_ms = (at.at(-1) ?? 0) - (at[0] ?? 0)
  return {
    frames: took_ms.length,
    fps: Math.min(1_000 / FRAME_MS, (took_ms.length * 1_000) / whole_ms),
    main_ms: (main_s * 1_000) / took_ms.length,
    p50_ms: percentile(took_ms, 50),
    p95_ms: percentile(took_ms, 95),
    longest_ms: Math.max(...took_ms),
  }
}

/** Drags the map to and fro. */
const pan = async (page: Page, seconds: number): Promise<void> => {
  const box = await page.locator('canvas').first().boundingBox()
  if (box === null) throw new Error('the map is not drawn')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const until_ms = performance.now() + seconds * 1_000
  await page.mouse.move(x, y)
  await page.mouse.down()
  for (let [offset, step] = [0, STEP_PX]; performance.now() < until_ms; offset += step) {
    if (Math.abs(offset + step) > REACH_PX) step = -step
    await page.mouse.move(x + offset, y + offset / 3)
    await pause(MOVE_MS)
  }
  await page.mouse.up()
}
