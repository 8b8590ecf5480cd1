import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { FastifyInstance } from 'fastify'
import { Counter } from 'prom-client'
import type { AppContext } from '../app-context.ts'
import { type BrokerAnswer, createBrokerRules } from './broker-rules.ts'
import { createRate } from './call-rate.ts'
import { sendFailure } from './http-failures.ts'
import { isSame } from './same-text.ts'
import type { BrokerServices } from './services.ts'

type Deps = Pick<AppContext, 'config' | 'clock' | 'metrics'>

/** What EMQX 5 reads; a broker that looks at the code alone is no broker for this. */
const ANSWERS = {
  allow: { result: 'allow', is_superuser: false },
  superuser: { result: 'allow', is_superuser: true },
  deny: { result: 'deny', is_superuser: false },
} as const satisfies Record<BrokerAnswer, object>

/**
 * `POST /broker/login` and `POST /broker/topic`: an external broker asks who may log in, publish and listen. Offered only
 * with `HEATFLEET_BROKER_SECRET`, which every question carries as its bearer; without it 401, and 429 for who keeps trying.
 */
export const registerBroker = (app: FastifyInstance, deps: Deps, services: BrokerServices): void => {
  const { config, clock, metrics } = deps
  const secret = config.HEATFLEET_BROKER_SECRET
  if (secret === undefined) return
  const rules = createBrokerRules(deps, services)
  const mayTry = createRate(LIMITS.broker_wrong_secrets, LIMITS.broker_wrong_secrets_window_ms)
  const questions = new Counter({
    name: 'heatfleet_broker_questions_total',
    help: 'Questions of an external broker, by answer.',
    labelNames: ['question', 'answer'],
    registers: [metrics],
  })
  for (const question of ['login', 'topic'] as const)
    app.post(`/broker/${question}`, {
      bodyLimit: LIMITS.broker_question_bytes,
      // Before the body is read: who does not hold the secret makes us do nothing.
      onRequest: async (request, reply) => {
        if (isSame(request.headers.authorization ?? '', `Bearer ${secret}`)) return
        const is_patient = mayTry(request.ip, clock.now())
        return sendFailure(reply, is_patient ? 401 : 429, is_patient ? 'no_permission' : 'busy')
      },
      handler: async (request, reply) => {
        const answer = await rules[question](request.body)
        questions.inc({ question, answer })
        return reply.header('cache-control', 'no-store').send(ANSWERS[answer])
      },
    })
}
