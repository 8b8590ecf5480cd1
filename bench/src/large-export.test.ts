import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { measureExport } from './large-export.ts'
import { exportReport, exportVerdicts } from './large-export-report.ts'

const ENOUGH = { reports: 9_000, p99_ms: 8 }
const has_psql = !spawnSync('psql', ['--version']).error

// The short form proves that a file holds every row with the values that were reported; it judges no time.
test.runIf(has_psql)('a file of two units and two days has every row, while modules report', async () => {
  const data_dir = mkdtempSync(join(tmpdir(), 'heatfleet-bench-'))
  try {
    const size = { units: 2, days: 2, repeats: 1, sessions: 20, rate: 20 }
    const result = await measureExport({ ...size, data_dir, say: () => {} })
    expect(result).toMatchObject({ rows: 2 * 2 * 1_440, points: 12 })
    expect(exportReport(result)).toContain('targets met')
    // What is asked of the reports that come in meanwhile can be missed: when they are too few, and when they wait.
    const missedOf = (part: Partial<typeof result.puback>): string[] =>
      exportVerdicts({ ...result, puback: { ...result.puback, alone: ENOUGH, meanwhile: ENOUGH, ...part } }).flatMap(
        ({ what, is_met }) => (!is_met && /PUBACK|acknowledged/.test(what) ? [what] : []),
      )
    expect(missedOf({})).toEqual([])
    expect(missedOf({ meanwhile: { reports: 40, p99_ms: 8 } })).toEqual(['reports acknowledged meanwhile, and alone'])
    expect(missedOf({ meanwhile: { reports: 9_000, p99_ms: 8.9 } })).toEqual(['PUBACK p99 meanwhile over alone'])
    expect(result.puback.meanwhile.reports).toBeGreaterThan(0)
  } finally {
    rmSync(data_dir, { recursive: true, force: true })
  }
})
