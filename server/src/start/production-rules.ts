import { type Config, SettingError } from '../config.ts'
import { isWeakKey } from '../platform/keys.ts'
import { weaknessOf } from '../platform/password-strength.ts'

/** Refusals of `serve` before anything is started: guessable secrets. */
export const checkProductionSecrets = (config: Config): void => {
  const password = config.HEATFLEET_ADMIN_PASSWORD
  const weakness = password === undefined ? null : weaknessOf(password)
  if (weakness !== null) throw new SettingError(`HEATFLEET_ADMIN_PASSWORD ${weakness}.`)
  if (config.HEATFLEET_SECRET_KEY !== undefined && isWeakKey(config.HEATFLEET_SECRET_KEY))
    throw new SettingError('HEATFLEET_SECRET_KEY is a pattern: take 32 random bytes ("openssl rand -hex 32").')
  if (config.HEATFLEET_BROKER_SECRET !== undefined && isWeakKey(config.HEATFLEET_BROKER_SECRET))
    throw new SettingError('HEATFLEET_BROKER_SECRET is a pattern: take 32 random bytes ("openssl rand -hex 32").')
}
