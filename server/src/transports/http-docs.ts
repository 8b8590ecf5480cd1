import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { api } from '@heatfleet/contract/api.ts'
import { API_PREFIX } from '@heatfleet/contract/endpoint.ts'
import { buildOpenApi } from '@heatfleet/contract/openapi.ts'
import type { FastifyInstance } from 'fastify'
import type { OpenAPIV3 } from 'openapi-types'

/** OpenAPI of the endpoint table at `/JCloud/openapi.json` and a page to browse it at `/JCloud/docs`. */
export const registerDocs = async (app: FastifyInstance): Promise<void> => {
  // buildOpenApi makes plain JSON of the 3.1 shape; the library wants its own name for it.
  const document = buildOpenApi(api) as unknown as OpenAPIV3.Document
  const text = JSON.stringify(document)
  app.get(`${API_PREFIX}/openapi.json`, (_, reply) => reply.type('application/json').send(text))
  await app.register(swagger, { mode: 'static', specification: { document } })
  await app.register(swaggerUi, { routePrefix: `${API_PREFIX}/docs`, uiConfig: { docExpansion: 'list' } })
}
