import { sealWithCrc } from '@heatfleet/modbus/crc.ts'
import type { Block } from '@heatfleet/modbus/point.ts'
import { propertyRuns } from '@heatfleet/modbus/test/property-runs.ts'
import { describe, expect, test } from 'vitest'
import { flagsOf, type Report } from './report.ts'
import { decodeReport, encodeReport } from './report-frame.ts'

const MUTANTS = propertyRuns(1_000_000)
const PARTS = 10

/** Random integers 0..n-1 from a seed (mulberry32): a plain loop, so that a million frames take seconds. */
const seeded = (seed: number) => {
  let state = seed
  return (n: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % n
  }
}

const blockOf = (below: (n: number) => number): Block => {
  const fn = ([1, 2, 3, 3, 3, 4] as const)[below(6)] ?? 3
  const quantity = 1 + below(fn <= 2 ? 60 : 12)
  const failed = below(5) === 0
  const size = failed ? 0 : fn <= 2 ? Math.ceil(quantity / 8) : quantity * 2
  const data = Uint8Array.from({ length: size }, () => below(256))
  return { slave: 1 + below(20), fn, start: below(600), quantity, status: failed ? 0xe0 + below(4) : 0, data }
}

const reportOf = (below: (n: number) => number): Report => ({
  type: ([1, 2, 3] as const)[below(3)] ?? 1,
  seq: below(65536),
  ts: below(2 ** 32),
  flags: flagsOf(below(64)),
  rssi_dbm: below(9) === 0 ? null : below(120) - 119,
  csq: below(9) === 0 ? null : below(32),
  blocks: Array.from({ length: below(5) }, () => blockOf(below)),
})

/** Bit flips, overwritten bytes, cuts, growth; three in four get a good CRC again, so that the rules behind it are met. */
const mutate = (frame: Uint8Array, below: (n: number) => number): Uint8Array => {
  const kind = below(8)
  let mutant = kind === 0 ? frame.slice(0, below(frame.length)) : frame.slice()
  if (kind === 1) mutant = Uint8Array.from([...frame, ...Array.from({ length: 1 + below(9) }, () => below(256))])
  for (let changes = 1 + below(3); changes > 0 && mutant.length > 0; changes--) {
    const at = below(mutant.length)
    mutant[at] = kind < 5 ? (mutant[at] ?? 0) ^ (1 << below(8)) : below(256)
  }
  return mutant.length > 2 && below(4) > 0 ? sealWithCrc(mutant) : mutant
}

const equal = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && a.every((byte, i) => byte === b[i])

describe('mutated reports', () => {
  const below = seeded(20_260_101)
  const originals = Array.from({ length: 2000 }, () => reportOf(below))
  const frames = originals.map(encodeReport)
  const counts = new Map<string, number>()

  test('that were not mutated are read as what they say', () => {
    originals.forEach((report, i) => {
      expect(decodeReport(frames[i] ?? new Uint8Array())).toEqual({ ok: true, report })
    })
  })

  // Ten tests of a second each: one of ten would be too long for a busy machine.
  test.each(Array.from({ length: PARTS }, (_, part) => part))('are read as what they say or refused: part %i', () => {
    let wrong = 0
    for (let tried = 0; tried < MUTANTS / PARTS; tried++) {
      const mutant = mutate(frames[below(frames.length)] ?? new Uint8Array(), below)
      const decoded = decodeReport(mutant)
      if (decoded.ok && !equal(encodeReport(decoded.report), mutant)) wrong++
      const outcome = decoded.ok ? 'read' : decoded.reason
      counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
    }
    expect(wrong).toBe(0)
  })

  test('meet every outcome there is', () => {
    console.log(`mutated reports: ${MUTANTS} tried`, Object.fromEntries(counts))
    expect(counts.size).toBe(14)
  })
})
