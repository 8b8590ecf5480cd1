import { createHmac } from 'node:crypto'
import mqtt, { type MqttClient } from 'mqtt'

/** A module's credentials as the import file or the demo's fleet file gives them. */
export type Credentials = { did: string; secret_hex: string }

/** Logs in as a module with nothing but MQTT.js and the documented HMAC: no code of ours. */
export const connectDevice = (
  port: number,
  { did, secret_hex }: Credentials,
  options: { ts?: number; password?: string } = {},
): Promise<MqttClient> => {
  const ts = options.ts ?? Math.floor(Date.now() / 1000)
  const password =
    options.password ?? createHmac('sha256', Buffer.from(secret_hex, 'hex')).update(`${did}|${ts}`).digest('hex')
  return mqtt.connectAsync(`mqtt://127.0.0.1:${port}`, {
    clientId: did,
    username: `${did}|${ts}|h1`,
    password,
    clean: false,
    keepalive: 60,
    reconnectPeriod: 0,
    connectTimeout: 10_000,
  })
}
