import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import mqtt from 'mqtt'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeCertificate } from '../../test/certificate.ts'
import { useDatabase } from '../../test/database.ts'
import { eventually } from '../../test/eventually.ts'
import { freePort } from '../../test/free-port.ts'

const MAIN = join(import.meta.dirname, '..', 'main.ts')
const DEMO_UNITS = 2
/** The database is made with it. */
const SECRET_KEY = randomBytes(32).toString('hex')

const database = useDatabase()
const { cert, key } = makeCertificate()
let folder = ''
let closing: (() => Promise<void>)[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'heatfleet-listeners-'))
  chmodSync(folder, 0o755)
  writeFileSync(join(folder, 'cert.pem'), cert)
  writeFileSync(join(folder, 'key.pem'), key)
})
afterEach(async () => {
  for (const close of closing) await close()
  closing = []
  rmSync(folder, { recursive: true, force: true })
})

/** The whole product but for the building of the console, with the demo; waits for its banner. */
const startProduct = async (settings: Record<string, string>) => {
  const { host, port, user, database: name } = database.connection
  const child = spawn(process.execPath, [MAIN, 'dev'], {
    cwd: folder,
    env: {
      PATH: process.env.PATH ?? '',
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
      DATABASE_URL: `postgres://${user}@localhost/${name}?host=${encodeURIComponent(host ?? '')}&port=${port}`,
      HEATFLEET_PORT: String(await freePort()),
      HEATFLEET_DEMO: String(DEMO_UNITS),
      HEATFLEET_DEMO_DAYS: '0',
      HEATFLEET_SECRET_KEY: SECRET_KEY,
      HEATFLEET_DATA: join(folder, 'data'),
      ...settings,
    },
  })
  let output = ''
  const ended = once(child, 'close')
  closing.push(async () => {
    child.kill('SIGTERM')
    await ended
  })
  const { promise: started, resolve, reject } = Promise.withResolvers<void>()
  const read = (chunk: Buffer): void => {
    output += chunk.toString()
    if (output.includes('Ctrl-C')) resolve()
  }
  child.stdout.on('data', read)
  child.stderr.on('data', read)
  child.once('close', () => reject(new Error(output)))
  await started
  /** Listeners by the entry of the start in the log. */
  const listListeners = (): unknown => {
    const log = readFileSync(join(folder, 'data', 'logs', 'heatfleet.log'), 'utf8')
    return JSON.parse(/"listeners":(\[[^\]]*\])/.exec(log)?.[1] ?? '[]')
  }
  return { banner: output, listListeners }
}

/** True where somebody listens: 127.0.0.2 is an address of this machine that a listener on the loopback's first alone does not have. */
const isOpen = (port: number, host = '127.0.0.2'): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, host)
    socket.once('error', () => resolve(false))
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })

const countOnline = async (): Promise<number> => {
  const { rows } = await database.pool.query<{ n: number }>('select count(*)::int as n from device_status where online')
  return rows[0]?.n ?? 0
}

describe('the listeners of the embedded broker', () => {
  it('with plain MQTT closed, modules and the units of the demo connect over TLS alone, and the start says so', async () => {
    const [mqtt_port, mqtts_port] = [await freePort(), await freePort()]
    const { banner, listListeners } = await startProduct({
      HEATFLEET_MQTT_PORT: String(mqtt_port),
      HEATFLEET_MQTT_PLAIN: '0',
      HEATFLEET_MQTTS_PORT: String(mqtts_port),
      HEATFLEET_MQTTS_CERT: join(folder, 'cert.pem'),
      HEATFLEET_MQTTS_KEY: join(folder, 'key.pem'),
    })
    expect(banner).toContain(`Modules    mqtts://localhost:${mqtts_port}\n`)
    await eventually(listListeners).toEqual([expect.stringMatching(/^http:/), `mqtts://0.0.0.0:${mqtts_port}`])
    expect(await isOpen(mqtt_port)).toBe(false)
    expect(await isOpen(mqtts_port)).toBe(true)
    await expect(
      mqtt.connectAsync(`mqtts://127.0.0.1:${mqtts_port}`, { ca: cert, reconnectPeriod: 0, clientId: 'nobody' }, false),
    ).rejects.toMatchObject({ code: 2 })
    await eventually(countOnline).toBe(DEMO_UNITS)
  })

  it('with both open, the start names both', async () => {
    const [mqtt_port, mqtts_port] = [await freePort(), await freePort()]
    const { banner } = await startProduct({
      HEATFLEET_DEMO: '0',
      HEATFLEET_MQTT_PORT: String(mqtt_port),
      HEATFLEET_MQTTS_PORT: String(mqtts_port),
      HEATFLEET_MQTTS_CERT: join(folder, 'cert.pem'),
      HEATFLEET_MQTTS_KEY: join(folder, 'key.pem'),
    })
    expect(banner).toContain(`Modules    mqtt://localhost:${mqtt_port}, mqtts://localhost:${mqtts_port}\n`)
    expect(await isOpen(mqtt_port)).toBe(true)
  })
})
