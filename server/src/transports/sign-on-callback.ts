import { LIMITS } from '@heatfleet/contract/limits.ts'
import { CALLBACK_PATH } from '@heatfleet/contract/single-sign-on/single-sign-on.ts'
import type { FastifyInstance } from 'fastify'

/** The console's screen for it; in the hash, so that the answer reaches neither a log nor another site. */
const screenOf = (answer: string): string => `../#/sso?${new URLSearchParams({ answer }).toString()}`

/**
 * Where the single sign-on provider sends the browser back to: hands its answer to the console, which has the attempt
 * that it belongs to.
 */
export const registerSignOnCallback = (app: FastifyInstance): void => {
  app.get(CALLBACK_PATH, (request, reply) => {
    const answer = request.url.split('?').slice(1).join('?')
    if (answer.length > LIMITS.sign_on_text_max) return reply.callNotFound()
    return reply.header('cache-control', 'no-store').redirect(screenOf(answer), 303)
  })
}
