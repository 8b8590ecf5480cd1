import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { api } from '@heatfleet/contract/api.ts'
import { API_PREFIX, CONSOLE_APPLICATION_KEY } from '@heatfleet/contract/endpoint.ts'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startConsole, type TestConsole } from '../../test/console-world.ts'
import { seedSmallFleet, useDatabase } from '../../test/database.ts'
import { SMALL_FLEET_PASSWORD } from '../../test/small-fleet.ts'
import type { Readiness } from '../app-context.ts'
import { systemClock } from '../platform/clock.ts'

const database = useDatabase()
const folder = mkdtempSync(join(tmpdir(), 'heatfleet-console-'))
const log: string[] = []
let parts: Readiness = { database: true, broker: true, migrations: true }
let console_: TestConsole

beforeAll(async () => {
  await seedSmallFleet(database.db)
  mkdirSync(join(folder, 'assets'))
  const script = 'console.log("a script that is worth compressing, worth compressing, worth compressing")'
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Heatfleet</title>')
  writeFileSync(join(folder, 'assets', 'index-1a2b.js'), script)
  writeFileSync(join(folder, 'assets', 'index-1a2b.js.br'), brotliCompressSync(script))
  console_ = await startConsole(
    database,
    {},
    {
      console_folder: folder,
      ready: () => parts,
      production: true,
      log: pino({ level: 'trace' }, { write: (line: string) => void log.push(line) }),
    },
  )
})
afterAll(async () => {
  await console_.close()
  rmSync(folder, { recursive: true })
})
const get = (path: string, headers: Record<string, string> = {}) => fetch(`${console_.base_url}${path}`, { headers })

describe('the API page', () => {
  it('has no script of its own inside, so that it opens under our policy', async () => {
    const page = await (await get(`${API_PREFIX}/docs/`)).text()
    const scripts = [...page.matchAll(/<script([^>]*)>([^<]*)</g)]
    expect(scripts.length).toBeGreaterThan(1)
    for (const [, attributes, inside] of scripts) {
      expect(inside?.trim()).toBe('')
      const path = /src="([^"]+)"/.exec(attributes ?? '')?.[1] ?? ''
      expect((await get(new URL(path, `http://x${API_PREFIX}/docs/`).pathname)).status).toBe(200)
    }
  })

  it('is made of a document whose every reference leads somewhere and whose every call has answers', async () => {
    const document = (await (await get(`${API_PREFIX}/openapi.json`)).json()) as Record<string, unknown>
    expect(document.openapi).toMatch(/^3\.1\.\d+$/)
    const find = (pointer: string) =>
      pointer
        .slice(2)
        .split('/')
        .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
        .reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], document)
    const lost: unknown[] = []
    const walk = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return
      for (const [key, item] of Object.entries(value)) {
        if (key === '$ref' && (typeof item !== 'string' || !item.startsWith('#/') || find(item) === undefined))
          lost.push(item)
        walk(item)
      }
    }
    walk(document)
    expect(lost).toEqual([])
    const operations = Object.values(document.paths as Record<string, Record<string, unknown>>).flatMap((path) =>
      Object.values(path),
    ) as { operationId: string; responses: object; security: Record<string, unknown>[] }[]
    expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(Object.keys(api).toSorted())
    for (const { responses, security } of operations) {
      expect(Object.keys(responses)).toContain('200')
      for (const name of Object.keys(security[0] ?? {}))
        expect(find(`#/components/securitySchemes/${name}`)).toMatchObject({ type: 'apiKey', in: 'header', name })
    }
  })
})

describe('the rim', () => {
  it('says that it is not ready while a part is away, and is alive all the same', async () => {
    parts = { ...parts, database: false }
    const answer = await get('/readyz')
    expect([answer.status, await answer.json()]).toEqual([503, { ready: false, ...parts }])
    expect((await get('/healthz')).status).toBe(200)
    parts = { ...parts, database: true }
    expect((await get('/readyz')).status).toBe(200)
  })

  it('reports a bug by its request id alone, logs it once, and keeps token and password out of the log', async () => {
    const { token } = await console_.signIn('admin')
    await database.pool.query('alter table product_registers rename to hidden')
    const answer = await get(`${API_PREFIX}/product/list-register`, { key: CONSOLE_APPLICATION_KEY, token })
    await database.pool.query('alter table hidden rename to product_registers')
    const request_id = answer.headers.get('x-request-id')
    expect([answer.status, await answer.json()]).toEqual([
      500,
      { code: 500, data: null, msg: 'system exception', error: { code: 'system_exception' }, request_id },
    ])
    const lines = log.filter((line) => line.includes(String(request_id)))
    expect(lines).toHaveLength(1)
    expect(log.join('')).not.toContain(token)
    expect(log.join('')).not.toContain(SMALL_FLEET_PASSWORD)
  })

  it.each(['/%', '/JCloud/device-inventory/%zz', '/nothing/../..//', '/JCloud'])(
    'answers the path %s in the envelope',
    async (path) => {
      const answer = await get(path)
      expect([400, 403, 404]).toContain(answer.status)
      expect(await answer.json()).toMatchObject({ code: answer.status, data: null })
    },
  )

  it('answers too many calls of one address with 429 in the envelope', async () => {
    // Time stands still: how long the burst takes is the machine's affair.
    const clock = { now: () => Date.UTC(2026, 0, 15), after: systemClock.after }
    const crowded = await startConsole(database, {}, { clock })
    const codes: number[] = []
    for (let burst = 0; burst < 61; burst += 1) {
      const answers = await Promise.all(Array.from({ length: 100 }, () => fetch(`${crowded.base_url}/healthz`)))
      for (const answer of answers) {
        if (answer.status === 429 && codes.length < 3) {
          codes.push(answer.status)
          expect(await answer.json()).toMatchObject({ code: 429, error: { code: 'busy' } })
          expect(answer.headers.get('retry-after')).toBe('10')
        } else await answer.body?.cancel()
      }
    }
    expect(codes).toEqual([429, 429, 429])
    await crowded.close()
  })
})

describe('the console', () => {
  it('is sent precompressed, cached a year by name, and its page is always revalidated', async () => {
    const asset = await get('/assets/index-1a2b.js', { 'accept-encoding': 'br' })
    expect(asset.headers.get('content-encoding')).toBe('br')
    expect(asset.headers.get('cache-control')).toContain('immutable')
    expect(await asset.text()).toContain('worth compressing')
    const page = await get('/')
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(page.headers.get('content-type')).toContain('text/html')
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'")
  })

  it.each(['/assets/../../package.json', '/..%2f..%2fetc/passwd', '/assets/none.js'])(
    'has nothing at %s',
    async (path) => {
      expect((await get(path)).status).toBeGreaterThanOrEqual(400)
    },
  )
})
