import type { ModelCandidate } from '@heatfleet/contract/models/models.ts'
import { invalidPatterns } from '@heatfleet/modbus/data-type.ts'
import { rawOf } from '@heatfleet/modbus/decode.ts'
import type { Block, QueryCommand } from '@heatfleet/modbus/point.ts'
import { type CheckedPoint, type Fingerprint, type FingerprintBlock, isInside, isPlausible } from './fingerprint.ts'

/** One read of a board and what came back. */
export type Evidence = { fn: QueryCommand; start: number; quantity: number } & (
  | { answer: 'data'; words: readonly number[] }
  | { answer: 'refused'; exception: number }
  | { answer: 'silent' | 'garbled' }
)

/** How a list fits; `confirmed` = registers with a plausible value other than 0, `unread` = blocks still to be read. */
export type Match = {
  fingerprint: Fingerprint
  checked: number
  implausible: number
  confirmed: number
  refused: number
  silent: number
  bits: number
  unread: readonly FingerprintBlock[]
}

type Recognition =
  | { recognized: Fingerprint; reason: 'matched' }
  | { recognized: null; reason: 'no_match' | 'too_close' | 'too_little' }

/** Sensors fail and settings leave their range: so much of what is checked must still be plausible. */
const MATCH_MIN = 0.9
/** Registers that must be confirmed, and evidence over an unknown board, in bits: 2^20 boards, one looks like it by chance. */
const CONFIRMED_MIN = 5
const BITS_MIN = 20
/** A second list that fits and confirms this share of the first one's registers is too close to tell. */
const CLOSE_SHARE = 0.8
/** Chance that a board of the product shows an implausible value. */
const FAULT_CHANCE = 0.03
/** One register never decides alone, in bits either way. */
const POINT_BITS_MAX = 6
/** A block that answers, that the board refuses, that it is silent about, in bits: other boards answer few of the same. */
const ANSWERED_BITS = 1
const REFUSED_BITS = -30
const SILENT_BITS = -10
/** Plausible so far, with so few checked, says nothing against a list. */
const DOUBT_CHECKED = 8

/** Compares what a board answered with the list of a product. */
export const matchOf = (fingerprint: Fingerprint, evidence: readonly Evidence[]): Match => {
  const blocks = evidence.flatMap((read) =>
    read.answer === 'data' && read.fn >= 3 ? [blockOf(fingerprint, read)] : [],
  )
  const values = fingerprint.decoder.decode(blocks)
  const match = { checked: 0, implausible: 0, confirmed: 0, refused: 0, silent: 0, bits: 0 }
  const unread: FingerprintBlock[] = []
  for (const block of fingerprint.blocks) {
    const answer = answerTo(block, evidence)
    if (answer === null) unread.push(block)
    else if (answer === 'data') match.bits += ANSWERED_BITS
    else {
      match.checked += block.checked.length
      match.implausible += block.checked.length
      match[answer] += 1
      match.bits += answer === 'refused' ? REFUSED_BITS : SILENT_BITS
    }
    if (answer === 'refused' || answer === 'silent') continue
    for (const checked of block.checked) addPoint(match, checked, blocks, values)
  }
  return { fingerprint, ...match, unread }
}

/** Whether a list may still be the board's: nothing of it was refused, and what it says is mostly plausible. */
export const isPossible = ({ refused, silent, checked, implausible }: Match): boolean =>
  refused === 0 && silent === 0 && (checked < DOUBT_CHECKED || checked - implausible >= MATCH_MIN * checked)

/**
 * The recognition once every possible list was read, or time is over: an unknown board is never recognised wrongly, so a list must fit, prove
 * enough, and explain clearly more of the board than any other that fits.
 */
