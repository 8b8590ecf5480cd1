import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { useDatabase } from '../../test/database.ts'
import { countMigrations, migrate, readMigrations } from './migrate.ts'
import { dumpSchema } from './schema-dump.ts'

describe('migrations', () => {
  const database = useDatabase()
  const [first, ...others] = readMigrations()
  const next = { number: others.length + 2, name: `${String(others.length + 2).padStart(4, '0')}_next.sql` }

  it('add up to the committed schema.sql', async () => {
    const committed = readFileSync(join(import.meta.dirname, '..', '..', 'schema.sql'), 'utf8')
    expect(await dumpSchema(database.pool)).toBe(committed)
  })

  it('run once: a second start finds nothing to do', async () => {
    expect(await migrate(database.pool)).toEqual([])
    expect(await countMigrations(database.pool)).toBe(readMigrations().length)
  })

  it('are refused when one that ran has changed', async () => {
    if (first === undefined) throw new Error('There are migrations.')
    const changed = [{ ...first, checksum: 'another' }, ...others]
    await expect(migrate(database.pool, changed)).rejects.toThrow(`${first.name} has changed`)
  })

  it('are refused when the database is newer than the program', async () => {
    await expect(migrate(database.pool, readMigrations().slice(0, -1))).rejects.toThrow('newer than this program')
  })

  it('leave nothing behind when one fails half-way', async () => {
    const broken = { ...next, sql: 'create table half_way (n int); select 1 / 0', checksum: 'x' }
    await expect(migrate(database.pool, [...readMigrations(), broken])).rejects.toThrow('division by zero')
    const left = await database.pool.query(`select to_regclass('half_way') as found`)
    expect(left.rows[0]).toEqual({ found: null })
  })

  it('wait for each other when two starts meet', async () => {
    const added = { ...next, sql: 'create table met (n int)', checksum: 'y' }
    const ran = await Promise.all([1, 2].map(() => migrate(database.pool, [...readMigrations(), added])))
    expect(ran.flat()).toEqual([next.name])
  })
})
