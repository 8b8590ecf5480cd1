import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '../../test/eventually.ts'
import { useFleetConsole } from '../../test/fleet-console.ts'
import { startHomeBroker } from '../../test/home-assistant.ts'
import { ownerDataCase, T_IN, T_OUT } from '../../test/owner-data-case.ts'
import { readBridgeConfig, SettingError } from '../config.ts'

const root = join(import.meta.dirname, '../../..')
const page = readFileSync(join(root, 'docs/home-assistant.md'), 'utf8')
const [start = '', remove = ''] = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, text = '']) => text)
const { database, fleet, console_ } = useFleetConsole()
let home: Awaited<ReturnType<typeof startHomeBroker>>
let token = ''
let mac = ''

beforeAll(async () => {
  home = await startHomeBroker()
  const of = await ownerDataCase({ database, fleet, console_ })
  const device = of.unit(0)
  const owner = await of.own('house@example.com', device, 60)
  await of.report(device, [[Date.now() - 60_000, { [T_IN]: 300, [T_OUT]: 350 }]])
  mac = device.mac
  token = (await of.grant(owner, device, { include_history: true })).token
})
afterAll(() => home.close())

/** A command of the page with the addresses of this test, in its own process group. */
const run = (text: string) => {
  const commands = text
    .replace('https://heat.example.com', console_.base_url)
    .replace('hfd_first,hfd_second', token)
    .replace('mqtt://user:password@127.0.0.1:1883', home.url)
    .replace('npm run bridge --', 'exec node server/src/start/bridge-main.ts')
    .replace('npm run bridge', 'exec node server/src/start/bridge-main.ts')
  const path = `${join(process.execPath, '..')}:${process.env.PATH}`
  const child = spawn('sh', ['-c', commands], { cwd: root, env: { ...process.env, PATH: path } })
  let output = ''
  child.stdout.on('data', (part) => (output += String(part)))
  child.stderr.on('data', (part) => (output += String(part)))
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  return { child, ended, output: () => output }
}

it('the commands of the page publish a unit and take it away again', async () => {
  const bridge = run(start)
  await eventually(() => home.retained.get(`heatfleet/bridge/${mac}/t_out`) ?? bridge.output()).toBe('35')
  bridge.child.kill('SIGTERM')
  expect(await bridge.ended).toBe(0)
  await eventually(() => home.retained.get('heatfleet/bridge/status')).toBe('offline')
  for (const secret of [token, 'secret-of-the-broker']) expect(bridge.output()).not.toContain(secret)
  const removing = run(`${start.replace('npm run bridge\n', '')}${remove}`)
  expect(await removing.ended).toBe(0)
  expect(removing.output()).toMatch(/^\d+ entities are removed\.$/m)
  await eventually(() => [...home.retained.keys()]).toEqual([])
})

it('the page names every setting with its default', () => {
  const needed = { HEATFLEET_URL: 'http://x', HEATFLEET_TOKEN: 'hfd_x', HEATFLEET_BRIDGE_BROKER: 'mqtt://x' }
  const config = readBridgeConfig(needed)
  const rows = [...page.matchAll(/^\| `(HEATFLEET_\w+)` \| (.*) \|$/gm)].map(([, name = '', text = '']) => [name, text])
  expect(new Set(rows.map(([name]) => name))).toEqual(new Set(Object.keys(config)))
  for (const [name = '', text = ''] of rows)
    if (!(name in needed)) expect(text).toContain(String(config[name as keyof typeof config]))
})

it.each([
  [{ HEATFLEET_TOKEN: '' }, 'HEATFLEET_TOKEN is needed (docs/home-assistant.md).'],
  [
    { HEATFLEET_TOKEN: 'abc' },
    'HEATFLEET_TOKEN is not usable: needs tokens that begin with hfd_, with commas between them.',
  ],
  [
    { HEATFLEET_BRIDGE_NAME: 'a/b' },
    'HEATFLEET_BRIDGE_NAME is not usable: needs letters, figures, hyphens or underscores.',
  ],
])('a setting that cannot be used is named: %j', (changes, sentence) => {
  const environment = { HEATFLEET_URL: 'http://x', HEATFLEET_TOKEN: 'hfd_x', HEATFLEET_BRIDGE_BROKER: 'mqtt://x' }
  const read = () => readBridgeConfig({ ...environment, ...changes })
  expect(read).toThrow(SettingError)
  expect(read).toThrow(sentence)
})
