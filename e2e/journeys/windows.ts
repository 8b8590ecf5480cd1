import { test as base } from '@playwright/test'

/**
 * `test` for journeys that open a browser's window for each of several people: what they left open is closed with them. The
 * browser is that of all journeys, and a window nobody looks at any more goes on drawing what a live fleet tells it.
 */
export const test = base.extend<{ closedWindows: undefined }>({
  closedWindows: [
    async ({ browser }, use) => {
      await use(undefined)
      for (const context of browser.contexts()) await context.close()
    },
    { auto: true },
  ],
})
