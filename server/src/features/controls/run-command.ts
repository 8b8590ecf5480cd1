import type { Command } from '@heatfleet/contract/device-protocol/device-commands.ts'
import type { AckMessage } from '@heatfleet/contract/device-protocol/device-messages.ts'
import { buildPayload } from '@heatfleet/contract/device-protocol/json-payload.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { ControlState } from '@heatfleet/contract/transitions.ts'
import type pg from 'pg'
import type { Logger } from 'pino'
import { blocksOf } from '../../ingest/advance-state.ts'
import type { CachedDevice, DeviceCache } from '../../ingest/device-cache.ts'
import type { Clock } from '../../platform/clock.ts'
import type { DeviceTransport } from '../../transports/device-transport.ts'
import {
  commandId,
  evaluateAck,
  failureOf,
  frameOf,
  hexOfWords,
  type PlannedControl,
  type PointResult,
  planRows,
  readCommand,
  sequenceOf,
  stepCommand,
  writeCommand,
} from './dispatch-rules.ts'
import { type ControlRow, countSend, type MoveFacts } from './store-dispatch.ts'

/** A command is published once, and retried once without an answer. */
const SENDS_MAX = 2

export type RunDeps = {
  pool: pg.Pool
  clock: Clock
  device_cache: Pick<DeviceCache, 'find' | 'findLayout'>
  transport: Pick<DeviceTransport, 'publish'>
  log: Logger
  /** Handles the words a module read back. Resolves when the device's state contains them. */
  onReadBack: (
    device: CachedDevice,
    planned: PlannedControl,
    words: readonly number[],
    ack: AckMessage,
  ) => Promise<void>
}

/** What the lanes give a running command. */
type Lanes = {
  /** Changes the state and publishes it; false = the transition is no longer legal. */
  move: (row: ControlRow, to: ControlState, facts?: Partial<MoveFacts>) => Promise<boolean>
  isExpired: (row: ControlRow) => boolean
  inTurn: (lane: Lane, step: () => Promise<void>) => Promise<void>
  /** Starts the next command. */
  advance: (lane: Lane) => Promise<void>
  withRetry: <Result>(run: () => Promise<Result>) => Promise<Result>
}

/** The active command of a device; the next waits, so that two read-modify-writes never overlap. */
type Active = {
  /** In the order of the planned points; several of a write group. */
  rows: Rows
  planned: PlannedControl
  sequence: ReturnType<typeof sequenceOf>
  /** Place in unlocking writes, the value itself, saving writes; `again` = the step was sent once more. */
  at: number
  again: boolean
  /** Of each row, once the value was read back. */
  results?: readonly PointResult[]
  command: Command
  stopTimer: () => void
}
type Rows = readonly [ControlRow, ...ControlRow[]]
export type Lane = {
  mac: string
  waiting: ControlRow[]
  active: Active | null
  tail: Promise<void>
  stopTimer: () => void
}

