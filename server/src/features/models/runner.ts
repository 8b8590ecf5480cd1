import type { Command, PollPlan } from '@heatfleet/contract/device-protocol/device-commands.ts'
import type { AckMessage } from '@heatfleet/contract/device-protocol/device-messages.ts'
import { buildPayload } from '@heatfleet/contract/device-protocol/json-payload.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { ModelActionState } from '@heatfleet/contract/transitions.ts'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { CachedDevice, DeviceCache } from '../../ingest/device-cache.ts'
import type { Layout } from '../../ingest/layouts.ts'
import { createRetry } from '../../ingest/retry-policy.ts'
import type { GatewayBus } from '../../platform/bus.ts'
import type { Clock } from '../../platform/clock.ts'
import type { DeviceTransport } from '../../transports/device-transport.ts'
import { detect } from './detect.ts'
import { type Fingerprint, fingerprintOf } from './fingerprint.ts'
import {
  type ActionFacts,
  type ActionRow,
  findAccess,
  insertFirstDetection,
  listCandidateLayouts,
  listDefinitions,
  listOverdueActions,
  listQueuedActions,
  moveAction,
  switchProducts,
} from './store-actions.ts'

/** How often actions are looked for that must have ended: those of a gateway that is gone. */
const OVERDUE_POLL_MS = 10_000
/** A live action ends by itself within its limit; one that is older has lost its gateway. */
const OVERDUE_MS = LIMITS.model_detect_ms + 5_000

export type ModelRunner = {
  /** Runs actions that the console queued. */
  queued: (action_ids: readonly number[]) => Promise<void>
  /** Ends the running ones of these: a person stopped them. */
  stopped: (action_ids: readonly number[]) => void
  /** Resumes queued actions of the previous gateway and ends those it was at. */
  resume: () => Promise<void>
  /** A module registered: another product may read it, and one that came for the first time is detected. */
  registered: (device: CachedDevice) => Promise<void>
  /** False = the acknowledgement is of no command of a running action. */
  acknowledged: (mac: string, ack: AckMessage) => boolean
  stop: () => void
}

type Deps = {
  pool: pg.Pool
  clock: Clock
  device_cache: Pick<DeviceCache, 'find' | 'findLayout' | 'reload'>
  transport: Pick<DeviceTransport, 'publish' | 'isListening'>
  bus: Pick<GatewayBus, 'publish'>
  log: Logger
  /** The poll plan of a product version. */
  planOf: (layout: Layout) => PollPlan
  /** A generic module that never had a detection gets one when it registers. */
  detect_first_login: boolean
}
/** The command an action waits for, with the function that ends the wait. */
type Waiting = { mac: string; end: (ack: AckMessage | null) => void }

