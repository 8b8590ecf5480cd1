import { join, resolve } from 'node:path'
import type { Config } from '../config.ts'
import { browserHost } from './console-banner.ts'

/** Images of firmware; of all that is in the data folder the part that several gateways would share. */
export const firmwareFolderOf = (config: Config, data_dir: string): string =>
  resolve(config.HEATFLEET_FIRMWARE ?? join(data_dir, 'firmware'))

/** Where modules fetch images over HTTP; null = they are told no address. The units of the demo run on this machine. */
export const firmwareUrlOf = (config: Config, is_demo: boolean): string | null =>
  config.HEATFLEET_FIRMWARE_URL ??
  config.HEATFLEET_PUBLIC_URL ??
  (is_demo ? `http://${browserHost(config.HEATFLEET_HOST)}:${config.HEATFLEET_PORT}` : null)
