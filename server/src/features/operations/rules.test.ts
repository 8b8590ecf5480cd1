import type { CheckName, CheckState } from '@heatfleet/contract/operations/operations.ts'
import { expect, test } from 'vitest'
import { type CheckInput, evaluateChecks } from './rules.ts'
import { minutesOf } from './samples.ts'

const HEALTHY: CheckInput = {
  database_ms: 2,
  migrated: true,
  gateway_ready: true,
  gateway_seen_s: 3,
  queue: 0,
  queue_max: 20_000,
  lag_ms: 10,
  connections: 200,
  connections_max: 18_000,
  dead_letters: 0,
  disk_free_mb: 50_000,
  disk_least_mb: 2_000,
  backup_h: 5,
  backup_failed: false,
  backup_expected: true,
  compaction_late_h: 0,
  damaged_segments: 0,
  job_waiting_s: 0,
  job_scheduled_s: 60,
  jobs_failed: 0,
  database_connections: 12,
  database_connections_max: 100,
  transaction_s: 0,
  clock_ms: 1,
  certificate_days: 200,
  replicas: 1,
}
const stateOf = (check: CheckName, input: Partial<CheckInput>): CheckState | undefined =>
  evaluateChecks({ ...HEALTHY, ...input }).find((one) => one.check === check)?.state

test('a healthy installation has nothing to look at', () => {
  expect(evaluateChecks(HEALTHY).filter(({ state }) => state !== 'ok')).toEqual([])
})

test.each<[CheckName, Partial<CheckInput>, CheckState]>([
  ['database', { database_ms: null }, 'bad'],
  ['database', { database_ms: 300 }, 'warn'],
  ['migrations', { migrated: false }, 'bad'],
  ['gateway', { gateway_seen_s: null }, 'bad'],
  ['gateway', { gateway_seen_s: 20 }, 'warn'],
  ['broker', { gateway_ready: false }, 'bad'],
  ['ingest_queue', { queue: 10_000 }, 'warn'],
  ['ingest_queue', { queue: null }, 'off'],
  ['connections', { connections: 18_000 }, 'bad'],
  ['dead_letters', { dead_letters: 1 }, 'warn'],
  ['disk', { disk_free_mb: 2_001 }, 'ok'],
  ['disk', { disk_free_mb: 2_000 }, 'warn'],
  ['disk', { disk_free_mb: 400 }, 'bad'],
  ['disk', { disk_free_mb: null }, 'off'],
  ['backup', { backup_h: 27 }, 'warn'],
  ['backup', { backup_h: 80 }, 'bad'],
  ['backup', { backup_h: 2, backup_failed: true }, 'bad'],
  ['backup', { backup_h: null }, 'warn'],
  ['backup', { backup_h: null, backup_failed: true }, 'bad'],
  ['backup', { backup_h: null, backup_expected: false }, 'off'],
  ['backup', { backup_h: 900, backup_expected: false }, 'ok'],
  ['compaction', { compaction_late_h: 5 }, 'warn'],
  ['damaged_segments', { damaged_segments: 1 }, 'bad'],
  ['worker', { job_scheduled_s: null }, 'off'],
  ['worker', { job_scheduled_s: 4_000 }, 'bad'],
  ['waiting_jobs', { job_waiting_s: 301 }, 'warn'],
  ['failed_jobs', { jobs_failed: 2 }, 'warn'],
  ['clock', { clock_ms: 90_000 }, 'bad'],
  ['certificate', { certificate_days: 20 }, 'warn'],
  ['certificate', { certificate_days: -1 }, 'bad'],
  ['certificate', { certificate_days: null }, 'off'],
  ['replication', { replicas: 0 }, 'off'],
])('%s with %o is %s', (check, input, state) => {
  expect(stateOf(check, input)).toBe(state)
})

test('a curve has the mean of each minute and gaps where nothing was measured', () => {
  const now_ms = 3_600_000
  const sample = (age_ms: number, connections: number | null) => ({
    at_ms: now_ms - age_ms,
    connections,
    reports_per_s: null,
    lag_ms: null,
    refused_per_min: null,
    sockets: null,
    calls_per_s: null,
  })
  const curve = minutesOf(
    [sample(3_540_001, 9), sample(60_000, 2), sample(59_000, 4), sample(1_000, 6), sample(500, null)],
    'connections',
    now_ms,
  )
  expect(curve).toHaveLength(60)
  expect([curve[0], curve.at(-2), curve.at(-1)]).toEqual([9, 2, 5])
  expect(curve.filter((value) => value !== null)).toHaveLength(3)
})
