import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { api } from '@heatfleet/contract/api.ts'
import { type Call, createClient } from '@heatfleet/contract/client.ts'
import type { Checks } from '../faults/checks.ts'
import { freePort } from '../free-port.ts'
import { ADMIN_PASSWORD, untilReady } from '../product.ts'
import { enterText } from './clean-root.ts'

/** A clean root, the release that is mounted into it, and the folder that is its `/data`. */
type Place = { root: string; home: string; data: string }

type Running = { url: string; child: ChildProcess; output: () => string; stop: () => Promise<number | null> }
type Ports = { http: number; mqtt: number }

const PRODUCT = 'r290-monobloc'
const STOP_MAX_MS = 15_000
const ONLINE_TRIES = 240

/** Starts the release twice on the same data, and does with it what needs each of its parts once. */
export const useRelease = async (place: Place, checks: Checks): Promise<void> => {
  const before = filesOf(place.home)
  const ports = { http: await freePort(), mqtt: await freePort() }
  const first = await enter(place, ports)
  try {
    const call = await signIn(first.url)
    await expectConsole(first.url, checks)
    await expectUnit(call, checks)
    expectCommands(first, checks)
    expectNoRights(first, checks)
  } finally {
    const began = performance.now()
    const code = await first.stop()
    checks.expect(
      'SIGTERM stops it in order',
      code === 0,
      `exit ${String(code)}, ${Math.round(performance.now() - began)} ms`,
    )
  }
  checks.expect('nothing is written beside its data', filesOf(place.home) === before)
  const second = await enter(place, ports)
  const call = await signIn(second.url)
  const { total } = await call(api.deviceList, { body: { virtual_units: 'with' } })
  checks.expect('a second start finds the data of the first', total === 1, `${total} unit`)
  await second.stop()
}

const environmentOf = ({ http, mqtt }: Ports): Record<string, string> => ({
  PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
  HOME: '/data',
  HEATFLEET_DATA: '/data',
  HEATFLEET_HOST: '127.0.0.1',
  HEATFLEET_PORT: String(http),
  HEATFLEET_MQTT_PORT: String(mqtt),
  HEATFLEET_ADMIN_PASSWORD: ADMIN_PASSWORD,
  HEATFLEET_BACKUP_PASSPHRASE: 'a drill of the house',
})

/** `heatfleet serve` within the root. */
const enter = async ({ root, home, data }: Place, ports: Ports): Promise<Running> => {
  const text = enterText(root, home, data, '/opt/heatfleet/bin/heatfleet serve')
  const child = spawn('unshare', ['--mount', '--pid', '--fork', '--kill-child=SIGKILL', 'sh', '-c', text], {
    env: environmentOf(ports),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  const url = `http://127.0.0.1:${ports.http}`
  await untilReady(
    url,
    () => child.exitCode !== null,
    () => output,
  )
  const stop = async (): Promise<number | null> => {
    process.kill(mainOf(child), 'SIGTERM')
    return Promise.race([ended, wait(STOP_MAX_MS, null, { ref: false })])
  }
  return { url, child, output: () => output, stop }
}

/** The process that is the first within the root, seen from here. */
const mainOf = ({ pid }: ChildProcess): number =>
  Number(
    execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
      .trim()
      .split('\n')[0],
  )

const signIn = async (base_url: string): Promise<Call> => {
  let token: string | null = null
  const call = createClient({ base_url, token: () => token })
  token = (await call(api.login, { body: { user_name: 'admin', password: ADMIN_PASSWORD } })).token
  return call
}

const expectConsole = async (url: string, checks: Checks): Promise<void> => {
  const page = await (await fetch(url)).text()
  const [script = ''] = /\/assets\/[^"]+\.js/.exec(page) ?? []
  const asset = await fetch(`${url}${script}`, { headers: { 'accept-encoding': 'br' } })
  await asset.arrayBuffer()
  checks.expect('the console is served as it was built', script !== '' && asset.ok, script)
}

/** A virtual unit needs the simulator, the broker, the gateway and the store; its label needs the fonts. */
const expectUnit = async (call: Call, checks: Checks): Promise<void> => {
  const params = { product_key: PRODUCT }
  const { mac } = await call(api.virtualUnitStart, { params, body: { of: 'published', agent_id: null } })
  let online = 0
  for (let tries = 0; tries < ONLINE_TRIES && online === 0; tries += 1) {
    await wait(250)
    online = (await call(api.deviceList, { body: { macs: [mac], online_status: 'online' } })).total
  }
  checks.expect('a virtual unit reports', online === 1)
  const label = await call(api.labelFile, { body: { macs: [mac], paper: 'roll_62x29' } })
  const begin = Buffer.from(await label.blob.arrayBuffer()).toString('latin1', 0, 5)
  checks.expect('its label is a PDF', begin === '%PDF-', `${label.blob.size} bytes`)
}

/** The other commands of the launcher, beside the running product. */
const expectCommands = ({ child }: Running, checks: Checks): void => {
  const within = (command: string): { ok: boolean; text: string } => {
    const words = [
      '-t',
      String(mainOf(child)),
      '--mount',
      '--pid',
      '--root',
      '--wdns=/data',
      '-S',
      '10001',
      '-G',
      '10001',
    ]
    try {
      const text = execFileSync('nsenter', [...words, '/opt/heatfleet/bin/heatfleet', ...command.split(' ')], {
        encoding: 'utf8',
        env: Object.fromEntries(environmentText(mainOf(child))),
      })
      return { ok: true, text }
    } catch (error) {
      return { ok: false, text: error instanceof Error ? error.message : String(error) }
    }
  }
  const health = within('health')
  checks.expect('the health check answers', health.ok, health.text.trim().slice(0, 200))
  const backup = within('backup --to /data/backup-1')
  checks.expect('a backup is made beside it', backup.ok, backup.text.trim().split('\n').at(-1)?.slice(0, 200))
  const proved = within('backup --verify /data/backup-1')
  checks.expect('and is whole', proved.ok, proved.text.trim().split('\n').at(-1)?.slice(0, 200))
}

const environmentText = (pid: number): [string, string][] =>
  execFileSync('cat', [`/proc/${pid}/environ`], { encoding: 'utf8' })
    .split('\0')
    .flatMap((line) =>
      line.includes('=') ? [[line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]] : [],
    )

/** What the process may: nothing that root may. */
const expectNoRights = ({ child }: Running, checks: Checks): void => {
  const status = execFileSync('cat', [`/proc/${mainOf(child)}/status`], { encoding: 'utf8' })
  const uid = /^Uid:\t(\d+)/m.exec(status)?.[1]
  const rights = /^CapEff:\t(\w+)/m.exec(status)?.[1]
  checks.expect(
    'it runs without a right of root',
    uid !== '0' && /^0+$/.test(rights ?? ''),
    `uid ${uid}, rights ${rights}`,
  )
}

/** Names of all files of a folder, as one text. */
const filesOf = (folder: string): string =>
  readdirSync(join(folder), { recursive: true, encoding: 'utf8' }).sort().join('\n')
