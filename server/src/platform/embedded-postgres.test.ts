import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { findDatabaseAccount } from './system-account.ts'

describe('the embedded PostgreSQL', () => {
  let data_dir = ''
  beforeEach(() => {
    data_dir = mkdtempSync(join(tmpdir(), 'heatfleet-engine-'))
    chmodSync(data_dir, 0o755)
  })
  afterEach(() => rmSync(data_dir, { recursive: true, force: true }))

  const start = () => startEmbeddedPostgres({ data_dir, durable: false })
  const query = async (host: string, statement: string): Promise<unknown[]> => {
    const client = new pg.Client({ host, port: 5432, user: 'heatfleet', database: 'heatfleet' })
    await client.connect()
    const { rows } = await client.query(statement)
    await client.end()
    return rows
  }
  /** No process has that number; an unreaped zombie counts as gone. */
  const isGone = (pid: number) =>
    !existsSync(`/proc/${pid}/stat`) || / Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  const serverPid = (cluster_dir: string) =>
    Number(readFileSync(join(cluster_dir, 'postmaster.pid'), 'utf8').split('\n')[0])

  it('makes a cluster, keeps its data over a stop, and leaves no process', async () => {
    const first = await start()
    const pid = serverPid(first.cluster_dir)
    // A socket in its folder alone: no port of the machine is open.
    expect(await query(first.connection.host, 'show listen_addresses')).toEqual([{ listen_addresses: '' }])
    await query(first.connection.host, 'create table kept as select 42 as answer')
    await first.stop()
    expect(isGone(pid)).toBe(true)
    const second = await start()
    expect(await query(second.connection.host, 'select answer from kept')).toEqual([{ answer: 42 }])
    expect(second.adopted).toBe(false)
    await second.stop()
  })

  it('keeps text apart from the language of the machine', async () => {
    const engine = await start()
    expect(await query(engine.connection.host, `select 'a' < 'B' as by_language`)).toEqual([{ by_language: false }])
    await engine.stop()
  })

  it('is started again when it is killed', async () => {
    const engine = await start()
    const pid = serverPid(engine.cluster_dir)
    process.kill(pid, 'SIGKILL')
    let answer: unknown[] = []
    for (let attempt = 0; attempt < 100 && answer.length === 0; attempt += 1) {
      await pause(100)
      answer = await query(engine.connection.host, 'select 1 as one').catch(() => [])
    }
    expect(answer).toEqual([{ one: 1 }])
    expect(serverPid(engine.cluster_dir)).not.toBe(pid)
    await engine.stop()
  })

  describe.each([
    ['another program', 'echo $$; exec sleep 60'],
    ['a dead process not reaped by its parent', 'sleep 0 & echo $!; exec sleep 60'],
  ])('whose number in the lock files is now that of %s', (_, script) => {
    it('is started all the same, and harms no other process', async () => {
      const before = await start()
      const locks = [join(before.cluster_dir, 'postmaster.pid'), join(before.connection.host, '.s.PGSQL.5432.lock')]
      const texts = locks.map((file) => readFileSync(file, 'utf8'))
      await before.stop()
      const other = spawn('sh', ['-c', script], { ...findDatabaseAccount(), stdio: ['ignore', 'pipe', 'ignore'] })
      try {
        const pid = Number((await once(other.stdout, 'data')).toString())
        for (const [at, file] of locks.entries())
          writeFileSync(file, texts[at]?.replace(/^\d+/, String(pid)) ?? '', { mode: 0o600 })
        const account = findDatabaseAccount()
        if (account !== null) for (const file of locks) chownSync(file, account.uid, account.gid)
        const engine = await start()
        expect(await query(engine.connection.host, 'select 1 as one')).toEqual([{ one: 1 }])
        await engine.stop()
        expect(other.exitCode ?? other.signalCode).toBeNull()
      } finally {
        other.kill('SIGKILL')
      }
    })
  })

  it('is adopted when its parent was killed', async () => {
    const parent = fork(join(import.meta.dirname, '..', '..', 'test', 'postgres-parent.ts'), [data_dir], {
      execArgv: [],
    })
    await once(parent, 'message')
    const gone = once(parent, 'exit')
    parent.kill('SIGKILL')
    await gone
    const adopted = await start()
    expect(adopted.adopted).toBe(true)
    expect(await query(adopted.connection.host, 'select 1 as one')).toEqual([{ one: 1 }])
    const pid = serverPid(adopted.cluster_dir)
    await adopted.stop()
    expect(isGone(pid)).toBe(true)
  })
})
