import { api } from '@heatfleet/contract/api.ts'
import { API_PREFIX, CONSOLE_APPLICATION_KEY, type Endpoint, isAppCall } from '@heatfleet/contract/endpoint.ts'
import { refused, success } from '@heatfleet/contract/envelope.ts'
import { type ErrorCode, Refusal } from '@heatfleet/contract/errors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppCaller, AppUserCaller, Caller } from '../caller.ts'
import type { AuditNote, ServedFile } from '../handler.ts'
import type { Services } from '../wiring.ts'
import type { World } from '../world.ts'
import { createRate } from './call-rate.ts'
import { sendFailure } from './http-failures.ts'
import type { HttpFigures } from './http-figures.ts'
import { sendFile } from './http-files.ts'
import { assertOpen } from './http-gates.ts'
import { assertResult, parseInput } from './http-input.ts'
import { storable } from './storable-text.ts'

/** Applications that may call; identifiers, no secrets. */
const APPLICATION_KEYS: ReadonlySet<string> = new Set([CONSOLE_APPLICATION_KEY])

type AnyHandler = (input: ReturnType<typeof parseInput>, call: unknown) => Promise<unknown>

/** One route for each row of the endpoint table. */
export const registerCalls = (
  app: FastifyInstance,
  world: Pick<World, 'clock' | 'log' | 'production'>,
  services: Pick<Services, 'handlers' | 'writeAudit'> & Finders,
  figures: HttpFigures,
): void => {
  const allows = createRate(LIMITS.api_token_calls_per_10s, 10_000)
  const isTooFast = ({ api_token_id }: Caller): boolean =>
    api_token_id !== null && !allows(String(api_token_id), world.clock.now())
  // The table ties each handler to its endpoint (handler.ts); a loop over the names has to let go of that tie.
  const handlers = services.handlers as Record<string, AnyHandler>
  for (const [name, endpoint] of Object.entries<Endpoint>(api)) {
    const handler = handlers[name]
    if (handler === undefined) throw new Error(`${name} has no handler`)
    app.route({
      method: endpoint.method,
      url: `${API_PREFIX}${endpoint.path}`,
      handler: async (request, reply) => {
        reply.header('cache-control', 'no-store')
        const call = openCall(request)
        const began_ms = world.clock.now()
        try {
          call.caller = isAppCall(endpoint)
            ? await identifyApp(endpoint, request, services)
            : await identify(endpoint, request, services)
          if (call.caller !== null && !('kind' in call.caller)) {
            if (isTooFast(call.caller)) return tooFast(reply)
            assertOpen(name, endpoint.kind, call.caller)
          }
          assertMay(endpoint, call.caller)
          const input = parseInput(endpoint, request)
          const result = await handler(input, call)
          // What leaves as a file is written down like a change.
          if (endpoint.kind === 'change' || endpoint.gives === 'file')
            await writeLine(name, endpoint, request, call, 'ok')
          figures.count(name, 'ok', world.clock.now() - began_ms)
          // AnswerOf (handler.ts): rows that give a file answer with one.
          if (endpoint.gives === 'file') return sendFile(reply, result as ServedFile)
          if (!world.production) assertResult(name, endpoint, result)
          return success(result)
        } catch (error) {
          if (!(error instanceof Refusal)) throw error
          // A change that was refused and an access that was denied leave a line; a dead token only a count.
          if (call.caller === null ? name === 'login' : endpoint.kind === 'change' || error.code === 'no_permission')
            if (!SILENT.has(error.code)) await writeLine(name, endpoint, request, call, error.code)
          figures.count(name, error.code, world.clock.now() - began_ms)
          return refused(error, request.id)
        }
      },
    })
  }

  const writeLine = (name: string, endpoint: Endpoint, request: FastifyRequest, call: OpenCall, result: string) =>
    services.writeAudit({
      at: new Date(world.clock.now()),
      ...actorOf(call),
      address: call.address,
      action: name,
      object: call.noted.object ?? objectOf(endpoint, request),
      detail: detailOf(call),
      result,
      request_id: request.id,
      user_agent: call.user_agent,
    })
}

/** What was noted, and which program's token it came with. */
const detailOf = ({ caller, noted }: OpenCall): Record<string, unknown> =>
  caller !== null && !('kind' in caller) && caller.api_token_id !== null
    ? { ...noted.detail, api_token_id: caller.api_token_id }
    : (noted.detail ?? {})

const tooFast = (reply: FastifyReply) => sendFailure(reply.header('retry-after', '10'), 429, 'busy')

/** Refusals that come in floods and are counted, not written: what a guesser sends a thousand times. */
const SILENT: ReadonlySet<ErrorCode> = new Set(['too_many_attempts', 'invalid_input'])

type Finders = Pick<Services, 'findCaller' | 'findApp' | 'findAppUser'>
type AnyCaller = Caller | AppCaller | AppUserCaller

/** Who stands in the audit line; of a view both; an app user by his number alone, for lines outlive persons' data. */
const actorOf = ({ caller, noted }: OpenCall): { uid: number | null; user_name: string } => {
  if (caller === null) return { uid: noted.uid ?? null, user_name: noted.user_name ?? '' }
  if (!('kind' in caller))
    return caller.viewer === null
      ? { uid: caller.uid, user_name: caller.user_name }
      : { uid: caller.viewer.uid, user_name: `${caller.viewer.user_name} (as ${caller.user_name})` }
  if (caller.kind === 'app') return { uid: null, user_name: noted.user_name ?? `application ${caller.app_id}` }
  return { uid: null, user_name: `app-user ${caller.app_user_id}` }
}

type OpenCall = {
  caller: AnyCaller | null
  address: string
  user_agent: string
  request_id: string
  noted: AuditNote
  note: (note: AuditNote) => void
}

const openCall = (request: FastifyRequest): OpenCall => {
  const call: OpenCall = {
    caller: null,
    address: request.ip,
    user_agent: (request.headers['user-agent'] ?? '').slice(0, 300),
    request_id: request.id,
    noted: {},
    note: (note) => {
      Object.assign(call.noted, note)
    },
  }
  return call
}

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

/** What the call was about when the handler says nothing: path parameters and query hold keys, never secrets. */
const objectOf = (endpoint: Endpoint, request: FastifyRequest): string => {
  // A change by GET carries a person in its query: only the handler knows what of it may be kept.
  const is_open = endpoint.method === 'GET' && endpoint.kind === 'change'
  const parts = [request.params, is_open ? null : request.query].flatMap((part) =>
    Object.values((part ?? {}) as Record<string, unknown>),
  )
  return parts.length === 0 ? endpoint.of : storable(`${endpoint.of} ${parts.map(String).join(' ')}`.slice(0, 300))
}
