import type { Logger } from 'pino'
import type { Clock } from '../platform/clock.ts'
import type { Uplink } from '../transports/device-transport.ts'
import { alarmChangesOf } from './alarm-changes.ts'
import { waitForBatch } from './batch-window.ts'
import type { DeadLetters } from './dead-letters.ts'
import { createDeduplicator } from './deduplicator.ts'
import type { DeviceCache } from './device-cache.ts'
import { createRuleEvaluator, type RuleBook } from './device-rules.ts'
import type { GatewayMetrics } from './gateway-metrics.ts'
import type { EvaluatedReport, Persist } from './persist-reports.ts'
import { isPresent, type ParsedReport, parseReport, REPEAT_WINDOW_MS } from './report-frame.ts'
import { decodeAndEvaluate, eventsOf, type IdentifiedReport, identify } from './report-pipeline.ts'
import { createRetry, isTransient } from './retry-policy.ts'

/** Maximum reports of one transaction: keeps it below about a second. */
const BATCH_MAX = 10_000
/** Minimum interval between two clock events of a device. */
const CLOCK_EVENT_EVERY_MS = 3_600_000

export type ReportWriter = {
  take: (uplink: Uplink) => void
  /** Stores a report built from a module's answer. */
  takeParsed: (parsed: ParsedReport) => void
  /** Resolves when the queue is empty. */
  drained: () => Promise<void>
}

/** Every stored live report is in the device's row by the same transaction; a replay is not. */
const isNewest = ({ device: { state }, ...parsed }: IdentifiedReport): boolean =>
  isPresent(parsed) && (state.last_report_ms === null || parsed.at_ms > state.last_report_ms)

type Deps = {
  clock: Clock
  device_cache: DeviceCache
  persist: Persist
  dead_letters: DeadLetters
  /** The alarm rules of people, as they are now. */
  findRules: () => RuleBook
  metrics: GatewayMetrics
  log: Logger
  queue_max: number
  /** The queue is full, has space again: pause and resume reading from modules. */
  onFull: () => void
  onSpace: () => void
  /** After the commit. */
  onStored: (reports: readonly EvaluatedReport[]) => void
}

/**
 * One queue, one transaction at a time: the next batch grows while one commits, so that batches adapt to the speed of the
 * database. A report is acknowledged after its commit and never dropped once accepted.
 */
