import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** A shorter answer fits one packet either way, bytes. */
const WORTH_COMPRESSING_BYTES = 1_024
/** A longer one would keep the process from others for 20 ms and more; lists and curves end far below, bytes. */
const COMPRESSED_AT_ONCE_BYTES = 4 * 1_024 * 1_024

/** Decision 0094: of an answer of 100 kB a fourteenth is left in 0.3 ms; level 6 takes twice the time for a tenth less. */
const BROTLI = {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 3,
    // The window, 256 kB: memory of a call, which the default of 4 MB would take for every short answer too.
    [constants.BROTLI_PARAM_LGWIN]: 18,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  },
}
const GZIP = { level: 3 }

/** The first that the client names of those we write; `q=0` refuses one. */
const encodingFor = (accepted: string | undefined): 'br' | 'gzip' | null => {
  const named = (accepted ?? '').split(',').map((part) => part.trim().toLowerCase())
  const takes = (encoding: string) =>
    named.some((part) => part === encoding || (part.startsWith(`${encoding};`) && !/;\s*q=0(?:\.0*)?$/.test(part)))
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : null
}

const isCompressible = (reply: FastifyReply, payload: unknown): payload is string | Buffer => {
  if (reply.hasHeader('content-encoding')) return false
  if (!String(reply.getHeader('content-type')).startsWith('application/json')) return false
  if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return false
  const bytes = typeof payload === 'string' ? Buffer.byteLength(payload) : payload.length
  return bytes >= WORTH_COMPRESSING_BYTES && bytes <= COMPRESSED_AT_ONCE_BYTES
}

/**
 * Compresses JSON answers of 1 kB and more for clients that accept it. The token is a header that no foreign page can
 * send, so nobody measures the length of another person's answers.
 */
export const compressAnswers = (app: FastifyInstance): void => {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!isCompressible(reply, payload)) return done(null, payload)
    reply.header('vary', 'accept-encoding')
    const encoding = encodingFor(request.headers['accept-encoding'])
    if (encoding === null) return done(null, payload)
    reply.header('content-encoding', encoding).removeHeader('content-length')
    done(null, encoding === 'br' ? brotliCompressSync(payload, BROTLI) : gzipSync(payload, GZIP))
  })
}
