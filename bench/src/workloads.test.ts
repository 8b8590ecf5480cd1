import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { measureAlarms } from './alarm-lists.ts'
import { chromiumPath } from './browser.ts'
import { measureDays } from './daily-figures.ts'
import { measureDetection } from './detection.ts'
import { measureDetectors } from './detectors.ts'
import { measureIngest } from './durable-ingest.ts'
import { VIEWERS } from './fleet.ts'
import { measureStatistics } from './fleet-statistics.ts'
import { measureIndexes } from './index-costs.ts'
import { measureExport } from './large-export.ts'
import { measurePush } from './live-push.ts'
import { measureLogs } from './log-lists.ts'
import { measureLostMachine } from './lost-machine.ts'
import { measureMapPan } from './map-pan.ts'
import { measureMap } from './map-views.ts'
import { measureHistory } from './packed-history.ts'
import type { Place } from './product.ts'
import { measureReconnect } from './reconnect.ts'
import { Result, reportOf } from './result.ts'
import { measureRuleIngest } from './rule-ingest.ts'
import { measureLists } from './scoped-lists.ts'
import { measureStuck } from './stuck-consoles.ts'
import { measureTableBackup } from './table-backup.ts'
import { measureUpgrades } from './upgrades.ts'
import { measureWall } from './wall-memory.ts'

// The short forms prove that the product's answers are right under each workload; no time is checked.
let place: Place
beforeEach(() => {
  place = { data_dir: mkdtempSync(join(tmpdir(), 'heatfleet-bench-')), is_pinned: false }
})
afterEach(() => rmSync(place.data_dir, { recursive: true, force: true }))

const say = (): void => {}
const textOf = (measured: object): string =>
  reportOf(Result.parse({ date: new Date().toISOString(), load: { before: 0, after: 0 }, ...measured }))

test('W1: every report that was acknowledged to 200 modules is stored, and no other', async () => {
  const result = await measureIngest({ sessions: 200, seconds: 1, repeats: 1, settle_s: 0 }, place, say)
  expect(result.stored.acknowledged).toBeGreaterThan(200)
  expect(result.stored).toMatchObject({ lost: 0, invented: 0, wrong_state: 0 })
  expect(result.durability).toEqual({ fsync: 'on', synchronous_commit: 'on' })
  expect(textOf(result)).toContain('targets met')
})

test('W3: every extreme of compacted reports is read as a table of single values has it', async () => {
  const result = await measureHistory({ units: 2, days: 2, repeats: 1, sessions: 20 }, place, say)
  expect(result.reports).toBe(2 * 2 * 1_440)
  expect(result.bytes_a_value.product).toBeLessThan((result.bytes_a_value.peers[0]?.bytes ?? 0) / 50)
  expect(result.under_ingest.most_rate).toBeGreaterThan(0)
  expect(textOf(result)).toContain('targets met')
})

test('OTA: every module of a small campaign has its image while others report', async () => {
  const result = await measureUpgrades({ modules: 100, image_kib: 16, rate: 20, seconds: 1, repeats: 1 }, place, say)
  expect(result.campaign.succeeded).toEqual({ min: 100, median: 100, max: 100 })
  expect(result.campaign.bytes_per_s.median).toBeGreaterThan(0)
  expect(textOf(result)).toContain('targets met')
})

test('W5: every list of a small fleet is answered, and each viewer is shown the devices in scope', async () => {
  const size = { devices: 2_000, concurrency: 2, seconds: 0.02, repeats: 1 }
  const result = await measureLists(size, place, say)
  const { admin, province, city, county } = result.fleet.seen_by
  expect(admin).toBe(2_000)
  expect(province).toBeLessThan(admin)
  expect(city).toBeLessThan(province)
  expect(county).toBeLessThan(city)
  expect(Math.min(...VIEWERS.map((viewer) => result.fleet.seen_by[viewer]))).toBeGreaterThan(0)
  expect(result.cases.filter(({ statements }) => statements < 2).map(({ name }) => name)).toEqual([])
  expect(textOf(result)).toContain('targets met')
})

test('alarms: every filter of the alarm list of a small fleet is answered', async () => {
  const result = await measureAlarms({ devices: 2_000, alarms: 5_000, repeats: 2 }, place, say)
  expect(result.cases.length).toBe(result.outcomes.length)
  expect(textOf(result)).toContain('targets met')
})

test('logs: every filter of the device log and of the service orders of a small fleet is answered', async () => {
  const result = await measureLogs({ devices: 2_000, events: 3_000, orders: 1_000, repeats: 2 }, place, say)
  expect(result.cases.length).toBe(result.outcomes.length)
  expect(textOf(result)).toContain('targets met')
})

test('indexes: alarms and events of a small fleet are stored with all indexes and without some, and nothing of it stays', async () => {
  const size = { devices: 2_000, alarms: 1_000, events: 1_000, rows: 200, repeats: 1 }
  const result = await measureIndexes(size, place, say)
  expect(result.costs.length).toBeGreaterThan(6)
  expect(textOf(result)).toContain('targets met')
})

test('rules on ingest: they are evaluated, and their cost is measured', async () => {
  const size = { sessions: 40, rules: 3, seconds: 1, repeats: 1, settle_s: 1 }
  const result = await measureRuleIngest(size, place, say)
  expect(result.outcomes[0]?.is_met).toBe(true)
  expect(textOf(result)).toContain('more processor time of a report')
})

