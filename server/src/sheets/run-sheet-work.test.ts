import { imeiOf } from '@heatfleet/contract/identifiers.ts'
import { HOSTILE_SHEETS } from '@heatfleet/contract/test/hostile-sheets.ts'
import { describe, expect, it } from 'vitest'
import { codeOf } from '../../test/refusals.ts'
import { runSheetWork } from './run-sheet-work.ts'

const READ_UNITS = new URL('../features/shipments/sheet-worker.ts', import.meta.url)
const UNITS = Buffer.from(`mac\n${imeiOf('86100000000000')}\n`)
const read = (bytes: Buffer, { uid = 1, signal = new AbortController().signal } = {}) =>
  runSheetWork<unknown[]>(READ_UNITS, { bytes, sheet: null }, { bytes }, { caller: { uid }, signal })

describe('a process that reads sheets', () => {
  it.each(HOSTILE_SHEETS.map(({ name, make }) => [name, make] as const))('refuses %s', async (_, make) => {
    expect(await codeOf(read(make()))).toMatch(/^sheet_(too_large|unreadable)$/)
  })

  it('reads what follows a hostile sheet', async () => {
    const [hostile, units] = await Promise.allSettled([read(Buffer.alloc(1_000_000, ',')), read(UNITS, { uid: 2 })])
    expect(hostile.status).toBe('rejected')
    expect(units).toMatchObject({ status: 'fulfilled', value: [{ row: 2 }] })
  })

  it('ends when the caller hangs up', async () => {
    const caller = new AbortController()
    const reading = codeOf(read(Buffer.alloc(12_000_000, '1\n'), caller))
    setImmediate(() => caller.abort())
    expect(await reading).toBe('sheet_too_large')
    expect(await codeOf(read(UNITS))).toBe('ok')
  })
})
