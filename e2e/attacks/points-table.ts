import { api } from '@heatfleet/contract/api.ts'
import { createClient } from '@heatfleet/contract/client.ts'
import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import { chromium, type Page } from '@playwright/test'
import { findChromium } from '../../scripts/chromium.ts'
import type { Checks } from '../faults/checks.ts'
import { ADMIN_PASSWORD, startProduct } from '../product.ts'

const POINTS = 1_000
const KEY = 'thousand'
/** Issue: 1,000 points drawn, and each keystroke answered, within so long. */
const RENDER_MAX_MS = 100
const INTERACTION_MAX_MS = 100
const TYPED = 'point 77'

/** A table of 1,000 points: drawn at once, and typing never lags. */
export const attackPointsTable = async ({ rounds, checks }: { rounds: number; checks: Checks }): Promise<void> => {
  const product = await startProduct({ mode: 'start', demo: 3 })
  const browser = await chromium.launch({
    args: ['--no-sandbox', '--disable-gpu'],
    executablePath: findChromium(),
  })
  let token: string | null = null
  const call = createClient({ base_url: product.url, token: () => token })
  try {
    const user = await call(api.login, { body: { user_name: 'admin', password: ADMIN_PASSWORD } })
    token = user.token
    const menu = await call(api.roleMenu)
    await fillProduct(call)
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })
    await page.context().addCookies([{ name: 'token', value: encodeURIComponent(user.token), url: product.url }])
    await page.addInitScript(
      (session) => {
        localStorage.setItem('UserInfo', session.user)
        localStorage.setItem('menu', session.menu)
        localStorage.setItem('uid', session.uid)
      },
      { user: JSON.stringify(user), menu: JSON.stringify(menu), uid: String(user.uid) },
    )
    await page.goto(`${product.url}/#/product/product-detail/${KEY}`)
    await page.getByText(/^1,000 data points/).waitFor()
    const busy = await watchThread(page)
    const [renders, spent]: [number[], number[]] = [[], []]
    for (let n = 0; n < rounds; n++) {
      await leaveTable(page)
      const before_ms = await busy()
      renders.push(await timeOfDrawing(page))
      spent.push((await busy()) - before_ms)
    }
    const render_ms = medianOf(renders)
    checks.expect(
      `a table of ${POINTS} points is drawn within ${RENDER_MAX_MS} ms`,
      render_ms <= RENDER_MAX_MS,
      `median ${Math.round(render_ms)} ms of ${rounds}, worst ${Math.round(Math.max(...renders))} ms; ` +
        `of the page's own processor time: median ${Math.round(medianOf(spent))} ms`,
    )
    const interactions = await timesOfTyping(page)
    const worst_ms = Math.max(...interactions)
    checks.expect(
      `each keystroke in it is answered within ${INTERACTION_MAX_MS} ms`,
      worst_ms <= INTERACTION_MAX_MS,
      `${interactions.length} keystrokes, worst ${Math.round(worst_ms)} ms`,
    )
  } finally {
    await browser.close()
    await product.stop()
  }
}

/** Processor time of the page's main thread so far, ms: independent of other load. */
const watchThread = async (page: Page): Promise<() => Promise<number>> => {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000
  }
}

const leaveTable = async (page: Page): Promise<void> => {
  await page.getByRole('tab', { name: 'General' }).click()
  await page.getByRole('grid').waitFor({ state: 'detached' })
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
}

/** From the press on the tab until the rows are painted. */
const timeOfDrawing = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const tab = [...document.querySelectorAll<HTMLElement>('[role=tab]')].find(({ textContent }) =>
      textContent?.startsWith('Data points'),
    )
    const began = performance.now()
    tab?.click()
    const painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    do await painted()
    while (document.querySelectorAll('[role=grid] [data-at]').length === 0)
    return performance.now() - began
  })

/** From each key press to its paint. */
const timesOfTyping = async (page: Page): Promise<number[]> => {
  await page.evaluate(() => {
    const seen: number[] = []
    Object.assign(window, { seen })
    new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries()) if (name === 'keydown') seen.push(duration)
    }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit) // of the event timing draft
  })
  await page.getByLabel('Name, key or address').first().pressSequentially(TYPED, { delay: 60 })
  await page.getByRole('grid').getByRole('textbox').first().pressSequentially(TYPED, { delay: 60 })
  await page.waitForFunction(
    () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(true), 100))),
  )
  const slow = await page.evaluate(() => (window as unknown as { seen: number[] }).seen) // put there above
  // Keys below the observer's threshold count as fast.
  return [0, ...slow]
}

const fillProduct = async (call: ReturnType<typeof createClient>): Promise<void> => {
  const { list } = await call(api.productInfo, {
    query: { size: 1 },
    body: { product_key: 'r290-monobloc', with_points: true },
  })
  const [known] = list
  const sample = known?.points?.find(({ rw, data_type }) => rw === 'r' && data_type === 's16')
  if (known === undefined || sample === undefined) throw new Error('the built-in product has no such point')
  await call(api.productCreate, {
    body: {
      product_key: KEY,
      basics: {
        name: KEY,
        english_name: '',
        category: 'other',
        description: '',
        data_type: known.data_type,
        topology: known.topology,
        network_type: known.network_type,
        solution: '',
        platforms: known.platforms,
        bind_limit: known.bind_limit,
      },
    },
  })
  const set = Array.from({ length: POINTS }, (_, n): DataPoint => {
    const name = `Point ${n}`
    return { ...sample, key: `p_${n}`, names: { en: name, zh: name, pl: name }, address: n, block: null, tag: null }
  })
  const params = { product_key: KEY }
  const { revision } = await call(api.productDraft, { params })
  await call(api.productDraftSave, { params, body: { revision, set } })
}

const medianOf = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
