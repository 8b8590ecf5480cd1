import { accessSync, constants } from 'node:fs'
import { type Config, SettingError } from '../config.ts'
import { reasonOf } from '../platform/data-folder.ts'

/** Checks that MQTT over TLS has both of its files, or none, and is there where plain MQTT is closed. */
export const checkCertificates = (config: Config): void => {
  const { HEATFLEET_MQTTS_CERT, HEATFLEET_MQTTS_KEY } = config
  if ((HEATFLEET_MQTTS_CERT === undefined) !== (HEATFLEET_MQTTS_KEY === undefined))
    throw new SettingError('HEATFLEET_MQTTS_CERT and HEATFLEET_MQTTS_KEY are needed together.')
  if (config.HEATFLEET_MQTT_PLAIN === '0') {
    if (config.MQTT_URL !== undefined)
      throw new SettingError(
        'HEATFLEET_MQTT_PLAIN: the listeners are those of the broker in MQTT_URL, close them there.',
      )
    if (HEATFLEET_MQTTS_CERT === undefined)
      throw new SettingError('HEATFLEET_MQTT_PLAIN=0 needs HEATFLEET_MQTTS_CERT and HEATFLEET_MQTTS_KEY.')
  }
  for (const [name, file] of Object.entries({ HEATFLEET_MQTTS_CERT, HEATFLEET_MQTTS_KEY })) {
    try {
      if (file !== undefined) accessSync(file, constants.R_OK)
    } catch (error) {
      throw new SettingError(`${name}: ${String(file)} cannot be read (${reasonOf(error)}).`)
    }
  }
}
