import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { measureIngest } from './durable-ingest.ts'
import { ingestReport } from './durable-ingest-report.ts'

const has_mosquitto = ['mosquitto', '/usr/sbin/mosquitto'].some((program) => !spawnSync(program, ['-h']).error)

// The short form proves that what is acknowledged is stored and that generator, product and peers fit together; it judges no time.
test.runIf(has_mosquitto)('every report that was acknowledged to 200 modules is stored, and no other', async () => {
  const data_dir = mkdtempSync(join(tmpdir(), 'heatfleet-bench-'))
  try {
    const size = { sessions: 200, seconds: 1, repeats: 1, settle_s: 0, is_pinned: false }
    const result = await measureIngest({ ...size, data_dir, say: () => {} })
    expect(result.stored.acknowledged).toBeGreaterThan(200)
    expect(result.stored).toMatchObject({ lost: 0, invented: 0, wrong_present: 0 })
    expect(result.durability).toEqual({ fsync: 'on', synchronous_commit: 'on' })
    expect(ingestReport(result)).toContain('bare COPY')
  } finally {
    rmSync(data_dir, { recursive: true, force: true })
  }
})
