import { createReadStream } from 'node:fs'
import { api } from '@heatfleet/contract/api.ts'
import { API_PREFIX, CONSOLE_APPLICATION_KEY, type Endpoint, isAppCall } from '@heatfleet/contract/endpoint.ts'
import { asSuccess, refused, success } from '@heatfleet/contract/envelope.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../app-context.ts'
import type { AppCaller, AppUserCaller, Caller } from '../caller.ts'
import { type ServedFile, WrittenAnswer } from '../handler.ts'
import { createRate } from './call-rate.ts'
import { createHttpAudit, leavesLine, leavesRefusal, openCall } from './http-audit.ts'
import { sendFailure } from './http-failures.ts'
import type { HttpFigures } from './http-figures.ts'
import { assertOpen } from './http-gates.ts'
import { assertResult, parseInput } from './http-input.ts'
import type { Services } from './services.ts'

/**
 * Streams a file as an attachment: never shown in the page, never kept in a cache. The transport's own headers forbid
 * guessing its type. `done` is told when the last byte went out, or the line broke.
 */
const sendFile = (reply: FastifyReply, file: ServedFile): FastifyReply => {
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
export const registerCalls = (
  app: FastifyInstance,
  world: Pick<AppContext, 'clock' | 'log' | 'production'>,
  services: Pick<Services, 'handlers' | 'writeAudit'> & Finders,
  figures: HttpFigures,
): void => {
  const writeLine = createHttpAudit(world, services)
  const waitOf = createTokenPace(world)
  // The table ties each handler to its endpoint (handler.ts); a loop over the names has to let go of that tie.
  const handlers = services.handlers as Record<string, AnyHandler>
  for (const [name, endpoint] of Object.entries<Endpoint>(api)) {
    const handler = handlers[name]
    if (handler === undefined) throw new Error(`${name} has no handler`)
    app.route({
      method: endpoint.method,
      url: `${API_PREFIX}${endpoint.path}`,
      bodyLimit: endpoint.body_bytes ?? LIMITS.http_body_bytes,
      handler: async (request, reply) => {
        reply.header('cache-control', 'no-store')
        const call = openCall(request, reply)
        const began_ms = world.clock.now()
        try {
          call.caller = isAppCall(endpoint)
            ? await identifyApp(endpoint, request, services)
            : await identify(endpoint, request, services)
          call.is_identified = true
          if (call.caller !== null && !('kind' in call.caller)) {
            const wait_s = waitOf(call.caller)
            if (wait_s > 0) return tooFast(reply, wait_s)
            assertOpen(endpoint, call.caller)
          }
          assertMay(endpoint, call.caller)
          const input = parseInput(endpoint, request)
          const result = await handler(input, call)
          if (leavesLine(endpoint)) await writeLine(name, endpoint, request, call, 'ok')
          figures.count(name, 'ok', world.clock.now() - began_ms)
          // AnswerOf (handler.ts): rows that give a file answer with one.
          if (endpoint.gives === 'file') return sendFile(reply, result as ServedFile)
          if (result instanceof WrittenAnswer) {
            if (!world.production) assertResult(name, endpoint, JSON.parse(result.pieces.join('')))
            return reply.type('application/json; charset=utf-8').send(bytesOf(asSuccess(result.pieces)))
          }
          if (!world.production) assertResult(name, endpoint, result)
          return success(result)
        } catch (error) {
          if (!(error instanceof Refusal)) throw error
          if (leavesRefusal(endpoint, call, error.code)) await writeLine(name, endpoint, request, call, error.code)
          figures.count(name, error.code, world.clock.now() - began_ms)
          return refused(error, request.id)
        }
      },
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

/** How long (s) a program that calls faster than every token may, or than its own, is sent away; 0 = it may go on. */
const createTokenPace = ({ clock }: Pick<AppContext, 'clock'>) => {
  const allows = createRate(LIMITS.api_token_calls_per_10s, 10_000)
  const allowsOwn = createRate(LIMITS.api_token_calls_per_minute_max, 60_000)
  return ({ api_token_id, calls_per_minute }: Caller): number => {
    if (api_token_id === null) return 0
    const [subject, now_ms] = [String(api_token_id), clock.now()]
    if (!allows(subject, now_ms)) return 10
    return calls_per_minute === null || allowsOwn(subject, now_ms, calls_per_minute) ? 0 : 60
  }
}

const tooFast = (reply: FastifyReply, wait_s: number) =>
  sendFailure(reply.header('retry-after', String(wait_s)), 429, 'busy')

type Finders = Pick<Services, 'findCaller' | 'findApp' | 'findAppUser'>
type AnyCaller = Caller | AppCaller | AppUserCaller

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

/** The app by its key (and its secret, while nobody is signed in), then the app user. The console's key is no app's. */
const identifyApp = async (
  { needs }: Endpoint,
  request: FastifyRequest,
  { findApp, findAppUser }: Finders,
): Promise<AppCaller | AppUserCaller> => {
  const app = await findApp(headerOf(request, 'key'), needs === 'app' ? headerOf(request, 'secret') : null)
  if (app === null) throw new Refusal('invalid_application_key')
  if (needs === 'app') return app
  const caller = await findAppUser(app, headerOf(request, 'token'))
  if (caller === null) throw new Refusal('invalid_token')
  return caller
}

const assertMay = ({ needs }: Endpoint, caller: AnyCaller | null): void => {
  if (needs === 'application' || needs === 'signed-in' || needs === 'app' || needs === 'app-user') return
  if (caller === null || 'kind' in caller || !caller.permissions.has(needs)) throw new Refusal('no_permission')
}
