import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'
import { LOOKS } from './journeys/looks.ts'

const chromium = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
  existsSync(path),
)

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
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
