import { parseUsername } from '@heatfleet/contract/device-protocol/device-auth.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { z } from 'zod'
import type { AppContext } from '../app-context.ts'
import { isOwnSubscription, judgePublish } from './mqtt-acl.ts'
import { judgeLogin } from './mqtt-auth.ts'
import { createBans } from './mqtt-bans.ts'
import { isSame } from './same-text.ts'
import type { BrokerServices } from './services.ts'

type Deps = Pick<AppContext, 'config' | 'clock'>

const text = z.string().max(LIMITS.broker_word_chars)
/** What an external broker tells of a log-in; `tls` is said by the listener that knows it (mode s1 needs it). */
const LoginQuestion = z.object({
  clientid: text,
  username: text,
  password: text,
  /** Where the module comes from: wrong passwords are counted by it. */
  peerhost: text,
  tls: z.boolean().default(false),
})
/** What a module that is logged in wants to do; its last will is asked about as any publish. Numbers may come as text. */
const TopicQuestion = z.object({
  clientid: text,
  username: text,
  action: z.enum(['publish', 'subscribe']),
  topic: text,
  qos: z.coerce.number().int().min(0).max(2),
  retain: z.boolean().or(z.stringbool()).default(false),
})

/** `superuser` = our own gateway, which the broker asks nothing more about. */
export type BrokerAnswer = 'allow' | 'deny' | 'superuser'

/** Answers an external broker by the rules of the embedded one. What cannot be read is denied. */
export const createBrokerRules = (
  { config, clock }: Deps,
  { findCredentials }: BrokerServices,
): { login: (asked: unknown) => Promise<BrokerAnswer>; topic: (asked: unknown) => BrokerAnswer } => {
  const own = ownLogin(config.MQTT_URL)
  const auth = {
    clock,
    bans: createBans(),
    findCredentials,
    plain_static_login: false,
  }
  return {
    login: async (asked) => {
      const question = LoginQuestion.safeParse(asked)
      if (!question.success) return 'deny'
      const { clientid, username, password, peerhost, tls } = question.data
      if (own !== null && isSame(username, own.username) && isSame(password, own.password)) return 'superuser'
      const attempt = { client_id: clientid, username, password, address: peerhost, is_tls: tls, will_topic: null }
      return (await judgeLogin(auth, attempt)).ok ? 'allow' : 'deny'
    },
    topic: (asked) => {
      const question = TopicQuestion.safeParse(asked)
      if (!question.success) return 'deny'
      const { clientid, username, action, topic, qos, retain } = question.data
      if (parseUsername(username)?.did !== clientid) return 'deny'
      const may =
        action === 'publish' ? judgePublish(clientid, { topic, qos, retain }).ok : isOwnSubscription(clientid, topic)
      return may ? 'allow' : 'deny'
    },
  }
}

/** How our own gateway logs in at the external broker; null = without a name. */
const ownLogin = (url: string | undefined): { username: string; password: string } | null => {
  if (url === undefined) return null
  const { username, password } = new URL(url)
  return password === '' ? null : { username: decodeURIComponent(username), password: decodeURIComponent(password) }
}
