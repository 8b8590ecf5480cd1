import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const MAIN = join(import.meta.dirname, '..', 'main.ts')

type Ended = { code: number | null; out: string; complaint: string }

/** Where the run keeps compiled code, if it does: each start would compile the whole product. */
const compiledCode = (): NodeJS.ProcessEnv => {
  const { NODE_COMPILE_CACHE } = process.env
  return NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }
}

/** Runs the product as a person would, until it ends by itself. */
const start = async (mode: string, cwd: string, environment: Record<string, string>): Promise<Ended> => {
  const child = spawn(process.execPath, [MAIN, mode], {
    cwd,
    env: {
      PATH: process.env.PATH ?? '',
      ...compiledCode(),
      HEATFLEET_HOST: '127.0.0.1',
      HEATFLEET_PORT: '0',
      HEATFLEET_MQTT_PORT: '0',
      HEATFLEET_DEMO: '0',
      ...environment,
    },
  })
  let out = ''
  let complaint = ''
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    complaint += chunk.toString()
  })
  const [code] = await once(child, 'close')
  return { code: typeof code === 'number' ? code : null, out, complaint }
}

describe('a start that cannot be', () => {
  let folder = ''
  let blocker: Server
  let held_port = 0
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'heatfleet-start-'))
    chmodSync(folder, 0o755)
    writeFileSync(join(folder, 'a-file'), '')
    blocker = createServer().listen(0, '127.0.0.1')
    await once(blocker, 'listening')
    const address = blocker.address()
    held_port = typeof address === 'object' && address !== null ? address.port : 0
  })
  afterEach(() => {
    blocker.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it.each<[name: string, mode: string, settings: (port: number) => Record<string, string>, sentence: RegExp]>([
    [
      'the HTTP port is in use',
      'start',
      (port) => ({ HEATFLEET_PORT: `${port}` }),
      /^HEATFLEET_PORT: port \d+ is already in use/,
    ],
    [
      'the MQTT port is in use',
      'start',
      (port) => ({ HEATFLEET_MQTT_PORT: `${port}` }),
      /^HEATFLEET_MQTT_PORT: port \d+ is already in use/,
    ],
    [
      'the address is not ours',
      'start',
      () => ({ HEATFLEET_HOST: '192.0.2.1' }),
      /^HEATFLEET_HOST: 192.0.2.1 is no address/,
    ],
    [
      'the folder cannot be written',
      'start',
      () => ({ HEATFLEET_DATA: './a-file/data' }),
      /^HEATFLEET_DATA: .* cannot be written/,
    ],
    [
      'the folder cannot be made at all',
      'serve',
      () => ({ HEATFLEET_DATA: '/proc/heatfleet/data' }),
      /^HEATFLEET_DATA: .* cannot be written/,
    ],
    [
      'nothing answers at DATABASE_URL',
      'start',
      () => ({ DATABASE_URL: 'postgres://me:hidden@127.0.0.1:1/fleet' }),
      /^DATABASE_URL: the database at 127.0.0.1:1\/fleet cannot be reached/,
    ],
    ['a setting is not usable', 'start', () => ({ HEATFLEET_PORT: 'http' }), /^HEATFLEET_PORT is not usable/],
    [
      'a certificate is missing',
      'start',
      () => ({ HEATFLEET_MQTTS_CERT: 'none.pem', HEATFLEET_MQTTS_KEY: 'none.pem' }),
      /^HEATFLEET_MQTTS_CERT: none.pem cannot be read/,
    ],
    [
      'plain MQTT is closed and there is no certificate',
      'start',
      () => ({ HEATFLEET_MQTT_PLAIN: '0' }),
      /^HEATFLEET_MQTT_PLAIN=0 needs HEATFLEET_MQTTS_CERT and HEATFLEET_MQTTS_KEY/,
    ],
    [
      'plain MQTT of an external broker is to be closed here',
      'start',
      () => ({ HEATFLEET_MQTT_PLAIN: '0', MQTT_URL: 'mqtt://127.0.0.1:1' }),
      /^HEATFLEET_MQTT_PLAIN: the listeners are those of the broker in MQTT_URL/,
    ],
    [
      'the password is weak in production',
      'serve',
      () => ({ HEATFLEET_ADMIN_PASSWORD: 'admin123' }),
      /^HEATFLEET_ADMIN_PASSWORD needs at least 12/,
    ],
    [
      'the key is a pattern in production',
      'serve',
      () => ({ HEATFLEET_SECRET_KEY: '1'.repeat(64) }),
      /^HEATFLEET_SECRET_KEY is a pattern/,
    ],
    ['the command is unknown', 'restart', () => ({}), /^"restart" is none of/],
  ])('because %s says so in one sentence and leaves nothing', async (_, mode, settings, sentence) => {
    const ended = await start(mode, folder, settings(held_port))
    expect(ended.complaint.trim()).toMatch(sentence)
    expect(ended.complaint.trim().split('\n')).toHaveLength(1)
    expect(ended.complaint).not.toContain('hidden')
    expect(ended.code).toBe(1)
    expect(existsSync(join(folder, 'data', 'heatfleet.pid'))).toBe(false)
    expect(existsSync(join(folder, 'data', 'pg', 'postmaster.pid'))).toBe(false)
  })

  it('because the folder is in use names the process that has it', async () => {
    const { lockDataFolder } = await import('../platform/data-folder.ts')
    const { unlock } = lockDataFolder(folder)
    const ended = await start('start', folder, { HEATFLEET_DATA: folder })
    unlock()
    expect(ended.complaint).toContain(`is in use by a running Heatfleet (process ${process.pid})`)
    expect(ended.code).toBe(1)
  })
})
