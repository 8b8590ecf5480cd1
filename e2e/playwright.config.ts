import { defineConfig } from '@playwright/test'
import { findChromium } from '../scripts/chromium.ts'
import { LOOKS } from './journeys/looks.ts'

// HEATFLEET_TEST_CHROMIUM: another browser than the one found, such as the whole Chromium beside its headless shell.
const chromium = process.env.HEATFLEET_TEST_CHROMIUM ?? findChromium()

/** Journeys in real Chromium over the whole product: server, database, broker, simulator. */

// Without a locale Chromium cannot write file names beyond ASCII.
process.env.LC_ALL ||= process.env.LANG || 'C.UTF-8'

export default defineConfig({
  testDir: 'journeys',
  testMatch: '**/*.journey.ts',
  // One browser for each worker. Journeys share one product: whatever they change is their own or undone.
  workers: 2,
  fullyParallel: true,
  // One set of pictures for all machines: the browser draws with the same fonts on each, or the journey is skipped.
  snapshotPathTemplate: '{testDir}/__screens__/{arg}{ext}',
  // Journeys wait for events: the bounds only end a journey whose event never comes.
  timeout: 180_000,
  expect: { timeout: 45_000 },
  globalSetup: './global-setup.ts',
  metadata: { looks: LOOKS.map(({ name }) => name) },
  reporter:
    process.env.CI === undefined ? [['list']] : [['list'], ['json', { outputFile: 'test-results/report.json' }]],
  use: {
    baseURL: process.env.HEATFLEET_E2E_URL,
    locale: 'en-US',
    viewport: { width: 1440, height: 900 },
    // Animations end at once: no journey is about one.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace of every step costs a fifth of the CPU time: `playwright test -c e2e --trace retain-on-failure NAME`.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(chromium === undefined ? {} : { executablePath: chromium }),
      // No GPU and no calls home: the browser reaches this machine only.
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--enable-unsafe-swiftshader',
        // The headless shell does not ask the machine how letters are drawn; so they are those of the whole Chromium.
        '--font-render-hinting=slight',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
