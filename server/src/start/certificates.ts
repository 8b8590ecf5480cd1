import { accessSync, constants, readFileSync } from 'node:fs'
import { type Config, SettingError } from '../config.ts'
import { reasonOf } from '../platform/data-folder.ts'

/** Checks that MQTT and the socket over TLS have both of their files, or none, and that MQTT over TLS is there where plain MQTT is closed. */
export const checkCertificates = (config: Config): void => {
  const { HEATFLEET_MQTTS_CERT, HEATFLEET_MQTTS_KEY, HEATFLEET_PUSH_CERT, HEATFLEET_PUSH_KEY } = config
  if ((HEATFLEET_MQTTS_CERT === undefined) !== (HEATFLEET_MQTTS_KEY === undefined))
    throw new SettingError('HEATFLEET_MQTTS_CERT and HEATFLEET_MQTTS_KEY are needed together.')
  if ((HEATFLEET_PUSH_CERT === undefined) !== (HEATFLEET_PUSH_KEY === undefined))
    throw new SettingError('HEATFLEET_PUSH_CERT and HEATFLEET_PUSH_KEY are needed together.')
  if (config.HEATFLEET_MQTT_PLAIN === '0') {
    if (config.MQTT_URL !== undefined)
      throw new SettingError(
        'HEATFLEET_MQTT_PLAIN: the listeners are those of the broker in MQTT_URL, close them there.',
      )
    if (HEATFLEET_MQTTS_CERT === undefined)
      throw new SettingError('HEATFLEET_MQTT_PLAIN=0 needs HEATFLEET_MQTTS_CERT and HEATFLEET_MQTTS_KEY.')
  }
  const files = { HEATFLEET_MQTTS_CERT, HEATFLEET_MQTTS_KEY, HEATFLEET_PUSH_CERT, HEATFLEET_PUSH_KEY }
  for (const [name, file] of Object.entries(files)) {
    try {
      if (file !== undefined) accessSync(file, constants.R_OK)
    } catch (error) {
      throw new SettingError(`${name}: ${String(file)} cannot be read (${reasonOf(error)}).`)
    }
  }
}

/** Certificate and key of the socket's own port; null where it has none. */
export const readPushCertificate = ({
  HEATFLEET_PUSH_CERT: cert,
  HEATFLEET_PUSH_KEY: key,
}: Pick<Config, 'HEATFLEET_PUSH_CERT' | 'HEATFLEET_PUSH_KEY'>): { cert: Buffer; key: Buffer } | null =>
  cert === undefined || key === undefined ? null : { cert: readFileSync(cert), key: readFileSync(key) }
