import type { Command, RecognitionProbe } from '@heatfleet/contract/device-protocol/device-commands.ts'
import type { AckMessage } from '@heatfleet/contract/device-protocol/device-messages.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { ModelReason } from '@heatfleet/contract/models/actions.ts'
import type { ModelEvidence, ModelProbe } from '@heatfleet/contract/models/models.ts'
import type { Fingerprint } from './fingerprint.ts'
import { candidatesOf, type Evidence, recognitionOf } from './match.ts'
import { busProbesOf, nextRead, onBus } from './probe-plan.ts'

/** A command without what every command has. */
export type Asked =
  Extract<Command, { op: 'recog' | 'read' }> extends infer Each
    ? Each extends Command
      ? Omit<Each, 'id' | 'exp'>
      : never
    : never

/** Sends a command to the module and waits for its end; null = none came. */
export type Ask = (command: Asked, timeout_ms: number) => Promise<AckMessage | null>

type Detected = {
  outcome: 'recognized' | 'unrecognized' | 'failed'
  reason: ModelReason
  product_key: string | null
  /** The module changed its bus settings, and none of a known board: it must get its old ones back. */
  is_bus_changed: boolean
  evidence: ModelEvidence
}

/** A read takes the module's time-out with its retries at most; the network comes on top. */
const READ_TIMEOUT_MS = 5_000
/** How often a read is sent: a slow network delivers one too late now and then. */
const READ_TRIES = 3
/** What storing the result takes of the minute. */
const RESERVE_MS = 1_500

/**
 * Finds out which of the lists the board behind a module has: first the bus settings it answers on (`recog`), then reads of
 * blocks chosen so that the lists part. Ends within the minute of spec 9.
 */
export const detect = async (
  ask: Ask,
  fingerprints: readonly Fingerprint[],
  first: Fingerprint['access'] | null,
  now: () => number,
  /** When the minute began. */
  begun_ms: number,
): Promise<Detected> => {
  const end_ms = begun_ms + LIMITS.model_detect_ms - RESERVE_MS
  const probes: ModelProbe[] = []
  const failed = (reason: ModelReason): Detected => ({
    outcome: 'failed',
    reason,
    product_key: null,
    is_bus_changed: false,
    evidence: { probes, candidates: [] },
  })

  let found: (RecognitionProbe & { words: string }) | null = null
  let answered = false
  for (const attempt of busProbesOf(fingerprints, first)) {
    const left_ms = end_ms - now()
    if (left_ms < READ_TIMEOUT_MS) break
    const tmo = Math.min(60, Math.floor(left_ms / 1000))
    const ack = await ask({ op: 'recog', tmo, try: attempt }, left_ms)
    if (ack === null || isLate(ack)) return failed('no_answer')
    if (ack.st !== 'ok' && ack.st !== 'timeout') return failed('module_refused')
    answered = true
    const index = ack.st === 'ok' ? (ack.i ?? attempt.length) : attempt.length
    probes.push(...attempt.slice(0, index).map((probe) => silentProbe(probe)))
    const probe = attempt[index]
    if (probe === undefined) continue
    found = { ...probe, words: (ack.raw ?? []).join('') }
    probes.push({ ...silentProbe(probe), answer: 'data', words: found.words })
    break
  }
  if (found === null) {
    // Without any list there is nothing to compare the board with.
    if (!answered && fingerprints.length > 0) return failed('no_answer')
    return { ...failed('no_bus_answer'), outcome: 'unrecognized' }
  }

  const lists = onBus(fingerprints, found)
  const evidence: Evidence[] = []
  for (;;) {
    const { matches, block } = nextRead(lists, evidence)
    if (block === null || now() + READ_TIMEOUT_MS > end_ms || probes.length >= LIMITS.model_probes_max) {
      const recognition = recognitionOf(matches)
      return {
        outcome: recognition.recognized === null ? 'unrecognized' : 'recognized',
        reason: recognition.reason,
        product_key: recognition.recognized?.product_key ?? null,
        is_bus_changed: recognition.recognized === null,
        evidence: {
          probes: probes.slice(-LIMITS.model_probes_max),
          candidates: candidatesOf(matches, LIMITS.model_candidates_max),
        },
      }
    }
    const { fn, start, quantity } = block
    const ack = await readInTime(ask, { op: 'read', a: found.a, f: fn, s: start, q: quantity }, () => end_ms - now())
    if (ack === null) return { ...failed('no_answer'), is_bus_changed: true }
    if (!ANSWERS.has(ack.st)) return { ...failed('module_refused'), is_bus_changed: true }
    const read = evidenceOf({ fn, start, quantity }, ack)
    evidence.push(read)
    probes.push({
      baud: found.baud,
      fmt: found.fmt,
      slave: found.a,
      fn,
      start,
      quantity,
      answer: read.answer,
      exception: read.answer === 'refused' ? read.exception : null,
      words: read.answer === 'data' ? read.words.map(hexWord).join('') : '',
    })
  }
}

/** Sends a read again when it reached the module too late, or while it was busy; null = no answer came. */
const readInTime = async (ask: Ask, read: Asked, leftMs: () => number): Promise<AckMessage | null> => {
  for (let tries = 1; ; tries += 1) {
    const ack = await ask(read, READ_TIMEOUT_MS)
    if (ack !== null && !isLate(ack)) return ack
    if (tries === READ_TRIES || leftMs() < READ_TIMEOUT_MS) return null
  }
}
const isLate = ({ st }: AckMessage): boolean => st === 'expired' || st === 'busy'

/** What the bus did; anything else is the module itself. */
const ANSWERS: ReadonlySet<AckMessage['st']> = new Set(['ok', 'exc', 'timeout', 'crc'])

/** A read that has fewer words than it was to bring is garbled; bits are not compared, only that they came. */
const evidenceOf = (range: Pick<Evidence, 'fn' | 'start' | 'quantity'>, ack: AckMessage): Evidence => {
  const words = ack.rb ?? []
  if (ack.st === 'exc') return { ...range, answer: 'refused', exception: ack.ec ?? 0 }
  if (ack.st === 'timeout') return { ...range, answer: 'silent' }
  if (ack.st !== 'ok' || (range.fn >= 3 && words.length !== range.quantity)) return { ...range, answer: 'garbled' }
  return { ...range, answer: 'data', words }
}

const silentProbe = ({ baud, fmt, a, f, s, q }: RecognitionProbe): ModelProbe => ({
  baud,
  fmt,
  slave: a,
  fn: f,
  start: s,
  quantity: q,
  answer: 'silent',
  exception: null,
  words: '',
})

const hexWord = (word: number): string => word.toString(16).padStart(4, '0')
