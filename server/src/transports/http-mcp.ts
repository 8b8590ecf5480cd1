import { createClient } from '@heatfleet/contract/client.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { createMcpHandler } from '@modelcontextprotocol/server'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { openMcp } from './mcp-server.ts'

const MCP_PATH = '/mcp'

/**
 * The Model Context Protocol over HTTP (docs/mcp.md): `POST /mcp` with an API token as bearer. Each tool is a call of the
 * product, made as the token's program would make it: rights, scope, limits and audit are those of the call.
 * `?only=device,alarm` leaves out the calls of all other nouns.
 */
export const registerMcp = (app: FastifyInstance): void => {
  app.post(MCP_PATH, { bodyLimit: LIMITS.mcp_body_bytes }, async (request, reply) => {
    const token = /^Bearer (\S{1,200})$/.exec(request.headers.authorization ?? '')?.[1]
    if (token === undefined) return reply.code(401).header('www-authenticate', 'Bearer').send()
    const call = createClient({ base_url: '', token: () => token, fetch: fetchWithin(app, request.ip) })
    const createServer = await openMcp(call, onlyOf(request)).catch((error: unknown) => {
      if (error instanceof Refusal && error.code === 'invalid_token') return null
      throw error
    })
    if (createServer === null) return reply.code(401).header('www-authenticate', 'Bearer error="invalid_token"').send()
    const handler = createMcpHandler(createServer, { responseMode: 'json' })
    try {
      const answer = await handler.fetch(asWebRequest(request), { parsedBody: request.body })
      return await reply
        .code(answer.status)
        .headers(Object.fromEntries(answer.headers))
        .send(Buffer.from(await answer.arrayBuffer()))
    } finally {
      await handler.close()
    }
  })
}

const onlyOf = ({ query }: FastifyRequest): ReadonlySet<string> | undefined => {
  const only = (query as { only?: unknown }).only // Of any shape: text or nothing.
  return typeof only === 'string' && only !== '' ? new Set(only.split(',').slice(0, LIMITS.mcp_nouns_max)) : undefined
}

const asWebRequest = ({ headers, url, protocol, host }: FastifyRequest): Request => {
  const passed = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  )
  return new Request(`${protocol}://${host}${url}`, { method: 'POST', headers: passed, body: '{}' })
}

/** Calls of this very server, without a connection; seen as those of the address that asks. */
const fetchWithin =
  (app: FastifyInstance, address: string): typeof fetch =>
  async (url, { method = 'GET', headers = {}, body } = {}) => {
    const answer = await app.inject({
      method: method as 'GET',
      // createClient gives a text.
      url: url as string,
      headers: headers as Record<string, string>, // createClient gives both as they are here
      remoteAddress: address,
      ...(typeof body === 'string' ? { payload: body } : {}),
    })
    const told = Object.entries(answer.headers).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' ? [[name, value]] : [],
    )
    return new Response(new Uint8Array(answer.rawPayload), { status: answer.statusCode, headers: told })
  }
