import { createReadStream } from 'node:fs'
import { api } from '@heatfleet/contract/api.ts'
import {
  API_PREFIX,
  CONSOLE_APPLICATION_KEY,
  DATA_RECIPIENT_KEY,
  type Endpoint,
  isAppCall,
} from '@heatfleet/contract/endpoint.ts'
import { asSuccess, refused, success } from '@heatfleet/contract/envelope.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../app-context.ts'
import type { AppCaller, AppUserCaller, Caller, DataRecipient } from '../caller.ts'
import { type ServedFile, WrittenAnswer } from '../handler.ts'
import { refusalOfGone } from '../platform/gone-rows.ts'
import { createHttpAudit, isAudited, isRefusalAudited, openCall } from './http-audit.ts'
import { sendError } from './http-errors.ts'
import { assertOpen } from './http-gates.ts'
import { assertResult, parseInput } from './http-input.ts'
import type { HttpMetrics } from './http-metrics.ts'
import { acceptUploads } from './http-uploads.ts'
import { createRateLimiter, type Pace, paceHeaders } from './rate-limiter.ts'
import type { Services } from './services.ts'

/**
 * Streams a file as an attachment: never shown in the page, never cached. The security headers forbid sniffing its
 * type. `done` is called when the last byte was sent or the connection broke.
 */
const sendFile = (reply: FastifyReply, file: ServedFile): FastifyReply => {
  if (reply.sent) {
    // The call was given up meanwhile.
    file.done()
    return reply
  }
  const stream = createReadStream(file.path)
  stream.once('close', file.done)
  return reply
    .header(
      'content-disposition',
      `attachment; filename="export"; filename*=UTF-8''${encodeURIComponent(file.file_name)}`,
    )
    .header('content-length', file.bytes)
    .type(file.content_type)
    .send(stream)
}

/** Applications that may call; identifiers, no secrets. */
const APPLICATION_KEYS: ReadonlySet<string> = new Set([CONSOLE_APPLICATION_KEY])

type AnyHandler = (input: ReturnType<typeof parseInput>, call: unknown) => Promise<unknown>

/** One route for each row of the endpoint table. */
export const registerCalls = async (
  app: FastifyInstance,
  context: Pick<AppContext, 'clock' | 'log' | 'production' | 'whileDatabaseAnswers'>,
  services: Pick<Services, 'handlers' | 'writeAudit'> & Finders,
  metrics: HttpMetrics,
): Promise<void> => {
  await app.register(async (uploads) => {
    acceptUploads(uploads)
    registerRoutes(app, uploads, context, services, metrics)
  })
}

const registerRoutes = (
  app: FastifyInstance,
  /** For calls that carry a sheet. */
  uploads: FastifyInstance,
  context: Pick<AppContext, 'clock' | 'log' | 'production' | 'whileDatabaseAnswers'>,
  services: Pick<Services, 'handlers' | 'writeAudit'> & Finders,
  metrics: HttpMetrics,
): void => {
  const writeAuditEntry = createHttpAudit(context, services)
  const tokenPacesOf = createTokenPaces(context)
  const outsidePaceOf = createOutsidePace(context)
  // handler.ts ties each handler to its endpoint's type; a loop over the names loses that tie.
  const handlers = services.handlers as Record<string, AnyHandler>
  for (const [name, endpoint] of Object.entries<Endpoint>(api)) {
    const handler = handlers[name]
    if (handler === undefined) throw new Error(`${name} has no handler`)
    const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
      reply.header('cache-control', 'no-store')
      const call = openCall(request, reply)
      const began_ms = context.clock.now()
      try {
        call.caller = isAppCall(endpoint)
          ? await identifyApp(endpoint, request, services)
          : await identify(endpoint, request, services)
        call.is_identified = true
        if (call.caller !== null && !('kind' in call.caller)) {
          const paces = tokenPacesOf(call.caller)
          if (paces.length > 0) reply.headers(paceHeaders(paces))
          const over = paces.find(({ is_over }) => is_over)
          if (over !== undefined) return sendTooManyRequests(reply, over.reset_s)
          assertOpen(endpoint, call.caller)
        }
        const outside = outsidePaceOf(name, endpoint, call.caller)
        if (outside !== null) reply.headers(paceHeaders([{ name: 'call', ...outside }]))
        if (outside?.is_over === true) return sendTooManyRequests(reply, outside.reset_s)
        assertMay(endpoint, call.caller)
        const input = parseInput(endpoint, request)
        const result = await handler(input, call)
        if (isAudited(endpoint) || call.noted.is_audited) await writeAuditEntry(name, endpoint, request, call, 'ok')
        metrics.count(name, 'ok', context.clock.now() - began_ms)
        // AnswerOf (handler.ts): rows that give a file answer with one.
        if (endpoint.gives === 'file') return sendFile(reply, result as ServedFile)
        if (result instanceof WrittenAnswer) {
          if (!context.production) assertResult(name, endpoint, JSON.parse(result.pieces.join('')))
          return reply.type('application/json; charset=utf-8').send(bytesOf(asSuccess(result.pieces)))
        }
        if (!context.production) assertResult(name, endpoint, result)
        return success(result)
      } catch (caught) {
        const error = refusalOfGone(caught) ?? caught
        if (!(error instanceof Refusal)) throw error
        if (isRefusalAudited(endpoint, call, error.code))
          await writeAuditEntry(name, endpoint, request, call, error.code)
        metrics.count(name, error.code, context.clock.now() - began_ms)
        return refused(error, request.id)
      }
    }
    const place = endpoint.body_bytes === LIMITS.import_body_bytes ? uploads : app
    place.route({
      method: endpoint.method,
      url: `${API_PREFIX}${endpoint.path}`,
      // HEAD changes nothing, by its definition; some older calls change by GET (decision 0012).
      exposeHeadRoute: endpoint.kind === 'read',
      bodyLimit: endpoint.body_bytes ?? LIMITS.http_body_bytes,
      handler: (request, reply) => context.whileDatabaseAnswers(() => answer(request, reply)),
    })
  }
}

