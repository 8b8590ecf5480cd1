import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

const chromium = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
  existsSync(path),
)

const VIRTUAL_UNITS = '**/virtual-unit.journey.ts'

/** Journeys in real Chromium over the whole product: server, database, broker, simulator. */
export default defineConfig({
  testDir: 'journeys',
  testMatch: '**/*.journey.ts',
  workers: 2,
  // One set of pictures for all machines: the browser draws with the same fonts on each, or the journey is skipped.
  snapshotPathTemplate: '{testDir}/__screens__/{arg}{ext}',
  // Other journeys count the fleet of the demo: what adds to it comes after them.
  projects: [
    { name: 'journeys', testIgnore: VIRTUAL_UNITS },
    { name: 'virtual units', testMatch: VIRTUAL_UNITS, dependencies: ['journeys'] },
  ],
  // What is awaited comes as an event: the bounds only end a journey whose event never comes.
  timeout: 180_000,
  expect: { timeout: 45_000 },
  globalSetup: './global-setup.ts',
  reporter:
    process.env.CI === undefined ? [['list']] : [['list'], ['json', { outputFile: 'test-results/report.json' }]],
  use: {
    baseURL: process.env.HEATFLEET_E2E_URL,
    locale: 'en-US',
    viewport: { width: 1440, height: 900 },
    trace: 'retain-on-failure',
    launchOptions: {
      ...(chromium === undefined ? {} : { executablePath: chromium }),
      // No GPU and no calls home: the browser looks at this machine only.
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
