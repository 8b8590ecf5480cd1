import { api } from '@heatfleet/contract/api.ts'
import { API_PREFIX, CONSOLE_APPLICATION_KEY } from '@heatfleet/contract/endpoint.ts'
import {
  FLEET_METRICS_LIMITS,
  FleetMetrics,
  fleetMetricsText,
} from '@heatfleet/contract/fleet-metrics/fleet-metrics.ts'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

const FLEET_METRICS_PATH = '/metrics/fleet'
const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

const Answer = z.object({
  code: z.number(),
  error: z.object({ code: z.string() }).optional(),
  data: FleetMetrics.nullable(),
})

/**
 * Metrics of the fleet for Prometheus: `GET /metrics/fleet` with an API token as bearer. It is the call `fleetMetrics` as the
 * token's program would make it: rights, scope and limits are those of the call.
 */
export const registerFleetMetrics = (app: FastifyInstance): void => {
  app.get(FLEET_METRICS_PATH, async (request, reply) => {
    const token = /^Bearer (\S{1,200})$/.exec(request.headers.authorization ?? '')?.[1]
    if (token === undefined) return reply.code(401).header('www-authenticate', 'Bearer').send()
    const answer = await app.inject({
      method: 'GET',
      url: `${API_PREFIX}${api.fleetMetrics.path}?max_age_s=${FLEET_METRICS_LIMITS.scraped_age_s}`,
      headers: { key: CONSOLE_APPLICATION_KEY, token },
      remoteAddress: request.ip,
    })
    if (answer.statusCode !== 200) return reply.code(answer.statusCode).send()
    const { data, error } = Answer.parse(answer.json())
    if (data === null)
      return error?.code === 'invalid_token'
        ? reply.code(401).header('www-authenticate', 'Bearer error="invalid_token"').send()
        : reply.code(403).type('text/plain').send(error?.code)
    return reply.type(CONTENT_TYPE).header('cache-control', 'no-store').send(fleetMetricsText(data))
  })
}
