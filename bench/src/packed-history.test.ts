import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { measureHistory } from './packed-history.ts'
import { historyReport } from './packed-history-report.ts'

// The short form proves that what is stored, packed and read is the same; it judges no time.
test('every extreme of packed reports is read as a table of single values has it', async () => {
  const data_dir = mkdtempSync(join(tmpdir(), 'heatfleet-bench-'))
  try {
    const ask = { units: 2, days: 2, repeats: 1, sessions: 20, data_dir, is_whole: false, say: () => {} }
    const result = await measureHistory(ask)
    expect(result.reports).toBe(2 * 2 * 1_440)
    expect(result.bytes_a_value.product).toBeLessThan((result.bytes_a_value.peers[0]?.bytes ?? 0) / 50)
    expect(result.under_ingest.most_rate).toBeGreaterThan(0)
    expect(historyReport(result)).toContain('targets met')
  } finally {
    rmSync(data_dir, { recursive: true, force: true })
  }
})
