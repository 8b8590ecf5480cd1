import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { api } from '@heatfleet/contract/api.ts'
import { type Call, createClient } from '@heatfleet/contract/client.ts'
import type { MenuEntry } from '@heatfleet/contract/menu-entry.ts'
import type { UserInfo } from '@heatfleet/contract/session/session.ts'
import { z } from 'zod'
import type { Credentials } from './device-client.ts'

const readVariable = (name: string): string => {
  const value = process.env[name]
  if (value === undefined) throw new Error(`${name} is set by global-setup.ts`)
  return value
}

/** The product under test, as global-setup.ts started it. */
export const running = {
  url: () => readVariable('HEATFLEET_E2E_URL'),
  /** Its folder. */
  data: () => readVariable('HEATFLEET_E2E_DATA'),
  mqtt_port: () => Number(readVariable('HEATFLEET_E2E_MQTT_PORT')),
  /** Of the administrator and of every account of the demo. */
  password: () => readVariable('HEATFLEET_E2E_PASSWORD'),
}

/** The unit of the demo that no simulator runs, with its secret. */
export const spareModule = (): Credentials =>
  z
    .object({ did: z.string(), secret_hex: z.string() })
    .parse(JSON.parse(readFileSync(join(running.data(), 'demo', 'spare-module.json'), 'utf8')))

/** Whether the app users of the demo have signed up and bound their units: from then on they change nothing. */
export const hasMovedIn = (): boolean =>
  z.object({ moved_in: z.boolean() }).parse(JSON.parse(readFileSync(join(running.data(), 'demo', 'demo.json'), 'utf8')))
    .moved_in

/** A session opened over HTTP, with its typed client. */
export type SignedIn = { user: UserInfo; menu: MenuEntry[]; call: Call }

/** Signs in without a browser. */
export const signIn = async (user_name = 'admin'): Promise<SignedIn> => {
  let token: string | null = null
  const call = createClient({ base_url: running.url(), token: () => token })
  const user = await call(api.login, { body: { user_name, password: running.password() } })
  token = user.token
  return { user, menu: await call(api.roleMenu), call }
}

const sessions = new Map<string, Promise<SignedIn>>()

/**
 * A session of an account of the demo that all journeys of a worker use. A journey that ends sessions or changes what
 * the session keeps signs in by itself, best as an account of its own (`makePerson`).
 */
export const sharedSession = (user_name = 'admin'): Promise<SignedIn> => {
  const cached = sessions.get(user_name)
  if (cached !== undefined) return cached
  const session = signIn(user_name)
  sessions.set(user_name, session)
  return session
}

/** The value of one counter on `/metrics`, by its name with labels; 0 before it first counts. */
export const metric = async (name: string): Promise<number> => {
  const text = await (await fetch(`${running.url()}/metrics`)).text()
  const sample = text.split('\n').find((line) => line.startsWith(`${name} `))
  return sample === undefined ? 0 : Number(sample.slice(name.length + 1))
}
