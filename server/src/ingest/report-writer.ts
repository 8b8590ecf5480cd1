import type { Logger } from 'pino'
import type { Clock } from '../platform/clock.ts'
import type { Uplink } from '../transports/device-transport.ts'
import { waitForBatch } from './batch-window.ts'
import type { DeadLetters } from './dead-letters.ts'
import type { GatewayMetrics } from './gateway-metrics.ts'
import type { KnownDevices } from './known-devices.ts'
import type { JudgedReport, Persist } from './persist-reports.ts'
import { createRepeats } from './repeats.ts'
import { isPresent, type ParsedReport, parseReport, REPEAT_WINDOW_MS } from './report-frame.ts'
import { decodeAndJudge, eventsOf, identify, type KnownReport } from './report-pipeline.ts'
import { createRetry, isTransient } from './retry-policy.ts'

/** Reports of one transaction at most; more wait for the next, which keeps a transaction below about a second. */
const BATCH_MAX = 10_000
/** A clock that is wrong is told of once in this time per device. */
const CLOCK_EVENT_EVERY_MS = 3_600_000

export type ReportWriter = {
  take: (uplink: Uplink) => void
  /** A report made here, out of what a module answered; goes the same way. */
  takeParsed: (parsed: ParsedReport) => void
  /** Resolves when nothing waits any more. */
  settled: () => Promise<void>
}

/** Every stored report of the present is in the unit's row, by the same transaction; a replay is not. */
const isNewest = ({ device: { state }, ...parsed }: KnownReport): boolean =>
  isPresent(parsed) && (state.last_report_ms === null || parsed.at_ms > state.last_report_ms)

type Deps = {
  clock: Clock
  known: KnownDevices
  persist: Persist
  dead_letters: DeadLetters
  metrics: GatewayMetrics
  log: Logger
  queue_max: number
  /** The queue is full, has room again: stop and restart reading from modules. */
  onFull: () => void
  onRoom: () => void
  /** After the commit. */
  onStored: (reports: readonly JudgedReport[]) => void
}

/**
 * One growing buffer, one transaction under way: while it commits the next batch gathers, so that batches are as large
 * as the database is slow. A report is acknowledged after its commit and never dropped once taken.
 */
export const createReportWriter = (deps: Deps): ReportWriter => {
  const { clock, known, persist, dead_letters, metrics, log } = deps
  const started_ms = clock.now()
  const repeats = createRepeats()
  const clock_told = new Map<number, number>()
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
  const mayTellClock = (device_id: number, now_ms: number): boolean => {
    if (now_ms - (clock_told.get(device_id) ?? -CLOCK_EVENT_EVERY_MS) < CLOCK_EVENT_EVERY_MS) return false
    clock_told.set(device_id, now_ms)
    return true
  }
  const acknowledge = ({ uplink }: ParsedReport): void => {
    metrics.ackSeconds.observe(Math.max(0, clock.now() - uplink.arrived_ms) / 1000)
    uplink.acknowledge()
  }
  const park = async (parsed: ParsedReport, reason: string): Promise<void> => {
    metrics.refusedReports.inc({ reason })
    const { did, channel, payload } = parsed.uplink
    await dead_letters.park({ mac: did, topic: channel, reason, payload })
    acknowledge(parsed)
  }
  const settle = ({ device, key }: KnownReport): void => {
    for (const waiting of repeats.settle(device.device_id, key, clock.now())) waiting()
  }

  const store = async (reports: readonly KnownReport[], is_retry: boolean): Promise<void> => {
    const fresh = await leaveStored(reports, is_retry)
    if (fresh.length === 0) return
    const judged = decodeAndJudge(fresh)
    const end = metrics.commitSeconds.startTimer()
    await persist.store(judged, eventsOf(judged, mayTellClock))
    end()
    for (const { device, state } of judged) {
      // Whether it is connected is not the reports' to say, and may have changed during the commit.
      const { online_status } = device.state
      device.state = state.online_status === online_status ? state : { ...state, online_status }
    }
    metrics.batchReports.observe(judged.length)
    metrics.stored.inc(judged.length)
    for (const report of judged) {
      settle(report)
      acknowledge(report)
    }
    deps.onStored(judged)
  }

  /**
   * Memory knows the repeats of ten minutes; what was stored before this process started, or by a commit whose answer
   * got lost, is found in the database. What is newer than all that the unit's row knew when it was read is not there.
   */
  const leaveStored = async (reports: readonly KnownReport[], is_retry: boolean): Promise<KnownReport[]> => {
    const is_young = clock.now() - started_ms < REPEAT_WINDOW_MS
    const suspects = reports.filter(
      (known) =>
        // Without a clock of its own, number and time do not tell a report from others of that time.
        known.clock_fault === null &&
        known.report.ts !== 0 &&
        (is_retry || known.uplink.is_repeat || (is_young && !isNewest(known))),
    )
    if (suspects.length === 0) return [...reports]
    // Our own connection that broke may still have a commit under way.
    if (is_retry) await persist.untilOthersSettled()
    metrics.lookedFor.inc(suspects.length)
    const stored = await persist.findStored(suspects)
    const known_stored = new Set(suspects.filter((_, position) => stored.has(position)))
    for (const report of known_stored) {
      metrics.duplicates.inc()
      settle(report)
      acknowledge(report)
    }
    return reports.filter((report) => !known_stored.has(report))
  }

  /** The batch at once; when a row in it is wrong, one by one, and the culprit is parked. */
  const storeOrPark = async (reports: readonly KnownReport[], is_retry: boolean): Promise<void> => {
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
        settle(only)
      }
    }
  }

  const writeBatch = async (batch: readonly ParsedReport[]): Promise<void> => {
    let fresh: KnownReport[] = []
    await withRetry(async () => {
      const { reports, strangers } = await identify(known, batch)
      for (const { parsed, reason } of strangers) await park(parsed, reason)
      fresh = reports.filter(isNew)
    })
    try {
      if (fresh.length > 0) await withRetry((is_retry) => storeOrPark(fresh, is_retry))
    } catch (error) {
      for (const { device, key } of fresh) repeats.forget(device.device_id, key)
      throw error
    }
  }
  const isNew = (report: KnownReport): boolean => {
    const judged = repeats.judge(report.device.device_id, report.key, clock.now(), () => acknowledge(report))
    if (judged === 'new') return true
    metrics.duplicates.inc()
    if (judged === 'stored') acknowledge(report)
    return false
  }

  const run = async (): Promise<void> => {
    while (queue.length > 0) {
      const batch = queue.slice(0, BATCH_MAX)
      queue = queue.slice(BATCH_MAX)
      metrics.queue.set(queue.length + batch.length)
      if (is_full && queue.length <= deps.queue_max / 2) {
        is_full = false
        deps.onRoom()
      }
      try {
        await writeBatch(batch)
      } catch (error) {
        // A bug of ours: not acknowledged, the modules will send again, and the process must not die of it.
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
    // In the next turn of the loop, so that what arrived in this one goes along.
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
      // It can never become valid: without its acknowledgement the module would send it for ever.
      uplink.acknowledge()
    },
    takeParsed: enqueue,
    settled: async () => {
      while (running !== null) await running
    },
  }
}
