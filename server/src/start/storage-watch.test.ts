import { pino } from 'pino'
import { Registry } from 'prom-client'
import { describe, expect, it } from 'vitest'
import { useDatabase } from '../../test/database.ts'
import { createMovedClock } from '../../test/moved-clock.ts'
import { registerCompactionMetrics, watchDisk } from './storage-watch.ts'

const HALF_A_MINUTE = 30_000

describe('the watch over the disk', () => {
  it('warns once when little is free, and takes it back when there is clearly room', async () => {
    const clock = createMovedClock(0)
    const metrics = new Registry()
    const logged: string[] = []
    const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(JSON.parse(line).msg) })
    let free = 3_000
    const stop = watchDisk('/', 2_000, { clock, log, metrics, free_mb: () => free })
    const seen: string[] = []
    for (free of [2_000, 1_999, 1_500, 2_100, 2_199, 2_200, 5_000]) {
      clock.move(HALF_A_MINUTE)
      const text = await metrics.metrics()
      seen.push(/^heatfleet_disk_nearly_full (\d)/m.exec(text)?.[1] ?? '')
      expect(text).toContain(`heatfleet_disk_free_bytes ${free * 1024 * 1024}`)
    }
    expect(seen.join('')).toBe('0111100')
    expect(logged).toEqual(['the disk is nearly full', 'the disk has room again'])
    stop()
    free = 0
    clock.move(HALF_A_MINUTE)
    expect(logged).toHaveLength(2)
  })

  it('knows the disk of a folder', async () => {
    const metrics = new Registry()
    watchDisk('/', 0, { clock: createMovedClock(0), log: pino({ level: 'silent' }), metrics })
    expect(await metrics.metrics()).toMatch(/^heatfleet_disk_free_bytes \d+/m)
  })
})

describe('the figures of the packing', () => {
  const database = useDatabase()

  it('stand among the metrics', async () => {
    const metrics = new Registry()
    registerCompactionMetrics({ database, metrics, log: pino({ level: 'silent' }) })
    await database.pool.query(`insert into damaged_chunks values (1, '2026-11-20', 0, now(), 'wrong checksum')`)
    const text = await metrics.metrics()
    expect(text).toContain('heatfleet_history_damaged_chunks 1')
    for (const name of ['raw_partitions', 'waiting_merges', 'packed_reports'])
      expect(text).toContain(`heatfleet_history_${name} 0`)
  })
})
