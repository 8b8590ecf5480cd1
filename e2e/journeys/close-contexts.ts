import { test as base } from '@playwright/test'

/**
 * `test` for journeys that open a browser context for each of several people: all contexts are closed after the test. The
 * browser is that of all journeys of a worker, and an open page goes on drawing the reports of a live fleet.
 */
export const test = base.extend<{ closeContexts: undefined }>({
  closeContexts: [
    async ({ browser }, use) => {
      await use(undefined)
      for (const context of browser.contexts()) await context.close()
    },
    { auto: true },
  ],
})
