import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright'
import { type Browser, withBrowser } from './browser.ts'
import { generateFleet, untilFolded } from './fleet.ts'
import { cpuOf } from './processes.ts'
import { type Place, withProduct } from './product.ts'
import { atLeast, atMost, describeMachine, percentile, spreadsOf } from './result.ts'

export type PanSize = {
  devices: number
  /** Length of one pan; map and empty page take turns, `repeats` times each. */
  seconds: number
  repeats: number
}

/** Where the map is looked at: the whole fleet, provinces, towns; each shows other numbers of clusters. */
const VIEWS = { fleet: '110,32,4.5', provinces: '110,32,7', towns: '110,32,10' } as const
const FRAME_MS = 1_000 / 60
/** The mouse goes round in a circle, an event a frame. */
const RADIUS_PX = 200
const ROUND_MS = 1_500
const SETTLED_MS = 2_000
const WORST_MS = 50

/**
 * W10, panning: the map of a large fleet is dragged in a circle in Chromium; time between frames and processor time, in turns with the same
 * mouse over an empty page that only counts frames.
 */
export const measurePan = async (size: PanSize, place: Place, say: (line: string) => void) =>
  withProduct(place, {}, async ({ client, url }) => {
    await generateFleet(client, size.devices)
    await untilFolded(client)
    const cases = await withBrowser({ url, is_pinned: place.is_pinned }, async (browser) => {
      const found = []
      const empty = await browser.emptyPage()
      for (const [view, at] of Object.entries(VIEWS)) {
        const map = await browser.consolePage(`/map/device?at=${at}`)
        await map.locator('[data-drawn]').waitFor()
        await map
          .getByText(/in view/)
          .first()
          .waitFor()
        await pause(SETTLED_MS)
        const clusters = await map.locator('.maplibregl-marker').count()
        const turns = []
        for (let turn = 1; turn <= size.repeats; turn += 1) {
          await empty.bringToFront()
          const floor = await pan(browser, empty, size.seconds)
          await map.bringToFront()
          const ours = await pan(browser, map, size.seconds)
          turns.push({
            p50_ms: ours.p50_ms,
            p99_ms: ours.p99_ms,
            worst_ms: ours.worst_ms,
            on_time_percent: ours.on_time_percent,
            script_ms_a_frame: ours.main_ms_a_frame,
            cpu_ms_a_frame: ours.cpu_ms_a_frame,
            empty_p50_ms: floor.p50_ms,
            empty_p99_ms: floor.p99_ms,
            empty_worst_ms: floor.worst_ms,
            empty_on_time_percent: floor.on_time_percent,
            empty_cpu_ms_a_frame: floor.cpu_ms_a_frame,
            p50_of_empty: ours.p50_ms / floor.p50_ms,
            p99_of_empty: ours.p99_ms / floor.p99_ms,
          })
          say(
            `${view}: p50 ${ours.p50_ms.toFixed(1)} ms, p99 ${ours.p99_ms.toFixed(1)}, worst ${ours.worst_ms.toFixed(1)}; empty p99 ${floor.p99_ms.toFixed(1)}`,
          )
        }
        await map.close()
        found.push({ view, clusters, ...spreadsOf(turns) })
      }
      return found
    })
    return {
      workload: 'map-pan',
      ...size,
      machine: await describeMachine(client),
      is_pinned: place.is_pinned,
      cases,
      verdicts: cases.flatMap(({ view, p50_ms, worst_ms, empty_worst_ms, script_ms_a_frame, clusters }) => [
        atLeast(`${view}: clusters on the map`, clusters, 1),
        atMost(`${view}: main thread, ms a frame`, script_ms_a_frame.median, Math.floor(FRAME_MS)),
        atMost(`${view}: p50 of a frame in ms`, p50_ms.median, Math.ceil(FRAME_MS)),
        atMost(
          `${view}: worst frame over that of the empty page, ms`,
          worst_ms.median - empty_worst_ms.median,
          WORST_MS,
        ),
      ]),
    }
  })

/** Drags in a circle and counts frames. */
const pan = async (browser: Browser, page: Page, seconds: number) => {
  const cdp = await browser.cdp(page)
  await cdp.send('Performance.enable')
  const mainThreadS = async (): Promise<number> => {
    const { metrics } = await cdp.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
  }
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  const [x, y] = [width * 0.4, height / 2]
  await page.mouse.move(x + RADIUS_PX, y)
  await page.mouse.down()
  await page.evaluate(() => {
    const seen = { at_ms: [] as number[], is_over: false }
    const count = (at_ms: number) => {
      seen.at_ms.push(at_ms)
      if (!seen.is_over) requestAnimationFrame(count)
    }
    requestAnimationFrame(count)
    Object.assign(window, { seen_frames: seen })
  })
  const [before_us, before_s] = [cpuOf(browser.pid), await mainThreadS()]
  const began = performance.now()
  for (let n = 1; performance.now() < began + seconds * 1_000; n += 1) {
    const angle = ((performance.now() - began) / ROUND_MS) * 2 * Math.PI
    await page.mouse.move(x + RADIUS_PX * Math.cos(angle), y + RADIUS_PX * Math.sin(angle))
    await pause(Math.max(0, began + n * FRAME_MS - performance.now()))
  }
  const [after_us, after_s] = [cpuOf(browser.pid), await mainThreadS()]
  const frames = await page.evaluate(() => {
    const { seen_frames } = window as unknown as { seen_frames: { at_ms: number[]; is_over: boolean } } // Set above.
    seen_frames.is_over = true
    return seen_frames.at_ms
  })
  await page.mouse.up()
  await cdp.detach()
  const took_ms = frames.slice(1).map((at, n) => at - (frames[n] ?? 0))
  return {
    p50_ms: percentile(took_ms, 50),
    p99_ms: percentile(took_ms, 99),
    worst_ms: Math.max(...took_ms),
    on_time_percent: (took_ms.filter((ms) => ms < FRAME_MS * 1.5).length / took_ms.length) * 100,
    main_ms_a_frame: ((after_s - before_s) * 1_000) / took_ms.length,
    cpu_ms_a_frame: (after_us - before_us) / 1_000 / took_ms.length,
  }
}
