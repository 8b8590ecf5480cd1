import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../app-context.ts'

/** `/healthz` (alive), `/readyz` (database, broker, migrations), `/metrics` (Prometheus text). */
export const registerProbes = (app: FastifyInstance, world: Pick<AppContext, 'ready' | 'metrics'>): void => {
  app.get('/healthz', (_, reply) => reply.header('cache-control', 'no-store').send({ alive: true }))
  app.get('/readyz', async (_, reply) => {
    const parts = await world.ready()
    const ready = Object.values(parts).every(Boolean)
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ ready, ...parts })
  })
  app.get('/metrics', async (_, reply) => reply.type(world.metrics.contentType).send(await world.metrics.metrics()))
}
