import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { SettingError } from '../config.ts'
import { reasonOf } from './data-folder.ts'

/**
 * Proves that a port can be listened on, before anything is started for it; retries for `timeout_ms` while it is in
 * use. `setting` is named in the refusal.
 */
export const checkPort = async (setting: string, host: string, port: number, timeout_ms: number): Promise<void> => {
  for (let waited_ms = 0; ; waited_ms += 100) {
    const refusal = await tryPort(host, port)
    if (refusal === null) return
    if (refusal !== 'EADDRINUSE' || waited_ms >= timeout_ms)
      throw new SettingError(portMessage(setting, host, port, refusal))
    await pause(100)
  }
}

const tryPort = (host: string, port: number): Promise<string | null> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error) => resolve(reasonOf(error)))
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(null)))
  })

/** Why a port cannot be used, in one sentence. */
const portMessage = (setting: string, host: string, port: number, reason: string): string => {
  if (reason === 'EADDRINUSE')
    return `${setting}: port ${port} is already in use; choose another or stop what holds it.`
  if (reason === 'EACCES') return `${setting}: port ${port} may not be used by this account; choose one above 1023.`
  if (reason === 'EADDRNOTAVAIL' || reason === 'ENOTFOUND')
    return `HEATFLEET_HOST: ${host} is no address of this machine.`
  return `${setting}: port ${port} cannot be used (${reason}).`
}
