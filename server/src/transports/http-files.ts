import { createReadStream } from 'node:fs'
import type { FastifyReply } from 'fastify'
import type { ServedFile } from '../handler.ts'

/**
 * Streams a file as an attachment: never shown in the page, never kept in a cache. The transport's own headers forbid
 * guessing its type. `done` is told when the last byte went out, or the line broke.
 */
export const sendFile = (reply: FastifyReply, file: ServedFile): FastifyReply => {
  const stream = createReadStream(file.path)
  stream.once('close', file.done)
  return reply
    .header(
      'content-disposition',
      `attachment; filename="export"; filename*=UTF-8''${encodeURIComponent(file.file_name)}`,
    )
    .header('content-length', file.bytes)
    .type(file.content_type)
    .send(stream)
}
