import type { Socket } from 'node:net'
import type { Envelope } from '@heatfleet/contract/envelope.ts'
import { ERRORS, type ErrorCode } from '@heatfleet/contract/errors.ts'
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify'
import type { AppContext } from '../app-context.ts'

/** Errors outside the handlers: a real HTTP status, in the same envelope. */
const errorEnvelope = (status: number, code: ErrorCode, request_id: string, rule?: string): Envelope<never> => ({
  code: status,
  data: null,
  msg: ERRORS[code],
  error: rule === undefined ? { code } : { code, details: { rule } },
  request_id,
})

/** HTTP errors of the transport itself, by status. */
const RULES: Record<number, string> = {
  400: 'malformed',
  413: 'body_too_large',
  415: 'json_only',
  431: 'address_too_large',
}

/** Answers a call that was refused before any handler ran. */
export const sendError = (reply: FastifyReply, status: number, code: ErrorCode, rule?: string): FastifyReply =>
  reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json')
    .send(JSON.stringify(errorEnvelope(status, code, reply.request.id, rule)))

/** What cannot be read as HTTP, or only in part: there is no request yet, so the answer is written to the connection. */
export const answerUnreadable = (error: NodeJS.ErrnoException, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || socket.destroyed) return void socket.destroy()
  const [status, reason] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? [431, 'Request Header Fields Too Large']
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? [408, 'Request Timeout']
        : [400, 'Bad Request']
  const request_id = crypto.randomUUID()
  const body = JSON.stringify(errorEnvelope(status, 'invalid_input', request_id, RULES[status] ?? 'malformed'))
  const head = [
    `HTTP/1.1 ${status} ${reason}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    `x-request-id: ${request_id}`,
    'connection: close',
  ]
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  socket.destroySoon()
}

/** Unknown paths and thrown errors. A bug is logged here once with its request id; the caller only gets the id. */
export const registerErrorHandlers = (app: FastifyInstance, { log }: Pick<AppContext, 'log'>): void => {
  app.setNotFoundHandler((_, reply) => sendError(reply, 404, 'not_found'))
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const status = error.statusCode ?? 500
    if (status === 429) return sendError(reply, 429, 'busy')
    if (status >= 400 && status < 500) return sendError(reply, status, 'invalid_input', RULES[status] ?? 'malformed')
    log.error({ request_id: request.id, method: request.method, path: request.routeOptions.url, err: error }, 'bug')
    return sendError(reply, 500, 'system_exception')
  })
}
