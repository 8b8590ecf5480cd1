import { fork } from 'node:child_process'
import { join } from 'node:path'

/** Modules that wait for an image, in a process of their own. */
export type UpgradeFleetRequest = {
  port: number
  macs: readonly string[]
  secret_hex: string
  hardware_version: string
  software_version: string
}
/** How far they are. */
export type UpgradeFleetFigures = {
  /** Images that came whole and with their SHA-256. */
  complete: number
  damaged: number
  /** Bytes of chunks. */
  bytes: number
  /** From the first request to the last byte, of each image. */
  took_ms: number[]
  /** Share of a core that the modules used since they connected. */
  generator_share: number
}
export type UpgradeFleetMessage = ({ kind: 'connect' } & UpgradeFleetRequest) | { kind: 'figures' }

export type UpgradeFleet = { figures: () => Promise<UpgradeFleetFigures>; close: () => void }

/** Connects the modules and registers them with their version. */
export const connectUpgradeFleet = async (fleet: UpgradeFleetRequest): Promise<UpgradeFleet> => {
  const child = fork(join(import.meta.dirname, 'upgrade-process.ts'), [], { execArgv: [], serialization: 'advanced' })
  const request = (message: UpgradeFleetMessage): Promise<UpgradeFleetFigures> =>
    new Promise((resolve, reject) => {
      const onExit = (): void => reject(new Error('the process of the downloading modules ended'))
      child.once('exit', onExit)
      child.once('message', (answer: UpgradeFleetFigures | { error: string }) => {
        child.off('exit', onExit)
        if ('error' in answer) reject(new Error(answer.error))
        else resolve(answer)
      })
      child.send(message)
    })
  const close = (): void => void child.kill('SIGKILL')
  try {
    await request({ kind: 'connect', ...fleet })
  } catch (error) {
    close()
    throw error
  }
  return { figures: () => request({ kind: 'figures' }), close }
}
