import { createServer } from 'node:net'
import { SettingError } from '../config.ts'
import { reasonOf } from './data-folder.ts'

/** Proves that a port can be listened on, before anything is started for it. `setting` is named in the refusal. */
export const checkPort = async (setting: string, host: string, port: number): Promise<void> => {
  const server = createServer()
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen({ host, port, exclusive: true }, resolve)
    })
  } catch (error) {
    throw new SettingError(portSentence(setting, host, port, reasonOf(error)))
  }
  await new Promise<void>((resolve) => server.close(() => resolve()))
}

/** Why a port cannot be had, in one sentence. */
export const portSentence = (setting: string, host: string, port: number, reason: string): string => {
  if (reason === 'EADDRINUSE')
    return `${setting}: port ${port} is already in use; choose another or stop what holds it.`
  if (reason === 'EACCES') return `${setting}: port ${port} may not be used by this account; choose one above 1023.`
  if (reason === 'EADDRNOTAVAIL' || reason === 'ENOTFOUND')
    return `HEATFLEET_HOST: ${host} is no address of this machine.`
  return `${setting}: port ${port} cannot be used (${reason}).`
}
