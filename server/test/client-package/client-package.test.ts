import { execFile, execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, request as forward } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createContext, runInContext } from 'node:vm'
import { api } from '@heatfleet/contract/api.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findChromium } from '../../../scripts/chromium.ts'
import { useFleetConsole } from '../fleet-console.ts'
import { ownerDataCase, T_OUT } from '../owner-data-case.ts'
import { SMALL_FLEET_PASSWORD } from '../small-fleet.ts'
import { type InstalledClient, installClient } from './installed-client.ts'

/** Its name in the programs below, which are those of another project. */
const PACKAGE = '@heatfleet/client'
const root = join(import.meta.dirname, '../../..')
const page = readFileSync(join(root, 'docs/client.md'), 'utf8')
const examples = [...page.matchAll(/```js\n([\s\S]*?)```/g)].map(([, text = '']) => text)
const CHROMIUM = findChromium()
/** A Node 20 of the system; the tests themselves run on a newer one. */
const OLDEST_NODE = ['/usr/bin/node', '/usr/local/bin/node'].find(
  (path) => existsSync(path) && execFileSync(path, ['--version'], { encoding: 'utf8' }).startsWith('v20.'),
)
const { database, fleet, console_, as } = useFleetConsole()
let client: InstalledClient
let environment: Record<string, string> = {}

beforeAll(async () => {
  client = await installClient()
  const admin = await as('admin')
  const { token } = await admin(api.createApiToken, {
    body: { token_name: 'Client', permissions: ['device:view', 'account:view'], expires_in_days: 30 },
  })
  environment = {
    HEATFLEET_URL: console_.base_url,
    HEATFLEET_TOKEN: token,
    HEATFLEET_USER: 'admin',
    HEATFLEET_PASSWORD: SMALL_FLEET_PASSWORD,
    HEATFLEET_UNIT: fleet.devices[0]?.mac ?? '',
  }
}, 240_000)
afterAll(() => client.remove())

const run = (text: string, more: Record<string, string> = {}) =>
  client.runProgram(`import { createHeatfleet, HeatfleetRefusal } from '${PACKAGE}'\n${text}`, {
    ...environment,
    ...more,
  })

/** One file of a program, as it is sent to a browser. */
const bundleOf = async (text: string): Promise<string> => {
  const name = crypto.randomUUID()
  const [entry, bundle] = [join(client.folder, `${name}.mjs`), join(client.folder, `${name}.js`)]
  writeFileSync(entry, text)
  const words = [entry, '--file', bundle, '--format', 'iife', '--platform', 'browser']
  await promisify(execFile)(join(root, 'node_modules/.bin/rolldown'), words, { cwd: client.folder })
  return bundle
}

