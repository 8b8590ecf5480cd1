import { createReadStream } from 'node:fs'
import { access } from 'node:fs/promises'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../app-context.ts'
import { rangeOf } from './byte-range.ts'
import { sendError } from './http-errors.ts'

/** A package behind a link; `is_open` = the link has not ended, and phones are still told of its version. */
type LinkedPackage = { path: string; file_name: string; size: number; sha256: string; is_open: boolean }

/** What serving packages needs. */
export type PackageServices = {
  /** Null = no such link. */
  findPackage: (version_id: number, expires_s: number, signature: string) => Promise<LinkedPackage | null>
  countDownload: (version_id: number) => Promise<void>
}

type Route = { Params: { id: string; expires: string; signature: string } }

const NUMBER = /^[1-9]\d{0,9}$/
const SIGNATURE = /^[A-Za-z0-9_-]{43}$/

/**
 * `GET /app-package/:id/:expires/:signature`: the package of a version by the link of the update check, whole or by range. Phones
 * fetch it by their download service, which sends no headers of ours. 404 = no such link, 410 = it is over, 503 = too many at a time.
 */
export const registerPackages = (
  app: FastifyInstance,
  { log }: Pick<AppContext, 'log'>,
  services: PackageServices,
): void => {
  let under_way = 0
  const serve = async (request: FastifyRequest<Route>, reply: FastifyReply): Promise<FastifyReply> => {
    const { id, expires, signature } = request.params
    const is_link = NUMBER.test(id) && NUMBER.test(expires) && SIGNATURE.test(signature)
    const found = is_link ? await services.findPackage(Number(id), Number(expires), signature) : null
    if (found === null) return sendError(reply, 404, 'not_found')
    if (!found.is_open) return sendError(reply, 410, 'not_found')
    const { path, size, sha256, file_name } = found
    const etag = `"${sha256}"`
    reply.header('accept-ranges', 'bytes').header('etag', etag).header('cache-control', 'private, no-transform')
    reply.header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file_name)}`)
    reply.type('application/octet-stream')
    if (request.method === 'HEAD') return reply.header('content-length', size).send()
    const { range, 'if-range': if_range } = request.headers
    const wanted = rangeOf({ range, if_range: if_range?.toString() }, { size, etag })
    if (wanted.kind === 'outside')
      return reply.code(416).header('content-range', `bytes */${size}`).type('text/plain').send('')
    if (under_way >= LIMITS.package_downloads_max) return sendError(reply.header('retry-after', '30'), 503, 'busy')
    await access(path)
    const { first, last } = wanted.kind === 'whole' ? { first: 0, last: size - 1 } : wanted
    if (first === 0) await services.countDownload(Number(id))
    under_way += 1
    const stream = createReadStream(path, { start: first, end: last })
    stream.once('error', (error) => log.warn({ error: error.message, version_id: Number(id) }, 'package not sent'))
    stream.once('close', () => {
      under_way -= 1
    })
    if (wanted.kind === 'part') reply.header('content-range', `bytes ${first}-${last}/${size}`)
    return reply
      .code(wanted.kind === 'part' ? 206 : 200)
      .header('content-length', last - first + 1)
      .send(stream)
  }
  app.get<Route>('/app-package/:id/:expires/:signature', { exposeHeadRoute: false }, serve)
  app.head<Route>('/app-package/:id/:expires/:signature', serve)
}
