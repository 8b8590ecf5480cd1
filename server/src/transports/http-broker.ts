import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { FastifyInstance } from 'fastify'
import { Counter } from 'prom-client'
import type { AppContext } from '../app-context.ts'
import { type BrokerAnswer, createBrokerRules } from './broker-rules.ts'
import { isEqualConstantTime } from './constant-time.ts'
import { sendError } from './http-errors.ts'
import { createRateLimiter } from './rate-limiter.ts'
import type { BrokerServices } from './services.ts'

type Deps = Pick<AppContext, 'config' | 'clock' | 'metrics'>

/** The answer format of EMQX 5: the result is in the body, not in the status code. */
const ANSWERS = {
  allow: { result: 'allow', is_superuser: false },
  superuser: { result: 'allow', is_superuser: true },
  deny: { result: 'deny', is_superuser: false },
} as const satisfies Record<BrokerAnswer, object>

/**
 * `POST /broker/login` and `POST /broker/topic`: an external broker checks who may log in, publish and subscribe. Offered only
 * with `HEATFLEET_BROKER_SECRET`, which every request carries as bearer token; without it 401, after too many attempts 429.
 */
export const registerBroker = (app: FastifyInstance, deps: Deps, services: BrokerServices): void => {
  const { config, clock, metrics } = deps
  const secret = config.HEATFLEET_BROKER_SECRET
  if (secret === undefined) return
  const rules = createBrokerRules(deps, services)
  const limitWrongSecrets = createRateLimiter(LIMITS.broker_wrong_secrets, LIMITS.broker_wrong_secrets_window_ms)
  const questions = new Counter({
    name: 'heatfleet_broker_questions_total',
    help: 'Questions of an external broker, by answer.',
    labelNames: ['question', 'answer'],
    registers: [metrics],
  })
  for (const question of ['login', 'topic'] as const)
    app.post(`/broker/${question}`, {
      bodyLimit: LIMITS.broker_question_bytes,
      // Before the body is read: a caller without the secret causes no work.
      onRequest: async (request, reply) => {
        if (isEqualConstantTime(request.headers.authorization ?? '', `Bearer ${secret}`)) return
        const { is_over } = limitWrongSecrets(request.ip, clock.now())
        return sendError(reply, is_over ? 429 : 401, is_over ? 'busy' : 'no_permission')
      },
      handler: async (request, reply) => {
        const answer = await rules[question](request.body)
        questions.inc({ question, answer })
        return reply.header('cache-control', 'no-store').send(ANSWERS[answer])
      },
    })
}
