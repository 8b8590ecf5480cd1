import { setTimeout as pause } from 'node:timers/promises'
import type { CDPSession, Page } from 'playwright'
import { withBrowser } from './browser.ts'
import { generateFleet, untilFolded } from './fleet.ts'
import { giveSecret, type Place, withProduct } from './product.ts'
import { type PushFigures, startPushLoad } from './push-load.ts'
import { atLeast, atMost, describeMachine, type Outcome } from './result.ts'

export type WallSize = {
  devices: number
  /** Reports of each device, in one minute: the field's is one. */
  reports_a_minute: number
  /** Minutes of the big screen's clock in one minute: it counts its figures anew every ten seconds of that. */
  clock_speed: number
  minutes: number
}

const SAMPLE_MS = 20_000
/** Share of the run in which caches fill and code is compiled. */
const SETTLED = 0.3
/** What a page may grow in 24 hours at the field's pace, MB. */
const DAY_MAX_MB = 20
const MINUTES_OF_DAY = 1_440

type Sample = { minute: number; heap_mb: number; nodes: number; listeners: number }

/**
 * Memory of the pages that hang on a wall: the big screen on a clock that runs faster, and the monitor with its tiles at many times the
 * reports of the field. Live heap after a collection, nodes and listeners; from their slopes what 24 hours would add.
 */
export const measureWall = async (size: WallSize, place: Place, say: (line: string) => void) =>
  withProduct(place, {}, async ({ client, url, mqtt_port }) => {
    await generateFleet(client, size.devices)
    await untilFolded(client)
    const secret_hex = await giveSecret(client)
    const { rows } = await client.query<{ mac: string }>('select mac from devices where active order by device_id')
    const load = startPushLoad()
    try {
      const from_s = Math.floor(Date.now() / 1_000) - 3_600
      await load.request({ kind: 'modules', port: mqtt_port, macs: rows.map(({ mac }) => mac), secret_hex, from_s })
      const pages = await withBrowser({ url, is_pinned: place.is_pinned }, async (browser) => {
        const screen = await browser.consolePage('/dashboard/BSShow', { has_own_clock: true })
        await screen.getByRole('region', { name: 'Fleet live' }).waitFor()
        const monitor = await browser.consolePage('/dashboard/monitor?show=online')
        await monitor.getByRole('list', { name: 'Monitor' }).getByRole('button').first().waitFor()
        const opened = [
          { name: 'big screen', speed: size.clock_speed, cdp: await browser.cdp(screen) },
          { name: 'monitor', speed: size.reports_a_minute, cdp: await browser.cdp(monitor) },
        ]
        const answers = { figures: 0, pushes: 0 }
        screen.on(
          'response',
          (response) => (answers.figures += response.url().includes('list-device-status-count') ? 1 : 0),
        )
        for (const { cdp } of opened) await cdp.send('Performance.enable')
        await opened[1]?.cdp.send('Network.enable')
        opened[1]?.cdp.on('Network.webSocketFrameReceived', () => (answers.pushes += 1))
        const samples = opened.map((): Sample[] => [])
        const rate = (rows.length * size.reports_a_minute) / 60
        const reporting = load.request<PushFigures>({ kind: 'report', seconds: size.minutes * 60, rate })
        const began = performance.now()
        const ticking = runClock(screen, size.clock_speed, () => performance.now() >= began + size.minutes * 60_000)
        while (performance.now() < began + size.minutes * 60_000) {
          await pause(Math.min(SAMPLE_MS, (size.minutes * 60_000) / 4))
          // Without mouse and key the console signs out after two hours.
          await screen.mouse.move(100 + (samples[0]?.length ?? 0), 100)
          for (const [at, { name, cdp }] of opened.entries()) {
            const sample = { minute: (performance.now() - began) / 60_000, ...(await memoryOf(cdp)) }
            samples[at]?.push(sample)
            say(`${sample.minute.toFixed(1)} min, ${name}: ${sample.heap_mb.toFixed(2)} MB, ${sample.nodes} nodes`)
          }
        }
        await ticking
        await reporting
        return { answers, pages: opened.map(({ name, speed }, at) => growthOf(name, speed, samples[at] ?? [])) }
      })
      return {
        workload: 'wall',
        ...size,
        machine: await describeMachine(client),
        is_pinned: place.is_pinned,
        ...pages,
        verdicts: [
          atLeast(
            'times the big screen counted its figures anew',
            pages.answers.figures,
            size.minutes * size.clock_speed * 3,
          ),
          atLeast('messages to the monitor', pages.answers.pushes, size.minutes * 60),
          ...pages.pages.flatMap(({ name, day_mb, day_nodes }) => [
            atMost(`${name}: MB more in 24 hours`, day_mb, DAY_MAX_MB),
            atMost(`${name}: nodes more in 24 hours`, day_nodes, 10_000),
          ]),
        ] satisfies Outcome[],
      }
    } finally {
      load.close()
    }
  })

/** Runs the clock of a page at a multiple of the real one. */
const runClock = async (page: Page, speed: number, isOver: () => boolean): Promise<void> => {
  while (!isOver()) {
    const began = performance.now()
    await page.clock.runFor(speed * 1_000)
    await pause(Math.max(0, 1_000 - (performance.now() - began)))
  }
}

const MB = 1_048_576

const memoryOf = async (cdp: CDPSession): Promise<Omit<Sample, 'minute'>> => {
  // The second one takes what finalizers of the first let go.
  await cdp.send('HeapProfiler.collectGarbage')
  await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize } = await cdp.send('Runtime.getHeapUsage')
  const { metrics } = await cdp.send('Performance.getMetrics')
  const metric = (wanted: string): number => metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN
  return { heap_mb: usedSize / MB, nodes: metric('Nodes'), listeners: metric('JSEventListeners') }
}

/** Slopes of the lines through the later samples, and what they come to in a day at the field's pace. */
const growthOf = (name: string, speed: number, samples: readonly Sample[]) => {
  const settled = samples.slice(Math.floor(samples.length * SETTLED))
  const day = (value: (sample: Sample) => number): number => (slopeOf(settled, value) * MINUTES_OF_DAY) / speed
  return {
    name,
    first: settled[0] ?? null,
    last: settled.at(-1) ?? null,
    hours: ((settled.at(-1)?.minute ?? 0) * speed) / 60,
    day_mb: day(({ heap_mb }) => heap_mb),
    day_nodes: day(({ nodes }) => nodes),
    day_listeners: day(({ listeners }) => listeners),
  }
}

const slopeOf = (samples: readonly Sample[], value: (sample: Sample) => number): number => {
  const mean = (of: (sample: Sample) => number) => samples.reduce((sum, one) => sum + of(one), 0) / samples.length
  const [minute, level] = [mean((one) => one.minute), mean(value)]
  const spread = samples.reduce((sum, one) => sum + (one.minute - minute) ** 2, 0)
  const rise = samples.reduce((sum, one) => sum + (one.minute - minute) * (value(one) - level), 0)
  return spread === 0 ? 0 : rise / spread
}
