import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { deps, figuresOf, onDatabase, PASSPHRASE, useTableBackup } from '../../test/table-backup-case.ts'
import { deriveKey } from './backup-key.ts'
import { type Manifest, writeManifest } from './manifest.ts'
import { restoreBackup } from './restore-backup.ts'
import { restoreTables } from './restore-tables.ts'
import { findContent } from './store-tables.ts'

const { database, made, emptyDatabase, launch, run } = useTableBackup()

describe('a restore into an external database', () => {
  it('whose process is killed leaves the database and the folder empty, and the next one succeeds', async () => {
    const [to, into] = [await emptyDatabase(), join(made.root, 'killed-restore')]
    const began = `select from pg_stat_activity where datname = $1 and query like 'copy %'`
    const child = launch('restore-main.ts', ['--from', made.whole, '--into', into], to)
    const gone = once(child, 'exit')
    while (child.exitCode === null && (await database.pool.query(began, [to.database])).rowCount === 0) await wait(1)
    expect(child.exitCode).toBeNull()
    child.kill('SIGKILL')
    await gone
    expect(existsSync(into)).toBe(false)
    // The database notices that its client is gone a little later.
    await expect.poll(() => onDatabase(to, findContent)).toBeNull()
    const again = await run('restore-main.ts', ['--from', made.whole, '--into', into], to)
    expect(again).toMatchObject({
      code: 0,
      output: expect.stringContaining('have the rows and checksums of the backup'),
    })
    expect(await figuresOf(to)).toEqual(made.manifest.tables)
  })

  const refusal = async (from: string, passphrase = PASSPHRASE): Promise<string> => {
    const [to, into] = [await emptyDatabase(), join(made.root, 'refused')]
    const reason = await restoreTables(from, into, passphrase, to, deps).then(
      () => 'restored',
      (error: Error) => error.message,
    )
    expect(existsSync(into), reason).toBe(false)
    expect(readdirSync(made.root).filter((name) => name.includes('restoring'))).toEqual([])
    expect(await onDatabase(to, findContent), reason).toBeNull()
    const { rows } = await onDatabase(to, (sql) =>
      sql.query(`select from pg_namespace where nspname = 'graphile_worker'`),
    )
    expect(rows, reason).toEqual([])
    return reason
  }
  const changed = async (change: Partial<Manifest>): Promise<string> => {
    const copy = join(made.root, `copy-${randomBytes(4).toString('hex')}`)
    cpSync(made.whole, copy, { recursive: true })
    writeManifest(copy, { ...made.manifest, ...change }, await deriveKey(PASSPHRASE, made.manifest.key))
    return copy
  }

  it('refuses a wrong passphrase', async () => {
    expect(await refusal(made.whole, 'another passphrase')).toContain('The passphrase is not the one')
  })

  it.each([0.1, 0.5, 0.999])('refuses a byte changed at %f of the rows, and names the file', async (share) => {
    const copy = await changed({})
    const file = join(copy, 'tables.part')
    const bytes = readFileSync(file)
    const at = Math.floor(bytes.length * share)
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at)
    writeFileSync(file, bytes)
    expect(await refusal(copy)).toMatch(/^tables.part is damaged/)
  })

  it('refuses rows that are not those of the manifest, by number and by content', async () => {
    const tables = made.manifest.tables ?? []
    const withDevices = (change: object) =>
      changed({ tables: tables.map((one) => (one.table === 'public.devices' ? { ...one, ...change } : one)) })
    expect(await refusal(await withDevices({ rows: '7000' }))).toMatch(
      /public.devices has \d+ rows, in the backup it had 7000/,
    )
    expect(await refusal(await withDevices({ checksum: '1' }))).toContain(
      'the rows of public.devices have another checksum',
    )
  })

  it('refuses a newer schema and a part that is missing', async () => {
    const newer = { number: 9_999, name: '9999_next_year.sql', checksum: 'x' }
    expect(await refusal(await changed({ schema: newer }))).toContain('is newer than this program')
    const copy = await changed({})
    rmSync(join(copy, 'firmware.part'))
    expect(await refusal(copy)).toBe(`firmware.part is missing in ${copy}.`)
  })

  it('refuses a database and a folder that are not empty, and changes nothing there', async () => {
    const before = await figuresOf(made.source.connection)
    const into = join(made.root, 'not-empty')
    const restored = () => restoreTables(made.whole, into, PASSPHRASE, made.source.connection, deps)
    await expect(restored()).rejects.toThrow('the database is not empty')
    expect(existsSync(into)).toBe(false)
    expect(await figuresOf(made.source.connection)).toEqual(before)
    const to = await emptyDatabase()
    await expect(restoreTables(made.whole, made.source.data_dir, PASSPHRASE, to, deps)).rejects.toThrow('is not empty')
    expect(await onDatabase(to, findContent)).toBeNull()
    await onDatabase(to, (sql) => sql.query('create table notes (text text)'))
    await expect(restoreTables(made.whole, into, PASSPHRASE, to, deps)).rejects.toThrow('it has public.notes')
  })

  it('refuses a role that may make nothing there', async () => {
    const [to, into] = [await emptyDatabase(), join(made.root, 'no-right')]
    await database.pool.query(`alter database ${to.database} owner to current_user`)
    await expect(restoreTables(made.whole, into, PASSPHRASE, to, deps)).rejects.toThrow(
      `the role ${to.user} may not create in this database: make it the owner.`,
    )
    expect(existsSync(into)).toBe(false)
  })

  it('refuses a backup of the other kind, in either direction', async () => {
    const embedded = await changed({
      lsn: '0/1',
      timeline: 1,
      parts: made.manifest.parts.map((part) => (part.part === 'tables' ? { ...part, part: 'database' } : part)),
    })
    expect(await refusal(embedded)).toContain('unset DATABASE_URL')
    const into = join(made.root, 'other-kind')
    await expect(restoreBackup(made.whole, into, PASSPHRASE, deps)).rejects.toThrow(
      'set DATABASE_URL to an empty database',
    )
    expect(existsSync(into)).toBe(false)
  })
})
