import { parseUsername } from '@heatfleet/contract/device-protocol/device-auth.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { z } from 'zod'
import type { AppContext } from '../app-context.ts'
import { isEqualConstantTime } from './constant-time.ts'
import { authorizePublish, isOwnSubscription } from './mqtt-acl.ts'
import { authenticateLogin } from './mqtt-auth.ts'
import { createBans } from './mqtt-bans.ts'
import type { BrokerServices } from './services.ts'

type Deps = Pick<AppContext, 'config' | 'clock'>

const text = z.string().max(LIMITS.broker_word_chars)
/** A log-in at an external broker; its listener reports `tls` (mode s1 needs it), as text where a broker sends texts alone. */
const LoginQuery = z.object({
  clientid: text,
  username: text,
  password: text,
  /** Address of the module: wrong passwords are counted by it. */
  peerhost: text,
  tls: z.boolean().or(z.stringbool()).default(false),
})
/** A publish or subscribe of an authenticated module; its last will is checked as a publish. Numbers may come as text. */
const TopicQuery = z.object({
  clientid: text,
  username: text,
  action: z.enum(['publish', 'subscribe']),
  topic: text,
  qos: z.coerce.number().int().min(0).max(2),
  retain: z.boolean().or(z.stringbool()).default(false),
})

/** `superuser` = this product's own gateway, for which the broker checks nothing more. */
export type BrokerAnswer = 'allow' | 'deny' | 'superuser'

/** Applies the rules of the embedded broker to requests of an external one. An unreadable request is denied. */
export const createBrokerRules = (
  { config, clock }: Deps,
  { findCredentials }: BrokerServices,
): { login: (body: unknown) => Promise<BrokerAnswer>; topic: (body: unknown) => BrokerAnswer } => {
  const own = ownLogin(config.MQTT_URL)
  const auth = {
    clock,
    bans: createBans(),
    findCredentials,
    plain_static_login: false,
    // An external broker's modules are authenticated here, in the console process: no first contact.
    first_contact: null,
  }
  return {
    login: async (body) => {
      const query = LoginQuery.safeParse(body)
      if (!query.success) return 'deny'
      const { clientid, username, password, peerhost, tls } = query.data
      if (own !== null && isEqualConstantTime(username, own.username) && isEqualConstantTime(password, own.password))
        return 'superuser'
      const attempt = { client_id: clientid, username, password, address: peerhost, is_tls: tls, will_topic: null }
      return (await authenticateLogin(auth, attempt)).ok ? 'allow' : 'deny'
    },
    topic: (body) => {
      const query = TopicQuery.safeParse(body)
      if (!query.success) return 'deny'
      const { clientid, username, action, topic, qos, retain } = query.data
      if (parseUsername(username)?.did !== clientid) return 'deny'
      const is_allowed =
        action === 'publish'
          ? authorizePublish(clientid, { topic, qos, retain }).ok
          : isOwnSubscription(clientid, topic)
      return is_allowed ? 'allow' : 'deny'
    },
  }
}

/** Credentials of this product's gateway at the external broker; null = none. */
const ownLogin = (url: string | undefined): { username: string; password: string } | null => {
  if (url === undefined) return null
  const { username, password } = new URL(url)
  return password === '' ? null : { username: decodeURIComponent(username), password: decodeURIComponent(password) }
}
