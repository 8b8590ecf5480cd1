import { createReadStream } from 'node:fs'
import fastifyStatic from '@fastify/static'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import fastify, { type FastifyInstance } from 'fastify'
import helmet from 'helmet'
import type { AppContext } from '../app-context.ts'
import { startInTurn, startJobs } from '../platform/jobs.ts'
import { OUTLINES_PATH, tileOriginsOf } from '../platform/map-sources.ts'
import { trustOf } from '../platform/proxies.ts'
import { registerBroker } from './http-broker.ts'
import { registerCalls } from './http-calls.ts'
import { compressAnswers } from './http-compress.ts'
import { registerDocuments } from './http-documents.ts'
import { endConnections } from './http-ending.ts'
import { answerUnreadable, registerErrorHandlers, sendError } from './http-errors.ts'
import { registerFleetMetrics } from './http-fleet-metrics.ts'
import { registerImages } from './http-images.ts'
import { registerMcp } from './http-mcp.ts'
import { createHttpMetrics } from './http-metrics.ts'
import { registerPackages } from './http-packages.ts'
import { registerProbes } from './http-probes.ts'
import { createPush, type Push } from './push.ts'
import { createRateLimiter } from './rate-limiter.ts'
import { registerSecurityText } from './security-text.ts'
import type { Services } from './services.ts'
import { registerSignOnCallback } from './sign-on-callback.ts'

/** A year: the name of a built asset changes with its content. */
const IMMUTABLE = 'public, max-age=31536000, immutable'

/** Serves the built console: `.br` and `.gz` beside each file are sent to browsers that accept them. */
const registerConsole = async (app: FastifyInstance, folder: string): Promise<void> => {
  await app.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    cacheControl: false,
    dotfiles: 'ignore',
    setHeaders: (reply, path) => {
      reply.header('cache-control', /[/\\]assets[/\\]/.test(path) ? IMMUTABLE : 'no-store')
    },
  })
}

/** Outlines of the installation, for its map. */
const registerOutlines = (app: FastifyInstance, path: string | undefined): void => {
  if (path === undefined) return
  app.get(OUTLINES_PATH, (_, reply) =>
    reply.type('application/geo+json').header('cache-control', 'no-cache').send(createReadStream(path)),
  )
}

/** The HTTP and WebSocket side of the console process. */
type Http = {
  /** Starts listening; resolves to the port (0 = any free one). */
  listen: (port: number, host: string) => Promise<{ port: number }>
  /** Closes sockets with `restart`, lets running calls finish, and stops listening. */
  close: () => Promise<void>
  push: Push
}

/** Creates everything that serves the console's port. */
export const createHttp = async (context: AppContext, services: Services): Promise<Http> => {
  const app = await createApp(context, services)
  const push = createPush(context, services)
  const jobs = await startInTurn(context.database.pool, 'console', async (is_alone) => {
    await services.recover(is_alone)
    return startJobs(context, services.tasks)
  })
  push.attach(app.server)
  const end = endConnections(app.server)
  return {
    push,
    listen: async (port, host) => {
      await app.listen({ port, host })
      const address = app.server.address()
      return { port: typeof address === 'object' && address !== null ? address.port : port }
    },
    close: async () => {
      services.endWaits()
      await push.close()
      await jobs.stop()
      const closed = app.close()
      end()
      await closed
      await services.close()
    },
  }
}

/** Security headers, built once: building them per call costs a tenth of a short call. `tiles`: where map tiles come from; `push`: where the socket is. */
const secureHeadersFor = (tiles: readonly string[], push: readonly string[]) =>
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        // Videos of service orders are fetched with the session, then played.
        mediaSrc: ["'self'", 'blob:'],
        fontSrc: ["'self'", 'data:'],
        // The socket of the console is of the same host and port, which 'self' covers, or where the settings say.
        connectSrc: ["'self'", ...tiles, ...push],
        workerSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
  })

const createApp = async (context: AppContext, services: Services): Promise<FastifyInstance> => {
  const app: FastifyInstance = fastify({
    logger: false,
    bodyLimit: LIMITS.http_body_bytes,
    genReqId: () => crypto.randomUUID(),
    requestIdHeader: false,
    trustProxy: trustOf(context.config.HEATFLEET_TRUSTED_PROXIES),
    forceCloseConnections: 'idle',
    // An invalid path: refused by the router before any hook runs.
    frameworkErrors: (_, __, reply) => void sendError(reply, 400, 'invalid_input', 'malformed'),
    clientErrorHandler: (error, socket) => answerUnreadable(error, socket),
    requestTimeout: 60_000,
    routerOptions: { maxParamLength: 200 },
  })
  app.removeContentTypeParser('text/plain')
  acceptEmptyJson(app)
  const { HEATFLEET_PUSH_URL: push_url } = context.config
  const push = push_url === undefined ? [] : [new URL(push_url).origin]
  const secureHeaders = secureHeadersFor(tileOriginsOf(context.config), push)
  app.addHook('onRequest', (request, reply, done) =>
    secureHeaders(request.raw, reply.raw, (error) => done(error instanceof Error ? error : undefined)),
  )
  const paceOf = createRateLimiter(context.config.HEATFLEET_CALLS_PER_ADDRESS, 10_000)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    if (paceOf(request.ip, context.clock.now()).is_over)
      return sendError(reply.header('retry-after', '10'), 429, 'busy')
  })
  compressAnswers(app)
  registerErrorHandlers(app, context)
  registerProbes(app, context)
  registerSecurityText(app, context.config)
  registerSignOnCallback(app)
  registerBroker(app, context, services)
  registerImages(app, context, services)
  registerPackages(app, context, services)
  await registerDocuments(app, context)
  await registerCalls(app, context, services, createHttpMetrics(context.metrics))
  registerFleetMetrics(app)
  registerMcp(app)
  registerOutlines(app, context.config.HEATFLEET_MAP_OUTLINES)
  if (context.console_folder !== null) await registerConsole(app, context.console_folder)
  return app
}

/** Clients of the specification send a JSON content type with an empty body, mostly on DELETE: it counts as `{}`. */
const acceptEmptyJson = (app: FastifyInstance): void => {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) return done(null, {})
    // `parseAs` makes it text.
    return parse(request, body as string, done)
  })
}