export const createReportWriter = (deps: Deps): ReportWriter => {
  const { clock, device_cache, persist, dead_letters, metrics, log } = deps
  const started_ms = clock.now()
  const deduplicator = createDeduplicator()
  const rule_evaluator = createRuleEvaluator(deps.findRules)
  const clock_event_times = new Map<number, number>()
  let queue: ParsedReport[] = []
  let is_full = false
  let running: Promise<void> | null = null

  const withRetry = createRetry({
    clock,
    onWait: (error, tries) => {
      metrics.databaseRetries.inc()
      if (tries === 0) log.warn({ error }, 'database does not answer, reports wait')
    },
  })
  const mayLogClockFault = (device_id: number, now_ms: number): boolean => {
    if (now_ms - (clock_event_times.get(device_id) ?? -CLOCK_EVENT_EVERY_MS) < CLOCK_EVENT_EVERY_MS) return false
    clock_event_times.set(device_id, now_ms)
    return true
  }
  const acknowledge = ({ uplink }: ParsedReport): void => {
    if (uplink.dead_letter_id === undefined)
      metrics.ackSeconds.observe(Math.max(0, clock.now() - uplink.arrived_ms) / 1000)
    uplink.acknowledge()
  }
  const park = async (parsed: ParsedReport, reason: string): Promise<void> => {
    metrics.refusedReports.inc({ reason })
    const { did, channel, payload, dead_letter_id } = parsed.uplink
    await dead_letters.park({ mac: did, topic: channel, reason, payload, dead_letter_id })
    acknowledge(parsed)
  }
  const markStored = ({ device, key }: IdentifiedReport): void => {
    for (const waiting of deduplicator.markStored(device.device_id, key, clock.now())) waiting()
  }

  const store = async (reports: readonly IdentifiedReport[], is_retry: boolean): Promise<void> => {
    const fresh = await skipStored(reports, is_retry)
    if (fresh.length === 0) return
    const evaluated = decodeAndEvaluate(fresh, rule_evaluator)
    const end = metrics.commitSeconds.startTimer()
    const changes = alarmChangesOf(evaluated, deps.findRules().findRule)
    await persist.store(evaluated, eventsOf(evaluated, mayLogClockFault), changes)
    end()
    for (const { device, state } of evaluated) {
      // Reports do not change the connection state, which may have changed during the commit.
      const { online_status } = device.state
      device.state = state.online_status === online_status ? state : { ...state, online_status }
    }
    metrics.batchReports.observe(evaluated.length)
    metrics.stored.inc(evaluated.length)
    for (const report of evaluated) {
      markStored(report)
      acknowledge(report)
    }
    deps.onStored(evaluated)
  }

  /**
   * Memory detects duplicates of ten minutes; reports stored before this process started, or by a commit whose answer was
   * lost, are looked up in the database. Reports newer than the device's row when it was loaded cannot be there.
   */
  const skipStored = async (reports: readonly IdentifiedReport[], is_retry: boolean): Promise<IdentifiedReport[]> => {
    const is_young = clock.now() - started_ms < REPEAT_WINDOW_MS
    const suspects = reports.filter(
      (report) =>
        // Without a module clock, number and time do not identify a report.
        report.clock_fault === null &&
        report.report.ts !== 0 &&
        (is_retry || report.uplink.is_repeat || (is_young && !isNewest(report))),
    )
    if (suspects.length === 0) return [...reports]
    // A broken connection of this process may still be committing.
    if (is_retry) await persist.waitForOtherTransactions()
    metrics.duplicateLookups.inc(suspects.length)
    const stored = await persist.findStored(suspects)
    const already_stored = new Set(suspects.filter((_, position) => stored.has(position)))
    for (const report of already_stored) {
      metrics.duplicates.inc()
      markStored(report)
      acknowledge(report)
    }
    return reports.filter((report) => !already_stored.has(report))
  }

  /** Stores the batch; if a row is invalid, stores one by one and parks the invalid one. */
  const storeOrPark = async (reports: readonly IdentifiedReport[], is_retry: boolean): Promise<void> => {
    try {
      await store(reports, is_retry)
    } catch (error) {
      if (isTransient(error)) throw error
      const [only] = reports
      if (reports.length > 1) {
        for (const report of reports) await withRetry((again) => storeOrPark([report], again))
      } else if (only !== undefined) {
        log.error({ error, did: only.uplink.did }, 'report cannot be stored')
        await park(only, 'not_storable')
        markStored(only)
      }
    }
  }

  const writeBatch = async (batch: readonly ParsedReport[]): Promise<void> => {
    let fresh: IdentifiedReport[] = []
    await withRetry(async () => {
      const { reports, rejected } = await identify(device_cache, batch)
      for (const { parsed, reason } of rejected) await park(parsed, reason)
      fresh = reports.filter(isNew)
    })
    try {
      if (fresh.length > 0) await withRetry((is_retry) => storeOrPark(fresh, is_retry))
    } catch (error) {
      for (const { device, key } of fresh) deduplicator.forget(device.device_id, key)
      throw error
    }
  }
  const isNew = (report: IdentifiedReport): boolean => {
    const evaluated = deduplicator.admit(report.device.device_id, report.key, clock.now(), () => acknowledge(report))
    if (evaluated === 'new') return true
    metrics.duplicates.inc()
    if (evaluated === 'stored') acknowledge(report)
    return false
  }

  const run = async (): Promise<void> => {
    while (queue.length > 0) {
      const batch = queue.slice(0, BATCH_MAX)
      queue = queue.slice(BATCH_MAX)
      metrics.queue.set(queue.length + batch.length)
      if (is_full && queue.length <= deps.queue_max / 2) {
        is_full = false
        deps.onSpace()
      }
      try {
        await writeBatch(batch)
      } catch (error) {
        // A bug: not acknowledged, so the modules send again; the process keeps running.
        log.error({ error, reports: batch.length }, 'batch failed')
      }
      if (queue.length > 0) await waitForBatch(clock, () => queue.length)
    }
    metrics.queue.set(0)
  }

  const enqueue = (parsed: ParsedReport): void => {
    queue.push(parsed)
    metrics.queue.inc()
    if (!is_full && queue.length >= deps.queue_max) {
      is_full = true
      deps.onFull()
    }
    // In the next turn of the event loop, so that reports of this turn join the batch.
    running ??= new Promise<void>((resolve) => setImmediate(resolve)).then(run).finally(() => {
      running = null
    })
  }

  return {
    take: (uplink) => {
      const parsed = parseReport(uplink)
      if (parsed.ok) {
        if (parsed.parsed.clock_fault !== null) metrics.badClocks.inc({ reason: parsed.parsed.clock_fault })
        return enqueue(parsed.parsed)
      }
      metrics.refusedReports.inc({ reason: parsed.reason })
      const { did, channel, payload } = uplink
      void dead_letters.park({ mac: did, topic: channel, reason: parsed.reason, payload })
      // It can never become valid: unacknowledged, the module would send it for ever.
      uplink.acknowledge()
    },
    takeParsed: enqueue,
    drained: async () => {
      while (running !== null) await running
    },
  }
}
