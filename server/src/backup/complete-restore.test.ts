import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { deps, figuresOf, onDatabase, PASSPHRASE, useTableBackup } from '../../test/table-backup-case.ts'
import type { ConnectionOptions } from '../platform/db.ts'
import { createBackup } from './create-backup.ts'
import { restoreTables } from './restore-tables.ts'

const { made, emptyDatabase } = useTableBackup()
/** No process has this number. */
const DEAD_PID = 2 ** 31 - 2

/** A restore that ends when the database is committed and the folder not named, as one that is killed there. */
const restoreUnnamed = async (to: ConnectionOptions, into: string): Promise<string> => {
  const print = (line: string): void => {
    // The last word before the commit.
    if (!line.includes('checksums of the backup')) return
    mkdirSync(into)
    writeFileSync(join(into, 'in-the-way'), '')
  }
  await expect(restoreTables(made.whole, into, PASSPHRASE, to, { ...deps, print })).rejects.toThrow(
    'run the same restore again',
  )
  rmSync(into, { recursive: true })
  const left = `${into}.restoring-${DEAD_PID}`
  renameSync(`${into}.restoring-${process.pid}`, left)
  return left
}

describe('a restore that was killed between the commit of the database and the naming of the folder', () => {
  it('is completed by the same restore', async () => {
    const [to, into] = [await emptyDatabase(), join(made.root, 'named')]
    const left = await restoreUnnamed(to, into)
    const lines: string[] = []
    await restoreTables(made.whole, into, PASSPHRASE, to, { ...deps, print: (line) => lines.push(line) })
    expect(lines).toEqual([`The database was complete when the restore was killed: ${left} is named ${into}.`])
    expect(await figuresOf(to)).toEqual(await figuresOf(made.source.connection))
    expect(readFileSync(join(into, 'keys', 'secret-key'), 'utf8')).toBe(`${made.source.secret_key_hex}\n`)
    expect(readdirSync(into)).not.toContain('restored.json')
    expect(existsSync(left)).toBe(false)
    await expect(restoreTables(made.whole, into, PASSPHRASE, to, deps)).rejects.toThrow('is not empty')
  })

  it('is completed when a part of the folder has its place already', async () => {
    const [to, into] = [await emptyDatabase(), join(made.root, 'half-named')]
    const left = await restoreUnnamed(to, into)
    mkdirSync(into)
    renameSync(join(left, 'firmware'), join(into, 'firmware'))
    renameSync(left, join(into, `restoring-${DEAD_PID}`))
    await restoreTables(made.whole, into, PASSPHRASE, to, deps)
    expect(readdirSync(into).sort()).toEqual(['firmware', 'keys'])
  })

  it('is not completed with another backup, or when the database has changed, and the folder stays', async () => {
    const [to, into] = [await emptyDatabase(), join(made.root, 'changed')]
    const left = await restoreUnnamed(to, into)
    const other = join(made.root, 'another')
    await createBackup(made.source, other, PASSPHRASE, deps)
    await expect(restoreTables(other, into, PASSPHRASE, to, deps)).rejects.toThrow('A restore of another backup')
    await onDatabase(to, (client) => client.query('delete from device_events'))
    await expect(restoreTables(made.whole, into, PASSPHRASE, to, deps)).rejects.toThrow('is another one now')
    expect(existsSync(join(left, 'keys', 'secret-key'))).toBe(true)
  })

  it('begins anew when the database was not committed', async () => {
    const [to, into] = [await emptyDatabase(), join(made.root, 'anew')]
    const left = await restoreUnnamed(await emptyDatabase(), into)
    await restoreTables(made.whole, into, PASSPHRASE, to, deps)
    expect(existsSync(left)).toBe(false)
    expect(existsSync(join(into, 'keys', 'secret-key'))).toBe(true)
  })
})