export const recognitionOf = (matches: readonly Match[]): Recognition => {
  // The minute ended before a list that may be the board's was read: nothing is proven, nor contradicted.
  if (matches.some((match) => match.unread.length > 0 && isPossible(match)))
    return { recognized: null, reason: 'too_little' }
  const fitting = matches
    .filter((match) => isFitting(match))
    .toSorted((one, other) => other.confirmed - one.confirmed || other.bits - one.bits)
  const [best, second] = fitting
  if (best === undefined) return { recognized: null, reason: 'no_match' }
  if (best.confirmed < CONFIRMED_MIN || best.bits < BITS_MIN) return { recognized: null, reason: 'too_little' }
  if (second !== undefined && second.confirmed >= CLOSE_SHARE * best.confirmed)
    return { recognized: null, reason: 'too_close' }
  return { recognized: best.fingerprint, reason: 'matched' }
}

const isFitting = ({ refused, silent, checked, implausible, unread }: Match): boolean =>
  unread.length === 0 && refused === 0 && silent === 0 && checked > 0 && checked - implausible >= MATCH_MIN * checked

/** Lists by how well they fit, the best first, as they are kept as evidence. */
export const candidatesOf = (matches: readonly Match[], count: number): ModelCandidate[] =>
  matches
    .toSorted(
      (one, other) =>
        one.refused + one.silent - other.refused - other.silent ||
        shareOf(other) - shareOf(one) ||
        other.confirmed - one.confirmed,
    )
    .slice(0, count)
    .map((match) => ({
      product_key: match.fingerprint.product_key,
      name: match.fingerprint.name,
      english_name: match.fingerprint.english_name,
      match_percent: Math.floor(100 * shareOf(match)),
      evidence_bits: Math.round(match.bits),
      checked: match.checked,
      implausible: match.implausible,
      refused: match.refused,
      silent: match.silent,
    }))

const shareOf = ({ checked, implausible }: Match): number => (checked === 0 ? 0 : (checked - implausible) / checked)

const addPoint = (
  match: Pick<Match, 'checked' | 'implausible' | 'confirmed' | 'bits'>,
  { point, plausible_share }: CheckedPoint,
  blocks: readonly Block[],
  values: Record<string, number>,
): void => {
  if (!blocks.some((block) => isInside(point, block))) return
  const raw = rawOf(point, blocks)
  // A sensor that is not fitted says nothing for or against.
  if (raw === null && invalidPatterns(point).length > 0) return
  match.checked += 1
  if (raw === null || !isPlausible(point, values[point.key], values)) {
    match.implausible += 1
    match.bits += Math.max(-POINT_BITS_MAX, Math.log2(FAULT_CHANCE / Math.max(FAULT_CHANCE, 1 - plausible_share)))
  } else if (raw !== 0) {
    match.confirmed += 1
    match.bits += Math.min(POINT_BITS_MAX, Math.log2((1 - FAULT_CHANCE) / Math.max(0.001, plausible_share)))
  }
}

/** What the board answered to a whole block of a list; null = it was not read. A part that is refused refuses the whole. */
const answerTo = (block: FingerprintBlock, evidence: readonly Evidence[]): 'data' | 'refused' | 'silent' | null => {
  let answer: 'silent' | null = null
  for (const read of evidence) {
    if (read.fn !== block.fn) continue
    if (read.answer === 'data') {
      if (covers(read, block)) return 'data'
    } else if (covers(block, read)) {
      if (read.answer === 'refused') return 'refused'
      if (covers(read, block)) answer = 'silent'
    }
  }
  return answer
}

type Range = { start: number; quantity: number }
const covers = (outer: Range, inner: Range): boolean =>
  outer.start <= inner.start && outer.start + outer.quantity >= inner.start + inner.quantity

const blockOf = (
  { access: { slave } }: Fingerprint,
  { fn, start, quantity, words }: Extract<Evidence, { answer: 'data' }>,
): Block => ({
  slave,
  fn,
  start,
  quantity,
  status: 0,
  data: Uint8Array.from(words.flatMap((word) => [word >> 8, word & 0xff])),
})