/** Runs one command of a device: the writes that unlock, the value with its read-back, the writes that save. */
export const createCommandRun = (
  { pool, clock, device_cache, transport, log, onReadBack }: RunDeps,
  { move, isExpired, inTurn, advance, withRetry }: Lanes,
): {
  begin: (lane: Lane, row: ControlRow) => Promise<void>
  takeAck: (lane: Lane, active: Active, ack: AckMessage) => Promise<void>
} => {
  /** The next row with those of the same command and write group: they go onto the bus in one frame. */
  const takeTogether = async (lane: Lane, row: ControlRow): Promise<Rows> => {
    const layout = await layoutOf(row)
    const groupOf = ({ point_key }: ControlRow) => layout?.points.get(point_key)?.write_group ?? null
    const group = groupOf(row)
    const is_together = (other: ControlRow): boolean =>
      other !== row && group !== null && groupOf(other) === group && isOfSameCommand(row, other)
    const others = lane.waiting.filter(is_together)
    lane.waiting = lane.waiting.filter((other) => other !== row && !others.includes(other))
    return [row, ...others]
  }

  const layoutOf = async (row: ControlRow) => {
    const device = await device_cache.find(row.mac)
    return device === null ? null : await device_cache.findLayout(device)
  }

  const moveAll = async (rows: Rows, to: ControlState, facts: Partial<MoveFacts>): Promise<boolean> => {
    let is_open = false
    for (const row of rows) is_open = (await move(row, to, facts)) || is_open
    return is_open
  }

  const begin = async (lane: Lane, rows: Rows): Promise<void> => {
    const [row] = rows
    const planned = await plan(rows)
    if (typeof planned === 'string') {
      await moveAll(rows, 'failed', { reason: planned })
      return
    }
    const is_open =
      row.state === 'queued'
        ? await moveAll(rows, 'sent', { control_data: planned.control_data, frame: frameOf(planned) })
        : await sendAgain(rows)
    if (!is_open) return
    const layout = await layoutOf(row)
    const sequence = layout === null ? { before: [], after: [] } : sequenceOf(layout, row.point_key)
    const command = writeCommand(row.control_id, planned, expiryOf(row))
    goTo(lane, { rows, planned, sequence, at: 0, again: false, command, stopTimer: () => {} })
  }

  const sendAgain = async (rows: Rows): Promise<boolean> => {
    let is_open = false
    for (const row of rows) {
      if (!(await withRetry(() => countSend(pool, row.control_id)))) continue
      row.sends += 1
      is_open = true
    }
    return is_open
  }

  const plan = async (rows: Rows): Promise<PlannedControl | string> => {
    const [row] = rows
    const device = await device_cache.find(row.mac)
    const layout = await layoutOf(row)
    if (device === null || layout === null) return 'unknown_point'
    const blocks = blocksOf(device.state.latest)
    const planned = planRows(layout, rows, blocks, layout.decoder.decode(blocks))
    return planned.ok ? planned.planned : planned.reason
  }

  /** Sends the step at the active command's place: unlocking writes, the value, saving writes. */
  const goTo = (lane: Lane, active: Active): void => {
    const { rows, planned, sequence, at } = active
    const [row] = rows
    const { before, after } = sequence
    const step = at < before.length ? before[at] : after[at - before.length - 1]
    const command =
      step === undefined
        ? writeCommand(row.control_id, planned, expiryOf(row))
        : stepCommand(row.control_id, `${row.sends}.${at}`, planned.slave, step, expiryOf(row))
    send(lane, { ...active, command })
  }

  const send = (lane: Lane, active: Active): void => {
    lane.active = active
    transport.publish(lane.mac, 'cmd', buildPayload(active.command))
    active.stopTimer = clock.after(LIMITS.command_timeout_ms, () => void inTurn(lane, () => noAnswer(lane, active)))
  }

  const noAnswer = async (lane: Lane, active: Active): Promise<void> => {
    if (lane.active !== active) return
    const { rows } = active
    const [row] = rows
    const place = placeOf(active)
    // What unlocks or saves is repeated under its own id; the value is unlocked anew.
    if (place !== 'value' && !active.again && !isExpired(row)) return send(lane, { ...active, again: true })
    const may_send = place === 'value' && row.sends < SENDS_MAX && !isExpired(row)
    if (may_send && (await sendAgain(rows))) return goTo(lane, { ...active, at: 0, again: false })
    await finishAll(lane, active, place === 'value' ? 'no_answer' : `${place}_failed`)
  }

  const finishAll = async (lane: Lane, active: Active, reason: string): Promise<void> => {
    active.stopTimer()
    await moveAll(active.rows, 'failed', { reason })
    lane.active = null
    await advance(lane)
  }

  const takeAck = async (lane: Lane, active: Active, ack: AckMessage): Promise<void> => {
    if (lane.active !== active) return
    // Accepted but not finished: restarts the time-out.
    if (ack.st === 'acc') return restart(lane, active, active.command)
    const place = placeOf(active)
    if (place !== 'value') {
      if (ack.id !== active.command.id) return
      if (ack.st !== 'ok') {
        log.warn({ mac: lane.mac, id: ack.id, reason: failureOf(ack) }, 'write around a value failed')
        return finishAll(lane, active, `${place}_failed`)
      }
      return next(lane, active)
    }
    // A late answer to what unlocked it.
    if (ack.id.startsWith('u-')) return
    const { rows, planned } = active
    const [row] = rows
    const outcome = evaluateAck(planned, ack)
    if (outcome.kind === 'accepted') return
    if (outcome.kind === 'failed') return finishAll(lane, active, outcome.reason)
    for (const one of rows) if (one.state !== 'acked') await move(one, 'acked')
    if (outcome.kind === 'read_back_missing') {
      // One attempt: a module that answers a read without words will not have them later.
      if (ack.id !== commandId(row.control_id)) return finishAll(lane, active, 'no_read_back')
      return restart(lane, active, readCommand(row.control_id, planned, expiryOf(row)))
    }
    const device = await device_cache.find(lane.mac)
    // Before the next command is prepared, which may change another part of the same register.
    if (device !== null) await waitForReadBack(onReadBack(device, planned, outcome.words, ack))
    await next(lane, { ...active, results: outcome.results })
  }

  /** The step after this one; after the last one every row ends by what was read back. */
  const next = async (lane: Lane, active: Active): Promise<void> => {
    active.stopTimer()
    const { before, after } = active.sequence
    if (active.at < before.length + after.length) return goTo(lane, { ...active, at: active.at + 1, again: false })
    for (const [index, row] of active.rows.entries()) {
      const result = active.results?.[index]
      if (result === undefined) continue
      const { state, read_back, words } = result
      await move(row, state, { read_back, read_back_data: hexOfWords(words) })
    }
    lane.active = null
    await advance(lane)
  }

  /** A read-back that cannot be stored must not block the device's commands for ever. */
  const waitForReadBack = async (kept: Promise<void>): Promise<void> => {
    let stopTimer = (): void => {}
    const timeout = new Promise<void>((resolve) => {
      stopTimer = clock.after(LIMITS.command_timeout_ms, resolve)
    })
    await Promise.race([kept, timeout])
    stopTimer()
  }

  const restart = (lane: Lane, active: Active, command: Command): void => {
    active.stopTimer()
    if (command !== active.command) {
      send(lane, { ...active, command })
      return
    }
    active.stopTimer = clock.after(LIMITS.command_timeout_ms, () => void inTurn(lane, () => noAnswer(lane, active)))
  }

  return { begin: async (lane, row) => begin(lane, await takeTogether(lane, row)), takeAck }
}

/** What the active step of a command does. */
const placeOf = ({ at, sequence: { before } }: Active): 'unlock' | 'value' | 'save' =>
  at < before.length ? 'unlock' : at === before.length ? 'value' : 'save'

/** Rows that one message of one person queued. */
const isOfSameCommand = (one: ControlRow, other: ControlRow): boolean =>
  one.uid === other.uid &&
  one.request_id === other.request_id &&
  one.control_time.getTime() === other.control_time.getTime() &&
  one.state === other.state

const expiryOf = (row: ControlRow): number => Math.ceil(row.expires_at.getTime() / 1000)
