import { buildPayload } from '@heatfleet/contract/device-protocol/json-payload.ts'
import { decodeOtaRequest, OTA_CHUNK_BYTES, OTA_WINDOW } from '@heatfleet/contract/device-protocol/ota-frame.ts'
import { type OtaMessage, otaJobOf } from '@heatfleet/contract/device-protocol/ota-messages.ts'
import { versionOf } from '@heatfleet/contract/firmware/fitting.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { isUpgradeOver, type UpgradeState } from '@heatfleet/contract/transitions.ts'
import type pg from 'pg'
import type { Logger } from 'pino'
import { createRetry } from '../../ingest/retry-policy.ts'
import type { Clock } from '../../platform/clock.ts'
import type { DeviceTransport } from '../../transports/device-transport.ts'
import { announcementOf } from './announcement.ts'
import type { createLinkIssuer } from './links.ts'
import { createPieceServer, type Download } from './piece-server.ts'
import { createProgressWriter } from './progress-writer.ts'
import { afterDeadline, PATIENCE_MS, percentOf, stepAfter, takesPlace } from './runner-rules.ts'
import { listOpenUpgrades, moveUpgrade, type OpenUpgrade, type UpgradeFacts } from './store-runner.ts'

/** Deadlines are looked at so often. */
const DEADLINE_POLL_MS = 5_000
/** Requests of one module that wait for their turn: its window, and as many that it repeats. */
const QUEUED_MAX = 2 * OTA_WINDOW
/** The longest piece that a module may request. */
const PIECE_MAX = 4 * OTA_CHUNK_BYTES

/** States that the campaign's own time limit ends. */
const LIMITED: ReadonlySet<UpgradeState> = new Set(['waiting', 'announced', 'accepted', 'downloading'])

/** What a registration means for upgrades. `is_restart` = the module started anew, and did not only connect again. */
type UpgradeRegistration = {
  module_version: string
  software_version: string | null
  arrived_ms: number
  is_restart: boolean
}

export type UpgradeRunner = {
  /** Upgrades that the console queued or took back. */
  changed: (upgrade_ids: readonly number[]) => Promise<void>
  /** Resumes the open upgrades of the previous gateway. */
  resume: () => Promise<void>
  /** The module has subscribed. */
  wake: (mac: string) => void
  /** The module said which versions it has: the only proof that an upgrade succeeded. */
  registered: (mac: string, registration: UpgradeRegistration) => Promise<void>
  /** False = the message is about no open upgrade of this unit. */
  reported: (mac: string, message: OtaMessage) => Promise<boolean>
  /** Why a request was refused, or null. */
  requested: (mac: string, payload: Uint8Array) => string | null
  stop: () => void
}

type Deps = {
  pool: pg.Pool
  clock: Clock
  transport: Pick<DeviceTransport, 'publish' | 'isListening'>
  log: Logger
  /** Folder of the images. */
  folder: string
  /** Pieces of images, of all modules together. */
  bytes_per_s: number
  links: ReturnType<typeof createLinkIssuer>
}
/** An open upgrade in memory. */
type Job = OpenUpgrade &
  Download & {
    /** Its last sign of life, unix ms. */
    seen_ms: number
    tail: Promise<unknown>
  }

