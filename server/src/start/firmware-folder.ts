import { join, resolve } from 'node:path'
import type { Config } from '../config.ts'

/** Images of firmware; of all that is in the data folder the part that several gateways would share. */
export const firmwareFolderOf = (config: Config, data_dir: string): string =>
  resolve(config.HEATFLEET_FIRMWARE ?? join(data_dir, 'firmware'))