/** One buffer of all pieces: the transport would join them with its head and measure the whole before it makes bytes of it. */
const bytesOf = (pieces: readonly (string | Buffer)[]): Buffer => {
  const sizes = pieces.map((piece) => Buffer.byteLength(piece))
  const bytes = Buffer.allocUnsafe(sizes.reduce((sum, size) => sum + size, 0))
  let at = 0
  for (const piece of pieces) at += typeof piece === 'string' ? bytes.write(piece, at) : piece.copy(bytes, at)
  return bytes
}

/** How a program stands: with the limit that every token has, and with its own where it has one. None for a person. */
const createTokenPaces = ({ clock }: Pick<AppContext, 'clock'>) => {
  const paceOf = createRateLimiter(LIMITS.api_token_calls_per_10s, 10_000)
  const ownPaceOf = createRateLimiter(LIMITS.api_token_calls_per_minute_max, 60_000)
  return ({ api_token_id, calls_per_minute }: Caller): (Pace & { name: string })[] => {
    if (api_token_id === null) return []
    const [subject, now_ms] = [String(api_token_id), clock.now()]
    const burst = { name: 'burst', ...paceOf(subject, now_ms) }
    // One that is sent away for the one limit is not counted for the other.
    if (burst.is_over || calls_per_minute === null) return [burst]
    return [burst, { name: 'token', ...ownPaceOf(subject, now_ms, calls_per_minute) }]
  }
}

/** The same for app users and third parties, of calls that have a limit of their own. */
const createOutsidePace = ({ clock }: Pick<AppContext, 'clock'>) => {
  const paceOf = createRateLimiter(0, 60_000)
  return (name: string, { calls_per_minute }: Endpoint, caller: AnyCaller | null): Pace | null => {
    if (calls_per_minute === undefined || caller === null || !('kind' in caller) || caller.kind === 'app') return null
    const subject = caller.kind === 'app-user' ? `user ${caller.app_user_id}` : `grant ${caller.grant_id}`
    return paceOf(`${name} ${subject}`, clock.now(), calls_per_minute)
  }
}

const sendTooManyRequests = (reply: FastifyReply, wait_s: number) =>
  sendError(reply.header('retry-after', String(wait_s)), 429, 'busy')

type Finders = Pick<Services, 'findCaller' | 'findApp' | 'findAppUser' | 'findDataRecipient'>
type AnyCaller = Caller | AppCaller | AppUserCaller | DataRecipient

const headerOf = (request: FastifyRequest, name: string): string => {
  const value = request.headers[name]
  return typeof value === 'string' ? value : ''
}

/** Application key first, then the person. */
const identify = async (
  endpoint: Endpoint,
  request: FastifyRequest,
  { findCaller }: Finders,
): Promise<Caller | null> => {
  if (!APPLICATION_KEYS.has(headerOf(request, 'key'))) throw new Refusal('invalid_application_key')
  if (endpoint.needs === 'application') return null
  const caller = await findCaller(headerOf(request, 'token'), request.ip)
  if (caller === null) throw new Refusal('invalid_token')
  return caller
}

/** The app by its key (and its secret, while signed out), then the app user; or a third party by its token. The console's key is no app's. */
const identifyApp = async (
  { needs }: Endpoint,
  request: FastifyRequest,
  { findApp, findAppUser, findDataRecipient }: Finders,
): Promise<AppCaller | AppUserCaller | DataRecipient> => {
  if (needs === 'data-recipient') {
    if (headerOf(request, 'key') !== DATA_RECIPIENT_KEY) throw new Refusal('invalid_application_key')
    const recipient = await findDataRecipient(headerOf(request, 'token'))
    if (recipient === null) throw new Refusal('invalid_token')
    return recipient
  }
  const app = await findApp(headerOf(request, 'key'), needs === 'app' ? headerOf(request, 'secret') : null)
  if (app === null) throw new Refusal('invalid_application_key')
  if (needs === 'app') return app
  const caller = await findAppUser(app, headerOf(request, 'token'))
  if (caller === null) throw new Refusal('invalid_token')
  return caller
}

const assertMay = ({ needs }: Endpoint, caller: AnyCaller | null): void => {
  if (needs === 'application' || needs === 'signed-in') return
  if (needs === 'app' || needs === 'app-user' || needs === 'data-recipient') return
  if (caller === null || 'kind' in caller || !caller.permissions.has(needs))
    throw new Refusal('no_permission', { details: { permission: needs } })
}
