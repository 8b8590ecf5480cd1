import type { Config } from '../config.ts'
import { checkPort } from '../platform/free-port.ts'

type Port = 'HEATFLEET_PORT' | 'HEATFLEET_MQTT_PORT' | 'HEATFLEET_MQTTS_PORT' | 'HEATFLEET_PUSH_PORT'

/** Children of a killed parent release their ports by themselves, but not at once. */
export const ORPHANS_MAX_MS = 8_000

/** Waits until the ports of the settings are free; throws a SettingError for one that stays taken. */
export const checkPorts = async (config: Config, timeout_ms: number): Promise<void> => {
  const names: Port[] = ['HEATFLEET_PORT']
  if (config.HEATFLEET_PUSH_CERT !== undefined) names.push('HEATFLEET_PUSH_PORT')
  if (config.MQTT_URL === undefined && config.HEATFLEET_MQTT_PLAIN === '1') names.push('HEATFLEET_MQTT_PORT')
  if (config.MQTT_URL === undefined && config.HEATFLEET_MQTTS_CERT !== undefined) names.push('HEATFLEET_MQTTS_PORT')
  for (const name of names) await checkPort(name, config.HEATFLEET_HOST, config[name], timeout_ms)
}
