import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { freePort, type Started, start, untilReady } from './processes.ts'
import type { Place } from './product.ts'

export type Mosquitto = Started & { name: string; port: number }

/** Mosquitto as a bare relay (no log-in, no rules, nothing on disk); null = not installed (Debian: package mosquitto). */
export const startMosquitto = async ({ data_dir, is_pinned }: Place): Promise<Mosquitto | null> => {
  const programs = [process.env.HEATFLEET_BENCH_MOSQUITTO ?? 'mosquitto', '/usr/sbin/mosquitto']
  const program = programs.find((name) => spawnSync(name, ['-h']).error === undefined)
  if (program === undefined) return null
  const version = /mosquitto version (\S+)/.exec(spawnSync(program, ['-h'], { encoding: 'utf8' }).stdout)?.[1] ?? ''
  const port = await freePort()
  const file = join(data_dir, `mosquitto-${port}.conf`)
  const settings = ['allow_anonymous true', 'max_queued_messages 0', 'max_inflight_messages 0', 'set_tcp_nodelay true']
  // Otherwise root's Mosquitto becomes another user, who cannot read the file.
  const user = process.getuid?.() === 0 ? ['user root'] : []
  writeFileSync(file, [`listener ${port} 127.0.0.1`, ...settings, ...user, 'log_type error', ''].join('\n'))
  const started = start([program, '-c', file], is_pinned ? 'measured' : null)
  await untilReady(started, () => accepts(port))
  return { ...started, name: `Mosquitto ${version}`, port }
}

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    }).once('error', () => resolve(false))
  })