test('backup: the rows of a small fleet are restored as they were, beside its files', async () => {
  const result = await measureTableBackup({ devices: 2_000, segments_mb: 5 }, place, say)
  expect(result.rows).toBeGreaterThan(4_000)
  expect(textOf(result)).toContain('targets met')
})

test('recovery: of a machine that is lost, what the archive of the log held is there', async () => {
  const result = await measureLostMachine({ devices: 500, segments_mb: 5, log_s: 1, stages: 6 }, place, say)
  expect(result.rto_s).toBeGreaterThan(0)
  // The first outcome is a time, which a test does not evaluate.
  expect(result.outcomes.slice(1).filter(({ is_met }) => !is_met)).toEqual([])
})

test('reconnect: after a kill of the gateway every module is back and online', async () => {
  const result = await measureReconnect({ sessions: 200, repeats: 1 }, place, say)
  expect(result.online).toBe(200)
  expect(result.figures.connects_mean.max).toBeGreaterThanOrEqual(1)
})

const has_psql = spawnSync('psql', ['--version']).error === undefined
test.runIf(has_psql)('W6: a file of two units and two days has every row, while modules report', async () => {
  const result = await measureExport({ units: 2, days: 2, repeats: 1, sessions: 20, rate: 20 }, place, say)
  expect(result).toMatchObject({ rows: 2 * 2 * 1_440, points: 12 })
  expect(result.puback.meanwhile.reports).toBeGreaterThan(0)
  expect(textOf(result)).toContain('targets met')
})

test('detection: no board is recognised as another, and each unknown one ends with evidence', async () => {
  const result = await measureDetection({ units: 8, unknown: 6 }, place, say)
  expect(result).toMatchObject({ wrong: 0, failed: 0, unknown_unrecognized: 6, without_evidence: 0 })
  expect(result.hits).toBeGreaterThanOrEqual(7)
  expect(textOf(result)).toContain('targets met')
})

test('statistics: the figures of the front page add up to a small fleet', async () => {
  const result = await measureStatistics({ devices: 2_000, alarms: 1_000, repeats: 2 }, place, say)
  expect(result.cases.length).toBe(42)
  expect(textOf(result)).toContain('targets met')
})

test('map: every view of a small fleet holds the units that stand in it', async () => {
  const result = await measureMap({ devices: 2_000, views: 1 }, place, say)
  expect(result.wrong).toEqual([])
  expect(textOf(result)).toContain('targets met')
})

const has_chromium = chromiumPath() !== undefined
test.runIf(has_chromium)('map-pan: a hand moves the map, and clusters come with the views', async () => {
  const result = await measureMapPan({ devices: 2_000, seconds: 1, repeats: 1 }, place, say)
  expect(result.turns.map(({ kind }) => kind)).toEqual(['still', 'outlines', 'fleet'])
  expect(result.clusters).toBeGreaterThan(0)
})

test.runIf(has_chromium)('wall: pages take turns while units change, and memory is read on both sides', async () => {
  const size = { devices: 2_000, alarms: 500, minutes: 0.8, sample_s: 5, page_s: 10, changes: 3, frames_s: 24 }
  const result = await measureWall(size, place, say)
  expect(result.samples.length).toBeGreaterThanOrEqual(5)
  expect(result.changed).toBeGreaterThan(0)
  expect(result.page_errors).toEqual([])
  expect(result.pages_shown).toBeGreaterThanOrEqual(2)
  expect(textOf(result)).toContain('targets met')
})

test('push: every status of a device reaches each console that watches it, and no other', async () => {
  const size = { consoles: 60, devices: 300, deliveries: 600, seconds: 2, repeats: 1 }
  const result = await measurePush(size, place, say)
  expect(result.lost).toEqual({ missing: 0, surplus: 0, foreign: 0, raw_missing: 0 })
  expect(result.figures.deliveries_s.median).toBeGreaterThan(100)
  expect(textOf(result)).toContain('targets met')
})

test('stuck: consoles that read miss nothing while others do not read', async () => {
  const size = { consoles: 60, devices: 300, deliveries: 600, stuck: 4, seconds: 1, loops: 1 }
  const result = await measureStuck(size, place, say)
  expect(result.lost).toBe(0)
  expect(result.others_deliveries).toBeGreaterThan(100)
  expect(textOf(result)).toContain('targets met')
})

test('days: daily figures of every unit are computed from compacted reports', async () => {
  const result = await measureDays({ units: 3, days: 1 }, place, say)
  expect(result.reports).toBe(3 * 1_440)
  // A UTC day lies in two days of the units' zone.
  expect(result.computed).toBe(6)
  expect(textOf(result)).toContain('targets met')
})

test('detectors: faults planted in simulated units are found from their stored history', async () => {
  const result = await measureDetectors({ faulty: 1, healthy: 1, days: 8 }, place, say)
  const scores = Object.fromEntries(result.scores.map((score) => [score.detector, score]))
  // Eight days are too few for a baseline: drift and flow are still learning.
  for (const detector of ['heater_overuse', 'stuck_sensor'] as const)
    expect(scores[detector]).toMatchObject({ recall_percent: 100, precision_percent: 100 })
  expect(scores.charge_drift?.marked).toBe(0)
})