/** Settings and detections of models: each is a dialogue with one module, some of them at the same time. */
export const createModelRunner = (deps: Deps): ModelRunner => {
  const { pool, clock, device_cache, transport, bus, log, planOf } = deps
  const waiting = new Map<string, Waiting>()
  const running = new Set<number>()
  /** Running ones that a person stopped: no further command is sent for them. */
  const halted = new Set<number>()
  const queue: ActionRow[] = []
  const fingerprints = new Map<number, Fingerprint | null>()
  let is_stopped = false
  let stopTimer = (): void => {}
  const withRetry = createRetry({
    clock,
    onWait: (error, tries) => tries === 0 && log.warn({ error }, 'model actions wait for the database'),
  })

  const move = async (
    row: ActionRow,
    to: ModelActionState,
    { reason: cause, ...found }: Omit<ActionFacts, 'at'> = {},
  ): Promise<boolean> => {
    // Nobody waits for the answers of a gateway that ends.
    const reason = is_stopped && to === 'failed' ? 'interrupted' : cause
    const facts = { at: new Date(clock.now()), ...found, ...(reason === undefined ? {} : { reason }) }
    const moved = await withRetry(() => moveAction(pool, row.action_id, to, facts))
    if (moved === null) return false
    if (moved.is_switched) await device_cache.reload([row.device_id])
    const device = await device_cache.find(row.mac)
    bus.publish({
      kind: 'model_moved',
      action_id: row.action_id,
      device_id: row.device_id,
      mac: row.mac,
      product_key: device?.product_key ?? row.product_key,
      action: row.kind,
      state: to,
      reason: reason ?? null,
    })
    // The new product reads other registers: everything is read at once.
    if (moved.is_switched && device !== null) await sendPlan(device, null)
    return true
  }

  /** The plan of the product that reads the device; with bus settings, where the module must leave its present ones. */
  const sendPlan = async (device: CachedDevice, access: Fingerprint['access'] | null): Promise<void> => {
    const layout = await device_cache.findLayout(device)
    if (layout === null || layout.poll_blocks.length === 0) return
    transport.publish(device.mac, 'cfg', buildPayload({ ...planOf(layout), ...busOf(access) }))
  }

  /** Publishes a command and waits for its end; a repeat of the same id is never sent, so a late answer does no harm. */
  const ask = (mac: string, command: Command, timeout_ms: number): Promise<AckMessage | null> => {
    const { promise, resolve } = Promise.withResolvers<AckMessage | null>()
    const cancel = clock.after(timeout_ms, () => end(null))
    const end = (ack: AckMessage | null): void => {
      cancel()
      waiting.delete(command.id)
      resolve(ack)
    }
    waiting.set(command.id, { mac, end })
    transport.publish(mac, 'cmd', buildPayload(command))
    return promise
  }
  const expiryAfter = (ms: number): number => Math.ceil((clock.now() + ms) / 1000)

  const run = async (row: ActionRow): Promise<void> => {
    if (!transport.isListening(row.mac)) {
      await move(row, 'failed', { reason: 'offline' })
      return
    }
    if (!(await move(row, 'sent'))) return
    if (row.kind === 'set') await runSet(row)
    else await runDetect(row)
  }

  const runSet = async (row: ActionRow): Promise<void> => {
    const pk = row.to_pk ?? ''
    const device = await device_cache.find(row.mac)
    const layout = device === null ? null : await device_cache.findLayout({ ...device, product_key: pk })
    const access = layout === null ? null : await withRetry(() => findAccess(pool, pk))
    if (layout === null || access === null) {
      await move(row, 'failed', { reason: 'product_gone' })
      return
    }
    const command: Command = {
      id: idOf(row, 0),
      op: 'setpk',
      pk,
      plan: { ...planOf(layout), ...busOf(access) },
      exp: expiryAfter(LIMITS.model_set_ms),
    }
    const ack = await ask(row.mac, command, LIMITS.model_set_ms)
    if (ack?.st === 'ok') await move(row, 'effective')
    else await move(row, 'failed', { reason: ack === null ? 'no_answer' : 'module_refused' })
  }

  const runDetect = async (row: ActionRow): Promise<void> => {
    const begun_ms = clock.now()
    const lists = await withRetry(() => listFingerprints())
    const access = await withRetry(() => findAccess(pool, row.product_key))
    let sent = 0
    const { outcome, reason, product_key, is_bus_changed, evidence } = await detect(
      (command, timeout_ms) => {
        if (is_stopped || halted.has(row.action_id)) return Promise.resolve(null)
        sent += 1
        return ask(row.mac, { ...command, id: idOf(row, sent), exp: expiryAfter(timeout_ms) }, timeout_ms)
      },
      lists,
      access,
      clock.now,
      begun_ms,
    )
    const has_ended = await move(row, outcome, { reason, to_pk: product_key, evidence })
    const device = await device_cache.find(row.mac)
    if (device !== null && (is_bus_changed || !has_ended)) await sendPlan(device, access)
  }

  /** Compiled once for each version in use. */
  const listFingerprints = async (): Promise<Fingerprint[]> => {
    const layout_ids = new Set(await listCandidateLayouts(pool))
    for (const layout_id of fingerprints.keys()) if (!layout_ids.has(layout_id)) fingerprints.delete(layout_id)
    for (const definition of await listDefinitions(pool, [...fingerprints.keys()]))
      fingerprints.set(definition.layout_id, fingerprintOf(definition))
    return [...fingerprints.values()].filter((fingerprint) => fingerprint !== null)
  }

  const advance = (): void => {
    while (running.size < LIMITS.model_running_max && !is_stopped) {
      const row = queue.shift()
      if (row === undefined) return
      running.add(row.action_id)
      run(row)
        .catch((error: unknown) => log.error({ error, mac: row.mac }, 'model action failed'))
        .finally(() => {
          running.delete(row.action_id)
          halted.delete(row.action_id)
          advance()
        })
    }
  }
  const enqueue = (rows: readonly ActionRow[]): void => {
    const known = new Set([...running, ...queue.map(({ action_id }) => action_id)])
    queue.push(...rows.filter(({ action_id }) => !known.has(action_id)))
    advance()
  }

  const endOverdue = async (): Promise<void> => {
    const now = clock.now()
    const due = { sent_before: new Date(now - OVERDUE_MS), queued_before: new Date(now - LIMITS.model_queue_ms) }
    for (const row of await listOverdueActions(pool, due)) {
      if (running.has(row.action_id)) continue
      const waited = queue.findIndex(({ action_id }) => action_id === row.action_id)
      if (waited >= 0) queue.splice(waited, 1)
      await move(row, 'failed', { reason: 'interrupted' })
    }
  }
  const poll = (): void => {
    stopTimer = clock.after(OVERDUE_POLL_MS, () => {
      endOverdue()
        .catch((error: unknown) => log.warn({ error }, 'overdue model actions are looked for again'))
        .finally(() => is_stopped || poll())
    })
  }

  return {
    queued: async (action_ids) => enqueue(await withRetry(() => listQueuedActions(pool, action_ids))),
    stopped: (action_ids) => {
      for (const action_id of action_ids) {
        const waited = queue.findIndex((row) => row.action_id === action_id)
        if (waited >= 0) queue.splice(waited, 1)
        if (running.has(action_id)) halted.add(action_id)
      }
      for (const [id, { end }] of waiting) if (action_ids.includes(actionIdOf(id))) end(null)
    },
    resume: async () => {
      poll()
      enqueue(await withRetry(() => listQueuedActions(pool, null)))
    },
    registered: async (device) => {
      const { device_id } = device
      if ((await switchProducts(pool, [device_id])).length > 0) {
        await device_cache.reload([device_id])
        await sendPlan(device, null)
      }
      if (!deps.detect_first_login) return
      const action_id = await insertFirstDetection(pool, device_id, new Date(clock.now()))
      if (action_id !== null) enqueue(await listQueuedActions(pool, [action_id]))
    },
    acknowledged: (mac, ack) => {
      const found = waiting.get(ack.id)
      if (found === undefined || found.mac !== mac) return false
      // Accepted: the end follows.
      if (ack.st !== 'acc') found.end(ack)
      return true
    },
    stop: () => {
      is_stopped = true
      stopTimer()
      for (const { end } of waiting.values()) end(null)
    },
  }
}

/** Id of a command on the wire: the action's number and that of the command, never used twice. */
const idOf = ({ action_id }: Pick<ActionRow, 'action_id'>, step: number): string => `m-${action_id}-${step}`
const actionIdOf = (id: string): number => Number(id.split('-')[1])

const busOf = (access: Fingerprint['access'] | null) =>
  access === null ? {} : { bus: { baud: access.baud, fmt: access.format, addr: access.slave } }