describe('the package', () => {
  it('has the compiled client with its types, and nothing else', () => {
    expect(
      client.files.filter(
        (path) => !/^(?:dist\/(?:src|generated)\/[\w-]+\.(?:js|d\.ts)|README\.md|package\.json)$/.test(path),
      ),
    ).toEqual([])
    expect(client.files).toContain('dist/generated/index.d.ts')
  })

  it('needs no other package and nothing of Node', () => {
    const description: unknown = JSON.parse(readFileSync(join(client.home, 'package.json'), 'utf8'))
    expect(description).not.toHaveProperty('dependencies')
    const imports = readdirSync(join(client.home, 'dist'), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.js'))
      .flatMap((path) => [...readFileSync(join(client.home, 'dist', path), 'utf8').matchAll(/from '([^']+)'/g)])
      .map(([, name]) => name)
    expect(imports.filter((name) => !name?.startsWith('.'))).toEqual([])
    expect(imports.length).toBeGreaterThan(5)
  })

  it('has every call of the endpoint table', async () => {
    const [names] = await client.runProgram(
      `import { CALLS } from '${PACKAGE}'; console.log(Object.keys(CALLS).toSorted().join())`,
    )
    expect(names).toBe(Object.keys(api).toSorted().join())
  })

  it.skipIf(OLDEST_NODE === undefined)('works on the oldest Node that it is for', async () => {
    const program = (text = '') => client.runProgram(text, environment, OLDEST_NODE)
    const macs = fleet.devices.map(({ mac }) => mac).toSorted()
    expect(await program(examples[0])).toEqual([`${macs.length} units`, ...macs])
    expect(await program(examples[1])).toEqual(['invalid_input macs.0 device_id'])
  })

  it.skipIf(CHROMIUM === undefined)('works in a page of Chromium', async () => {
    const bundle = await bundleOf(`import { createHeatfleet } from '${PACKAGE}'
createHeatfleet({ url: location.origin, credentials: { token: ${JSON.stringify(environment.HEATFLEET_TOKEN)} } })
  .call('deviceList', { query: { size: 1 }, body: {} })
  .then(({ total }) => { document.title = total + ' units' }, (error) => { document.title = String(error) })`)
    const page = `<!doctype html><title>waiting</title><script>${readFileSync(bundle, 'utf8').replaceAll('</script', '<\\/script')}</script>`
    // The page and the product under one origin, as behind a proxy.
    const server = createServer((request, response) => {
      if (request.url === '/') return void response.setHeader('content-type', 'text/html').end(page)
      const { method, headers, url } = request
      const onward = forward(`${console_.base_url}${url}`, { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      })
      request.pipe(onward)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const words = ['--headless', '--no-sandbox', '--disable-gpu', '--virtual-time-budget=20000', '--dump-dom']
    const { stdout } = await promisify(execFile)(
      CHROMIUM ?? '',
      [...words, `--user-data-dir=${join(client.folder, 'profile')}`, `http://127.0.0.1:${port}/`],
      { maxBuffer: 16_000_000 },
    ).finally(() => server.close())
    expect(/<title>([^<]*)/.exec(stdout)?.[1]).toBe(`${fleet.devices.length} units`)
  })

  it('works as a bundle in a page, where there is only what browsers have', async () => {
    const bundle = await bundleOf(`import { createHeatfleet } from '${PACKAGE}'
globalThis.done = createHeatfleet({ url: globalThis.address, credentials: { token: globalThis.token } })
  .call('deviceList', { query: { size: 1 }, body: {} }).then(({ total }) => total)`)
    const { fetch, URL, URLSearchParams, AbortSignal, AbortController, setTimeout, clearTimeout } = globalThis
    const scope = createContext({
      fetch,
      URL,
      URLSearchParams,
      AbortSignal,
      AbortController,
      setTimeout,
      clearTimeout,
      address: console_.base_url,
      token: environment.HEATFLEET_TOKEN,
    })
    runInContext(readFileSync(bundle, 'utf8'), scope)
    // Set by the page above.
    expect(await (scope as { done?: Promise<number> }).done).toBe(fleet.devices.length)
  })
})

describe('the page about the client', () => {
  it('and the README of the package begin with a program that runs', async () => {
    const text = /```js\n([\s\S]*?)```/.exec(readFileSync(join(client.home, 'README.md'), 'utf8'))?.[1] ?? ''
    const program = text.replace("'https://heat.example.com'", 'process.env.HEATFLEET_URL')
    expect((await client.runProgram(program, environment)).length).toBe(fleet.devices.length)
  })

  it('lists all units over several pages', async () => {
    const macs = fleet.devices.map(({ mac }) => mac).toSorted()
    expect(await client.runProgram(examples[0] ?? '', environment)).toEqual([`${macs.length} units`, ...macs])
  })

  it('shows what a refusal says', async () => {
    expect(await client.runProgram(examples[1] ?? '', environment)).toEqual(['invalid_input macs.0 device_id'])
  })

  it('reads pushes until it has seen the unit', async () => {
    const printed = client.runProgram(examples[2] ?? '', environment)
    const [device] = fleet.devices
    if (device === undefined) throw new Error('The small fleet has no unit.')
    const { mac, device_id, agent_path } = device
    let is_over = false
    void printed.finally(() => (is_over = true)).catch(() => undefined)
    // The unit reports until somebody has seen it.
    while (!is_over) {
      console_.fromGateway({
        kind: 'status',
        device_id,
        mac,
        agent_path,
        product_key: fleet.product_key,
        at: null,
        online_status: 'online',
        bus_status: 'unknown',
        rssi_dbm: null,
        alarm_keys: [],
        alarm_severity: null,
        attrs: {},
        installer_keys: [],
      })
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    expect(await printed).toEqual([`${mac} online`])
  })
})

describe('a program with the client', () => {
  it('is a person whose session is opened anew when it was ended', async () => {
    const printed = await run(`
      const credentials = { user_name: process.env.HEATFLEET_USER, password: process.env.HEATFLEET_PASSWORD }
      const [mine, other] = [0, 1].map(() => createHeatfleet({ url: process.env.HEATFLEET_URL, credentials }))
      const first = await mine.token()
      await mine.call('deviceList', { body: {} })
      await createHeatfleet({ url: process.env.HEATFLEET_URL, credentials: { token: first } }).call('logoff')
      const { total } = await mine.call('deviceList', { body: {} })
      console.log(total, first !== (await mine.token()))
      await mine.signOut()
      await other.signOut()`)
    expect(printed).toEqual([`${fleet.devices.length} true`])
  })

  it('reads a whole list by cursor while rows are inserted between its pages', async () => {
    const printed = await run(`
      const credentials = { user_name: process.env.HEATFLEET_USER, password: process.env.HEATFLEET_PASSWORD }
      const heatfleet = createHeatfleet({ url: process.env.HEATFLEET_URL, credentials })
      const mac = process.env.HEATFLEET_UNIT
      // An entry of the audit log each.
      const insert = (favourite) => heatfleet.call('deviceFavourite', { query: { mac, favourite } })
      for (let at = 0; at < 12; at += 1) await insert(at % 2 === 0)
      const { list } = await heatfleet.call('auditList', { query: { pageNo: 1, size: 999 } })
      const found = []
      for await (const page of heatfleet.pages('auditList', { query: { size: 5 } })) {
        found.push(...page.list.map(({ audit_id }) => audit_id))
        await insert(found.length % 2 === 0)
      }
      const seen = new Set(found)
      const missing = list.filter(({ audit_id }) => !seen.has(audit_id)).length
      console.log(list.length >= 12, missing, found.length - seen.size)
      await heatfleet.signOut()`)
    expect(printed).toEqual(['true 0 0'])
  })

  it('is refused with the code of the right it lacks', async () => {
    const printed = await run(`
      const heatfleet = createHeatfleet({ url: process.env.HEATFLEET_URL, credentials: { token: process.env.HEATFLEET_TOKEN } })
      const error = await heatfleet.call('roleList', {}).catch((refusal) => refusal)
      console.log(error instanceof HeatfleetRefusal, error.code, error.request_id.length)`)
    expect(printed).toEqual(['true no_permission 36'])
  })

  it('waits as the product says when it calls too often', async () => {
    const admin = await as('admin')
    const { token } = await admin(api.createApiToken, {
      body: { token_name: 'Slow', permissions: ['device:view'], expires_in_days: 30, calls_per_minute: 1 },
    })
    const printed = await run(
      `
      const heatfleet = createHeatfleet({ url: process.env.HEATFLEET_URL, credentials: { token: process.env.SLOW }, retry: { most_ms: 0 } })
      await heatfleet.call('deviceList', { body: {} })
      const error = await heatfleet.call('deviceList', { body: {} }).catch((failure) => failure)
      console.log(error.name, error.status)`,
      { SLOW: token },
    )
    expect(printed).toEqual(['HeatfleetFailure 429'])
  })

  it('of a third party reads the whole history of its unit by the cursor', async () => {
    const of = await ownerDataCase({ database, fleet, console_ })
    const device = of.unit(0)
    const owner = await of.own('client-owner@example.com', device, 60)
    const start = Math.floor(Date.now() / 60_000) * 60_000 - 600_000
    await of.report(
      device,
      [0, 1, 2, 3, 4].map((minute) => [start + minute * 60_000, { [T_OUT]: 350 + minute }] as const),
    )
    const { token } = await of.grant(owner, device, { include_history: true })
    const printed = await run(
      `
      const heatfleet = createHeatfleet({ url: process.env.HEATFLEET_URL, key: 'heatfleet-owner-data', credentials: { token: process.env.GRANT } })
      for await (const [at, value] of heatfleet.each('recipientHistory', { query: { points: 't_out', rows: 2 } })) console.log(at, value)`,
      { GRANT: token },
    )
    expect(printed).toEqual([0, 1, 2, 3, 4].map((minute) => `${start + minute * 60_000} ${(350 + minute) / 10}`))
  })
})

describe('the types', () => {
  it('are those of each call: what is right compiles and what is wrong does not', async () => {
    const said = await client.compile(`
      import { createHeatfleet, type Calls, type ErrorCode, type Push } from '${PACKAGE}'
      const heatfleet = createHeatfleet({ url: '', credentials: { token: '' } })
      const page = await heatfleet.call('deviceList', { query: { pageNo: 1 }, body: { macs: ['863412060123455'] } })
      const mac: string = page.list[0]!.mac
      for await (const unit of heatfleet.each('deviceList')) { const also: string = unit.mac; void also }
      for await (const row of heatfleet.each('recipientHistory')) { const at: number | null = row[0]!; void at }
      const file: { blob: Blob } = await heatfleet.call('importTemplate', { query: { format: 'csv' } })
      const code: ErrorCode = 'no_permission'
      const told = (push: Push) => (push.cmd === 'PushDeviceAttrStatus' ? push.mac : null)
      const login: Calls['login']['request'] = { body: { user_name: 'a', password: 'b' } }
      // @ts-expect-error no call of this name
      await heatfleet.call('deviceLists')
      // @ts-expect-error the path needs a parameter
      await heatfleet.call('editAnalysisReport', { body: {} })
      // @ts-expect-error of another type
      await heatfleet.call('deviceList', { body: { macs: [1] } })
      // @ts-expect-error no answer in pages
      heatfleet.each('login')
      // @ts-expect-error no code
      const wrong: ErrorCode = 'no_permissions'
      void [mac, file, code, told, login, wrong]
      export {}`)
    expect(said).toBe('')
  })
})
