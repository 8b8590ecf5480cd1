import { type FileHandle, open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { isDeviceId } from '@heatfleet/contract/device-protocol/device-protocol.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Counter } from 'prom-client'
import type { AppContext } from '../app-context.ts'
import type { Clock } from '../platform/clock.ts'
import { type ByteRange, rangeOf } from './byte-range.ts'
import { sendError } from './http-errors.ts'

/** An image behind a link. `key` = the same for all links of one upgrade; `is_open` = it may be fetched now. */
type LinkedFile = { key: number; path: string; size: number; sha256: string; is_open: boolean }

/** What serving images needs. */
export type ImageServices = {
  /** Null = this module has no such link. */
  findImage: (did: string, token: string) => Promise<LinkedFile | null>
  /** False = the link does not give so many bytes any more. Fewer than 0 are given back. */
  takeImageBytes: (did: string, token: string, bytes: number) => Promise<boolean>
}

type Deps = Pick<AppContext, 'clock' | 'log' | 'metrics'>
type Route = { Params: { did: string; token: string } }

const TOKEN = /^[A-Za-z0-9_-]{43}$/
/** Read and sent in one piece. */
const PIECE_BYTES = 16_384
/** Whether the upgrade still runs is looked at again after so many bytes. */
const CHECK_BYTES = 262_144

/**
 * `GET /firmware/:did/:token`: the image of one running upgrade of one module, whole or by range (device-protocol 5). The link is all
 * that is needed. 404 = no such link, 410 = it is over, 503 = too many modules download now.
 */
export const registerImages = (app: FastifyInstance, { clock, log, metrics }: Deps, services: ImageServices): void => {
  /** Transfers under way, by upgrade: each ends when its module begins anew. */
  const transfers = new Map<number, AbortController>()
  const answers = new Counter({
    name: 'heatfleet_image_requests_total',
    help: 'Requests of modules for images over HTTP, by status.',
    labelNames: ['status'],
    registers: [metrics],
  })
  const sent = new Counter({
    name: 'heatfleet_image_bytes_total',
    help: 'Bytes of images that were sent over HTTP.',
    registers: [metrics],
  })
  const refuse = (reply: FastifyReply, status: 404 | 410 | 503): FastifyReply => {
    answers.inc({ status })
    return sendError(reply, status, status === 503 ? 'busy' : 'not_found')
  }

  /** What a broken connection did not take. */
  const giveBack = (did: string, token: string, bytes: number): void => {
    services
      .takeImageBytes(did, token, -bytes)
      .catch((error: unknown) => log.warn({ error, did }, 'bytes of a link not given back'))
  }

  const serve = async (request: FastifyRequest<Route>, reply: FastifyReply): Promise<FastifyReply> => {
    const { did, token } = request.params
    const image = isDeviceId(did) && TOKEN.test(token) ? await services.findImage(did, token) : null
    if (image === null) return refuse(reply, 404)
    if (!image.is_open) return refuse(reply, 410)
    const etag = `"${image.sha256}"`
    reply.header('accept-ranges', 'bytes').header('etag', etag).header('cache-control', 'no-store')
    reply.type('application/octet-stream')
    if (request.method === 'HEAD') {
      answers.inc({ status: 200 })
      return reply.header('content-length', image.size).send()
    }
    const { range, 'if-range': if_range } = request.headers
    const wanted = rangeOf({ range, if_range: if_range?.toString() }, { size: image.size, etag })
    if (wanted.kind === 'outside') {
      answers.inc({ status: 416 })
      return reply.code(416).header('content-range', `bytes */${image.size}`).type('text/plain').send('')
    }
    const part = wanted.kind === 'whole' ? { first: 0, last: image.size - 1 } : wanted
    const length = part.last - part.first + 1
    if (!transfers.has(image.key) && transfers.size >= LIMITS.upgrade_downloads_max)
      return refuse(reply.header('retry-after', '5'), 503)
    const transfer = new AbortController()
    let unsent = length
    // The module has lost its connection, and this side has not noticed yet.
    transfers.get(image.key)?.abort()
    transfers.set(image.key, transfer)
    const end = (): void => {
      transfer.abort()
      if (transfers.get(image.key) === transfer) transfers.delete(image.key)
    }
    try {
      if (!(await services.takeImageBytes(did, token, length))) {
        end()
        return refuse(reply, 410)
      }
      const file = await open(image.path, 'r')
      const isOpen = async (): Promise<boolean> => (await services.findImage(did, token))?.is_open ?? false
      const onSent = (bytes: number): void => {
        sent.inc(bytes)
        unsent -= bytes
      }
      const pieces = piecesOf(file, part, { clock, signal: transfer.signal, isOpen, onSent })
      const stream = Readable.from(pieces, { objectMode: false, highWaterMark: PIECE_BYTES })
      stream.once('error', (error) => log.warn({ error: error.message, did }, 'image not sent'))
      stream.once('close', () => {
        end()
        if (unsent > 0) giveBack(did, token, unsent)
      })
      transfer.signal.addEventListener('abort', () => stream.destroy(), { once: true })
      const status = wanted.kind === 'part' ? 206 : 200
      answers.inc({ status })
      if (wanted.kind === 'part') reply.header('content-range', `bytes ${part.first}-${part.last}/${image.size}`)
      return await reply.code(status).header('content-length', length).send(stream)
    } catch (error) {
      end()
      throw error
    }
  }
  // A module goes on where it was when the server is back.
  app.addHook('preClose', async () => {
    for (const transfer of transfers.values()) transfer.abort()
  })
  app.get<Route>('/firmware/:did/:token', { exposeHeadRoute: false }, serve)
  app.head<Route>('/firmware/:did/:token', serve)
}

type Sending = {
  clock: Clock
  signal: AbortSignal
  /** The upgrade still runs. */
  isOpen: () => Promise<boolean>
  onSent: (bytes: number) => void
}

/** The bytes at the rate of one module; ends with an error when the upgrade is over or the receiver stands still. */
async function* piecesOf(
  file: FileHandle,
  { first, last }: ByteRange,
  { clock, signal, isOpen, onSent }: Sending,
): AsyncGenerator<Uint8Array> {
  let free_ms = clock.now()
  let unchecked = 0
  try {
    for (let at = first; at <= last && !signal.aborted; ) {
      await until(clock, free_ms, signal)
      if (unchecked >= CHECK_BYTES && !(await isOpen())) throw new Error('the upgrade is over')
      if (unchecked >= CHECK_BYTES) unchecked = 0
      const piece = new Uint8Array(Math.min(PIECE_BYTES, last - at + 1))
      const { bytesRead } = await file.read(piece, 0, piece.length, at)
      if (bytesRead < piece.length) throw new Error('the image is shorter than its size')
      at += bytesRead
      unchecked += bytesRead
      free_ms = Math.max(free_ms, clock.now()) + (bytesRead * 1_000) / LIMITS.upgrade_bytes_per_s
      onSent(bytesRead)
      yield piece
    }
  } finally {
    await file.close()
  }
}

/** Waits for a moment, or for the end of the transfer. */
const until = (clock: Clock, at_ms: number, signal: AbortSignal): Promise<void> => {
  const wait_ms = at_ms - clock.now()
  if (wait_ms <= 0 || signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const done = (): void => {
      cancel()
      signal.removeEventListener('abort', done)
      resolve()
    }
    const cancel = clock.after(wait_ms, done)
    signal.addEventListener('abort', done)
  })
}
