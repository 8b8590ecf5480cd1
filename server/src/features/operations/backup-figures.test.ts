import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@heatfleet/contract/api.ts'
import { afterAll, expect, test } from 'vitest'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { writeLastBackup } from '../../backup/last-backup.ts'

const data_dir = mkdtempSync(join(tmpdir(), 'heatfleet-operations-'))
afterAll(() => rmSync(data_dir, { recursive: true, force: true }))
/** Longer than figures of the screen are kept. */
const CACHED_MS = 120_000
// As the settings name it; the console of the test has its own connection.
const { console_, as } = useFleetConsole({
  HEATFLEET_DATA: data_dir,
  DATABASE_URL: 'postgres://heatfleet@database/heatfleet',
  HEATFLEET_BACKUP_TO: '/backup',
  HEATFLEET_BACKUP_AT: '03:15',
})

test('a backup of an external database is shown and checked as one of the embedded', async () => {
  const admin = await as('admin')
  const stateOf = async () => {
    console_.jump(CACHED_MS)
    const { backup, checks } = await admin(api.operations)
    return { backup, state: checks.find(({ check }) => check === 'backup')?.state }
  }
  expect(await stateOf()).toEqual({ backup: { daily_at: '03:15', last: null, failure: null }, state: 'warn' })
  const created = new Date(Date.now()).toISOString()
  const success = { folder: '/backup/one', created, seconds: 4, bytes: 5_000_000, rows: '1200' }
  writeLastBackup(data_dir, { ended: created, failure: null, success })
  expect(await stateOf()).toMatchObject({ backup: { last: { folder: '/backup/one', rows: 1_200 } }, state: 'ok' })
  writeLastBackup(data_dir, { ended: created, failure: 'The disk is full.', success })
  expect(await stateOf()).toMatchObject({ backup: { failure: 'The disk is full.' }, state: 'bad' })
})
