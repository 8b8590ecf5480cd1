import { createHmac } from 'node:crypto'
import mqtt, { type MqttClient } from 'mqtt'

/** A module's credentials as the import file or the demo's fleet file gives them. */
export type Credentials = { did: string; secret_hex: string }

/** User name and password of a log-in signed at `ts`, unix seconds, as docs/device-protocol.md says. */
export const logInOf = ({ did, secret_hex }: Credentials, ts: number): { username: string; password: string } => ({
  username: `${did}|${ts}|h1`,
  password: createHmac('sha256', Buffer.from(secret_hex, 'hex')).update(`${did}|${ts}`).digest('hex'),
})

/** Logs in as a module with nothing but MQTT.js and the documented HMAC: no code of ours. */
export const connectDevice = (
  port: number,
  credentials: Credentials,
  options: { ts?: number; password?: string; host?: string; keep_alive_s?: number } = {},
): Promise<MqttClient> => {
  const { username, password } = logInOf(credentials, options.ts ?? Math.floor(Date.now() / 1000))
  return mqtt.connectAsync(`mqtt://${options.host ?? '127.0.0.1'}:${port}`, {
    clientId: credentials.did,
    username,
    password: options.password ?? password,
    clean: false,
    keepalive: options.keep_alive_s ?? 60,
    reconnectPeriod: 0,
    connectTimeout: 10_000,
  })
}
