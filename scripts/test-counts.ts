import { stripVTControlCharacters } from 'node:util'

/** How much of a reason is shown: enough for the assertion and the first lines around it. */
const REASON_CHARACTERS = 1_500

/** What a stage adds to the closing line, and the names of what failed. */
export type Counts = {
  passed: number
  failed: number
  failures: string[]
  /** Names of what was left out: a program that it needs is missing here. */
  skipped?: string[]
  /** Figures worth showing beside the counts. */
  note?: string
}

type VitestReport = {
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

const SKIPPED: ReadonlySet<string> = new Set(['skipped', 'pending'])

/** Counts a vitest JSON report. A file that could not even be loaded is one failure. */
export const countVitest = (json: string): Counts => {
  // The reporter's own format; read by name only.
  const report = JSON.parse(json) as VitestReport
  const tests = report.testResults.flatMap((file) => file.assertionResults)
  const failed = tests.filter(({ status }) => status === 'failed')
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed'),
  )
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    failed: failed.length + broken.length,
    failures: [
      ...failed.map(
        ({ fullName, failureMessages }) => `${fullName}\n${(failureMessages[0] ?? '').slice(0, REASON_CHARACTERS)}`,
      ),
      ...broken.map(({ name, message }) => `${name}\n${message.slice(0, REASON_CHARACTERS)}`),
    ],
    skipped: tests.filter(({ status }) => SKIPPED.has(status)).map(({ fullName }) => fullName),
  }
}

/** Reads the report of `npm run faults`, which holds the counts as they are. */
export const countFaults = (json: string): Counts => JSON.parse(json) as Counts

type PlaywrightSpec = {
  title: string
  ok: boolean
  tests?: { status?: string; results: { error?: { message?: string } }[] }[]
}
type PlaywrightSuite = {
  title: string
  specs?: PlaywrightSpec[]
  suites?: PlaywrightSuite[]
}
type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number }
  suites: PlaywrightSuite[]
  errors: { message?: string }[]
  /** What `e2e/playwright.config.ts` says of the run. */
  config?: { metadata?: { looks?: string[] } }
}

/** Counts a Playwright JSON report; what failed outside any journey (the product would not start) is one failure each. */
export const countPlaywright = (json: string): Counts => {
  // The reporter's own format; read by name only.
  const report = JSON.parse(json) as PlaywrightReport
  const looks = report.config?.metadata?.looks
  return {
    passed: report.stats.expected + report.stats.flaky,
    failed: report.stats.unexpected + report.errors.length,
    failures: [
      ...report.suites.flatMap(failedSpecs),
      ...report.errors.map(({ message }) => (message ?? 'no reason given').slice(0, REASON_CHARACTERS)),
    ],
    skipped: report.suites.flatMap(skippedSpecs),
    ...(looks === undefined ? {} : { note: `screens in ${looks.join(', ')}` }),
  }
}

const failedSpecs = (suite: PlaywrightSuite): string[] => [
  ...(suite.specs ?? []).filter(({ ok }) => !ok).map((spec) => `${suite.title}: ${spec.title}${reasonOf(spec)}`),
  ...(suite.suites ?? []).flatMap(failedSpecs),
]

const skippedSpecs = (suite: PlaywrightSuite): string[] => [
  ...(suite.specs ?? [])
    .filter(({ tests = [] }) => tests.some(({ status }) => status === 'skipped'))
    .map(({ title }) => `${suite.title}: ${title}`),
  ...(suite.suites ?? []).flatMap(skippedSpecs),
]

/** The first reason a journey gave, on one line under its name, so that an excerpt of the report contains it. */
const reasonOf = ({ tests = [] }: PlaywrightSpec): string => {
  const [message] = tests.flatMap(({ results }) => results.flatMap(({ error }) => error?.message ?? []))
  if (message === undefined) return ''
  const line = stripVTControlCharacters(message).replace(/\s+/g, ' ').trim()
  return `\n${line.slice(0, REASON_CHARACTERS)}`
}
