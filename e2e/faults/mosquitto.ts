import { spawn, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../free-port.ts'

/** Debian installs it outside the path of users. */
const PROGRAMS = ['mosquitto', '/usr/sbin/mosquitto'] as const

/** Starts Mosquitto on a free port, its settings in `folder`. Messages for a disconnected gateway are never dropped. */
export const startMosquitto = async (folder: string): Promise<{ port: number; stop: () => void }> => {
  const program = PROGRAMS.find((name) => !spawnSync(name, ['-h']).error)
  if (program === undefined) throw new Error('mosquitto is not installed')
  const port = await freePort()
  const file = join(folder, 'mosquitto.conf')
  writeFileSync(file, `listener ${port} 127.0.0.1\nallow_anonymous true\nmax_queued_messages 0\n`)
  const child = spawn(program, ['-c', file], { stdio: 'ignore' })
  await wait(500)
  return { port, stop: () => void child.kill() }
}
