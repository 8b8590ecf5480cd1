import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { untilGiven } from './eventually.ts'

/** Debian installs it outside the path of users. */
const PROGRAM = ['mosquitto', '/usr/sbin/mosquitto'].find((name) => !spawnSync(name, ['-h']).error)
/** Aedes knows neither MQTT 5 nor shared subscriptions, so gateways that share a broker need this one. */
export const HAS_MOSQUITTO = PROGRAM !== undefined

const findFreePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })

/** Mosquitto on a free port. */
export const startSharedBroker = async () => {
  if (PROGRAM === undefined) throw new Error('mosquitto is not installed')
  const folder = mkdtempSync(join(tmpdir(), 'heatfleet-mosquitto-'))
  const port = await findFreePort()
  const file = join(folder, 'mosquitto.conf')
  writeFileSync(file, `listener ${port} 127.0.0.1\nallow_anonymous true\nmax_queued_messages 0\n`)
  const child = spawn(PROGRAM, ['-c', file], { stdio: 'ignore' })
  await untilGiven(
    () =>
      new Promise<void>((resolve, reject) => {
        const socket = connect(port, '127.0.0.1', () => {
          socket.destroy()
          resolve()
        })
        socket.once('error', reject)
      }),
  )
  return {
    port,
    url: `mqtt://127.0.0.1:${port}`,
    close: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill()
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
