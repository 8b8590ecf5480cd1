import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../app-context.ts'
import { isEqualConstantTime } from './constant-time.ts'

/** For so long the text of the metrics is sent again, in ms: it takes some milliseconds of the event loop. */
const METRICS_KEPT_MS = 1_000
/** This machine itself, also as the sockets of IPv6 name it. */
const OWN_ADDRESSES: ReadonlySet<string> = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/**
 * `/healthz` (alive), `/readyz` (database, broker, migrations), `/metrics` (Prometheus text): with the secret of
 * HEATFLEET_METRICS_TOKEN, without that setting from this machine alone.
 */
export const registerProbes = (
  app: FastifyInstance,
  { ready, metrics, config }: Pick<AppContext, 'ready' | 'metrics' | 'config'>,
): void => {
  app.get('/healthz', (_, reply) => reply.header('cache-control', 'no-store').send({ alive: true }))
  app.get('/readyz', async (_, reply) => {
    const parts = await ready()
    const is_ready = Object.values(parts).every(Boolean)
    return reply
      .code(is_ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ ready: is_ready, ...parts })
  })
  const readText = keptFor(METRICS_KEPT_MS, () => metrics.metrics())
  const secret = config.HEATFLEET_METRICS_TOKEN
  app.get('/metrics', async ({ headers, ip }, reply) => {
    const given = /^Bearer (\S{1,200})$/.exec(headers.authorization ?? '')?.[1]
    // What a proxy on this machine passes on comes from elsewhere, whether the proxy is a trusted one or not.
    const is_own = OWN_ADDRESSES.has(ip) && headers['x-forwarded-for'] === undefined
    const may = secret === undefined ? is_own : given !== undefined && isEqualConstantTime(given, secret)
    if (!may) return reply.code(401).header('www-authenticate', 'Bearer').send()
    return reply
      .type(metrics.contentType)
      .header('cache-control', 'no-store')
      .send(await readText())
  })
}

/** Reads at most once in `kept_ms`; those who ask at the same time share one reading. */
const keptFor = (kept_ms: number, read: () => Promise<string>): (() => Promise<string>) => {
  let kept: { text: Promise<string>; until_ms: number } | null = null
  return () => {
    if (kept === null || performance.now() >= kept.until_ms)
      kept = { text: read(), until_ms: performance.now() + kept_ms }
    return kept.text
  }
}
