import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { pino } from 'pino'
import { afterAll, describe, expect, it } from 'vitest'
import { createPieceServer } from './piece-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'heatfleet-pieces-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const SIZE = 1 << 20
writeFileSync(join(folder, '1'), Buffer.alloc(SIZE))
const PIECE = 16_384

/** Asks for pieces of some modules in turn; gives after how many ms each was due. */
const dueOf = (bytes_per_s: number, modules: number, pieces: number): number[][] => {
  const due: number[][] = Array.from({ length: modules }, () => [])
  let asked = 0
  const server = createPieceServer({
    // A wait of 0 is sent at once; others are noted and never end.
    clock: {
      now: () => 0,
      after: (ms) => {
        due[asked % modules]?.push(ms)
        return () => {}
      },
    },
    transport: { publish: () => {} },
    log: pino({ level: 'silent' }),
    folder,
    bytes_per_s,
    isOpen: () => false,
  })
  const downloads = due.map((_, at) => ({ mac: String(at), firmware_id: 1, size: SIZE, free_ms: 0, queued: 0 }))
  for (; asked < modules * pieces; asked += 1) {
    const download = downloads[asked % modules]
    if (download !== undefined) server.serve(download, { job: 1, offset: 0, length: PIECE })
  }
  return due
}

describe('pieces of images', () => {
  it('go to one module at its own rate, however much all together may get', () => {
    const step_ms = (PIECE * 1_000) / LIMITS.upgrade_bytes_per_s
    expect(dueOf(1e9, 1, 4)[0]?.map(Math.round)).toEqual([step_ms, 2 * step_ms, 3 * step_ms])
  })

  it('go to all together at the rate of all, each module in its turn', () => {
    const bytes_per_s = 131_072
    const due = dueOf(bytes_per_s, 8, 3).flat()
    const all_ms = (8 * 3 * PIECE * 1_000) / bytes_per_s
    const last_ms = Math.max(...due)
    expect(last_ms).toBeGreaterThan(all_ms - 2 * ((PIECE * 1_000) / bytes_per_s))
    expect(last_ms).toBeLessThanOrEqual(all_ms)
  })
})
