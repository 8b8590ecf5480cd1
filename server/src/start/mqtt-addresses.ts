import type { Config } from '../config.ts'
import { boundHost, browserHost } from './console-banner.ts'
import type { Gateway } from './gateway-child.ts'

type Settings = Pick<Config, 'HEATFLEET_HOST' | 'MQTT_URL'>
type Ports = Pick<Gateway, 'mqtt_port' | 'mqtts_port'>
type Addresses = {
  /** Where simulated and virtual units connect: with TLS only where plain MQTT is closed. An external broker's has its password. */
  for_units: string
  /** Where modules connect, for the banner. */
  for_modules: string[]
  /** Listeners of this machine as they are bound, for the log. */
  bound: string[]
}

/** Addresses of MQTT: of the embedded broker as it listens, or of the external one. */
export const mqttAddresses = ({ HEATFLEET_HOST: host, MQTT_URL: external }: Settings, ports: Ports): Addresses => {
  if (external !== undefined)
    return { for_units: external, for_modules: [external.replace(/\/\/[^/@]*@/, '//')], bound: [] }
  const plain = ports.mqtt_port()
  const secure = ports.mqtts_port()
  const at = (name: string): string[] => [
    ...(plain === null ? [] : [`mqtt://${name}:${plain}`]),
    ...(secure === null ? [] : [`mqtts://${name}:${secure}`]),
  ]
  const for_modules = at(browserHost(host))
  return { for_units: for_modules[0] ?? '', for_modules, bound: at(boundHost(host)) }
}