/** Announces images, serves their pieces and decides how each upgrade ended (device-protocol 5). */
export const createUpgradeRunner = (deps: Deps): UpgradeRunner => {
  const { pool, clock, transport, log, folder, bytes_per_s, links } = deps
  const jobs = new Map<string, Job>()
  let stopTimer = (): void => {}
  let is_stopped = false
  const withRetry = createRetry({
    clock,
    onWait: (error, tries) => tries === 0 && log.warn({ error }, 'upgrades wait for the database'),
  })

  const drop = (job: Job): void => {
    if (jobs.get(job.mac) === job) jobs.delete(job.mac)
  }

  /** Writes a state and keeps it in memory; an upgrade that was taken back meanwhile is dropped. */
  const move = async (job: Job, to: UpgradeState, facts: Omit<UpgradeFacts, 'at'> = {}): Promise<boolean> => {
    const now = clock.now()
    const patience_ms = PATIENCE_MS[to]
    const deadline_at = patience_ms === undefined ? job.expires_at : new Date(now + patience_ms)
    const moved = await withRetry(() =>
      moveUpgrade(pool, job.upgrade_id, to, { at: new Date(now), deadline_at, ...facts }),
    )
    if (!moved) {
      await reload([job.upgrade_id])
      return false
    }
    const { percent = 0, announcements = job.announcements } = facts
    Object.assign(job, {
      state: to,
      moved_at: new Date(now),
      deadline_at,
      announcements,
      percent: Math.max(job.percent, percent),
    })
    job.seen_ms = now
    if (isUpgradeOver(to)) {
      drop(job)
      log.info({ upgrade_id: job.upgrade_id, mac: job.mac, state: to, reason: facts.reason ?? null }, 'upgrade ended')
      advance()
    }
    return true
  }

  /** One step of a unit after the other. */
  const inTurn = <Result>(job: Job, step: () => Promise<Result>): Promise<Result> => {
    const run = job.tail.then(step)
    job.tail = run.catch((error: unknown) => log.error({ error, mac: job.mac }, 'upgrade step failed'))
    return run
  }

  const announce = async (job: Job): Promise<void> => {
    if (job.expires_at.getTime() <= clock.now()) {
      await move(job, 'comm_exception', { reason: 'expired' })
      return
    }
    if (await move(job, 'announced', { announcements: job.announcements + 1 })) send(job)
  }
  const send = (job: Job): void =>
    transport.publish(job.mac, 'ota', buildPayload(announcementOf(job, links.is_offered)))

  const progress = createProgressWriter({ pool, clock, log, onGone: (ids) => reload(stillDownloading(ids)) })
  const stillDownloading = (ids: readonly number[]): number[] =>
    [...jobs.values()].flatMap(({ upgrade_id, state }) =>
      state === 'downloading' && ids.includes(upgrade_id) ? [upgrade_id] : [],
    )

  /** Announces to units that are here, as many as have a place. */
  const advance = (): void => {
    let places = LIMITS.upgrade_downloads_max - [...jobs.values()].filter(({ state }) => takesPlace(state)).length
    for (const job of jobs.values()) {
      if (places <= 0 || is_stopped) return
      if (job.state !== 'waiting' || !transport.isListening(job.mac)) continue
      places -= 1
      void inTurn(job, async () => {
        if (job.state === 'waiting') await announce(job)
      }).catch(() => {})
    }
  }

  const reload = async (ids: readonly number[] | null): Promise<void> => {
    const open = await withRetry(() => listOpenUpgrades(pool, ids))
    for (const job of jobs.values())
      if (
        (ids === null || ids.includes(job.upgrade_id)) &&
        !open.some(({ upgrade_id }) => upgrade_id === job.upgrade_id)
      )
        drop(job)
    for (const row of open) {
      const job = jobs.get(row.mac)
      if (job?.upgrade_id === row.upgrade_id) Object.assign(job, row)
      else jobs.set(row.mac, { ...row, seen_ms: clock.now(), free_ms: 0, queued: 0, tail: Promise.resolve() })
    }
    advance()
  }

  const checkDeadlines = async (): Promise<void> => {
    const now = clock.now()
    for (const job of jobs.values()) {
      if (isTooLate(job, now)) {
        await inTurn(job, async () => {
          if (isTooLate(job, now)) await move(job, 'comm_exception', { reason: 'timed_out' })
        })
        continue
      }
      if (Math.max(job.deadline_at.getTime(), job.seen_ms + (PATIENCE_MS[job.state] ?? 0)) > now) continue
      await inTurn(job, async () => {
        const next = afterDeadline(job, { is_here: transport.isListening(job.mac), silent_ms: now - job.seen_ms })
        if (next.kind === 'again') await announce(job)
        else if (next.kind === 'wait') job.deadline_at = new Date(now + next.ms)
        else await move(job, next.to, next.reason === undefined ? {} : { reason: next.reason })
      })
    }
    advance()
  }
  const poll = (): void => {
    stopTimer = clock.after(DEADLINE_POLL_MS, () => {
      checkDeadlines()
        .catch((error: unknown) => log.warn({ error }, 'deadlines of upgrades are looked at again'))
        .finally(() => is_stopped || poll())
    })
  }

  /** It came back from its restart with what it had. */
  const rolledBack = async (job: Job): Promise<void> => {
    if (jobs.get(job.mac) === job && job.state === 'restarting')
      await move(job, 'check_error', { reason: 'rolled_back' })
  }

  const pieces = createPieceServer({
    clock,
    transport,
    log,
    folder,
    bytes_per_s,
    isOpen: (job) => jobs.get(job.mac) === job,
  })

  return {
    changed: (ids) => reload(ids),
    resume: async () => {
      await reload(null)
      poll()
    },
    wake: (mac) => {
      const job = jobs.get(mac)
      if (job === undefined) return
      if (job.state === 'waiting') advance()
      // It may have forgotten what it was at: one that has not answers with the offset it goes on from.
      else if (['announced', 'accepted', 'downloading'].includes(job.state)) send(job)
    },
    registered: async (mac, { module_version, software_version, arrived_ms, is_restart }) => {
      const job = jobs.get(mac)
      if (job === undefined || job.state === 'waiting') return
      const present = versionOf(job.module, { module_version, software_version: software_version ?? '' })
      await inTurn(job, async () => {
        if (present === job.software_version) await move(job, 'success', { percent: 100 })
        // A registration from before its restart may be read after it.
        else if (job.state === 'restarting' && arrived_ms >= job.moved_at.getTime()) {
          if (is_restart) await rolledBack(job)
          // It only lost its connection: it may be about to restart.
          else clock.after(LIMITS.upgrade_restart_ms, () => void inTurn(job, () => rolledBack(job)).catch(() => {}))
        }
      })
    },
    reported: async (mac, message) => {
      const job = jobs.get(mac)
      if (job === undefined || job.state === 'waiting' || otaJobOf(message.id) !== job.upgrade_id) return false
      await inTurn(job, async () => {
        const next = stepAfter(message, job.size)
        job.seen_ms = clock.now()
        if (next.kind === 'again' || isUpgradeOver(job.state)) return
        if (message.st === 'accept' && message.http === 1) await links.issue(job)
        const { to, reason, percent } = next
        // A repeat, or an older message after a newer one, changes nothing.
        if (to === job.state && (percent ?? 0) <= job.percent) return
        if (to === job.state && to === 'downloading' && percent !== undefined) {
          const deadline_at = new Date(clock.now() + LIMITS.upgrade_progress_ms)
          Object.assign(job, { percent, deadline_at })
          return progress.note(job)
        }
        await move(job, to, {
          ...(reason === undefined ? {} : { reason }),
          ...(percent === undefined ? {} : { percent }),
        })
      })
      return true
    },
    requested: (mac, payload) => {
      const decoded = decodeOtaRequest(payload)
      if (!decoded.ok) return decoded.reason
      const { request } = decoded
      const job = jobs.get(mac)
      if (job === undefined || job.upgrade_id !== request.job || job.state === 'waiting')
        return pieces.refuse(mac, request, 'no_job')
      if (request.length === 0 || request.length > PIECE_MAX || request.offset >= job.size)
        return pieces.refuse(mac, request, 'bad_range')
      if (job.queued >= QUEUED_MAX) return pieces.refuse(mac, request, 'busy')
      job.seen_ms = clock.now()
      if (job.state === 'announced' || job.state === 'accepted')
        void inTurn(job, async () => {
          if (job.state === 'announced' || job.state === 'accepted')
            await move(job, 'downloading', { percent: percentOf(request.offset, job.size) })
        }).catch(() => {})
      pieces.serve(job, request)
      return null
    },
    stop: () => {
      is_stopped = true
      stopTimer()
      progress.stop()
      for (const job of jobs.values()) drop(job)
    },
  }
}

/** The campaign's time for a download is over; what is complete is verified and started to its end. */
const isTooLate = ({ state, limit_at }: Job, now_ms: number): boolean =>
  limit_at !== null && limit_at.getTime() <= now_ms && LIMITED.has(state)
