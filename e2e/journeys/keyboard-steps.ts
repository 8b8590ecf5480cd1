import { expect, type Locator, type Page, type TestInfo } from '@playwright/test'

/** More presses than these on the way to one control are too many; a loop of Tab ends here as well. */
const TABS_MAX = 25
/** The console's aim for the slowest interaction, ms. */
const INTERACTION_AIM_MS = 100

type Interaction = { path: string; duration_ms: number; what: string }
declare global {
  interface Window {
    interactions: Interaction[]
  }
}

/** Collects the interactions of the page; the browser measures to 8 ms and reports from 16 ms on. */
export const watchInteractions = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    window.interactions = []
    // The types of the DOM do not know the threshold.
    const observed: PerformanceObserverInit & { durationThreshold: number } = {
      type: 'event',
      durationThreshold: 16,
      buffered: true,
    }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as PerformanceEventTiming[])
        if (entry.interactionId > 0)
          window.interactions.push({
            path: location.hash.replace(/[?].*/, '').replace(/\/[0-9a-f]{12,15}$/, ''),
            duration_ms: entry.duration,
            what: entry.name,
          })
    }).observe(observed)
  })
}

/** A person at the keys of one page: every press is counted, the mouse is never used. */
export const keyboardOf = (page: Page, info: TestInfo) => {
  const begun = performance.now()
  let keys = 0
  let longest = 0
  const press = async (key: string, times = 1) => {
    for (let time = 0; time < times; time += 1) {
      await page.keyboard.press(key)
      keys += 1
    }
  }
  return {
    press,
    type: async (text: string) => {
      await page.keyboard.type(text)
      keys += text.length
    },
    /** What a clipboard or a scanner brings counts as one press. */
    paste: async (text: string) => {
      await page.keyboard.insertText(text)
      keys += 1
    },
    /** Presses Tab until the control is reached; gives the number of presses. */
    tabTo: async (control: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<number> => {
      await expect(control).toBeVisible()
      const passed: string[] = []
      for (let tabs = 0; tabs <= TABS_MAX; tabs += 1) {
        if (await control.evaluate((element) => element === document.activeElement)) {
          longest = Math.max(longest, tabs)
          return tabs
        }
        await press(key)
        passed.push(await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 90) ?? ''))
      }
      throw new Error(
        `${String(control)} is not reached by ${TABS_MAX} presses of ${key}, which passed\n${passed.join('\n')}`,
      )
    },
    /** Writes down what the task cost and its slowest interactions; no test fails by the clock. */
    report: async () => {
      const seconds = ((performance.now() - begun) / 1_000).toFixed(1)
      info.annotations.push({ type: 'keyboard', description: `${seconds} s, ${keys} keys, at most ${longest} Tab` })
      const seen = await page.evaluate(() => window.interactions)
      for (const path of new Set(seen.map((one) => one.path))) {
        const own = seen.filter((one) => one.path === path).toSorted((a, b) => b.duration_ms - a.duration_ms)
        const [worst] = own
        if (worst !== undefined)
          info.annotations.push({
            type: 'interaction',
            description: `${path}: slowest of ${own.length} over 16 ms ${worst.duration_ms} ms (${worst.what}), aim ${INTERACTION_AIM_MS} ms`,
          })
      }
    },
  }
}
