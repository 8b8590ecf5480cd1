import { connect, type Socket } from 'node:net'
import type { Shot } from './closed-loop.ts'

/** One kept connection that sends the same call over and over. */
export type LeanConnection = {
  /** Sends the call; resolves when its answer has come whole. Refuses anything but a success. */
  send: () => Promise<void>
  close: () => void
}

const HEAD_END = '\r\n\r\n'
const LENGTH = /\r\ncontent-length: (\d+)/i
const GOOD_HEAD = /^HTTP\/1\.1 200 /
const GOOD_BODY = '{"code":200'
const BUFFER_BYTES = 65_536

/**
 * Opens a connection from `local_address`. The request is put together once, answers are read into the same buffer, and of
 * each only its head, its first bytes and its length are looked at: what the measuring process uses of the machine, the
 * measured one has not, and while it collects its garbage every call that is due looks late.
 */
export const openLean = async (shot: Shot, local_address: string): Promise<LeanConnection> => {
  const { hostname, port } = new URL(shot.url)
  const request = requestOf(shot)
  let waiting: { resolve: () => void; reject: (error: Error) => void } | null = null
  let missing_bytes = 0
  const settle = (error: Error | null): void => {
    const settled = waiting
    waiting = null
    if (error === null) settled?.resolve()
    else settled?.reject(error)
  }
  const take = (bytes: number, buffer: Uint8Array): boolean => {
    try {
      missing_bytes =
        missing_bytes === 0 ? missingAfterHead(Buffer.from(buffer.buffer, 0, bytes)) : missing_bytes - bytes
      if (missing_bytes === 0) settle(null)
    } catch (error) {
      settle(error instanceof Error ? error : new Error(String(error)))
    }
    return true
  }
  const onread = { buffer: new Uint8Array(BUFFER_BYTES), callback: take }
  const socket = connect({ host: hostname, port: Number(port), localAddress: local_address, noDelay: true, onread })
  socket.on('error', settle)
  socket.on('close', () => settle(new Error('the product hung up')))
  await opened(socket)
  return {
    send: () =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject }
        socket.write(request)
      }),
    close: () => socket.destroy(),
  }
}

const opened = (socket: Socket): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.once('connect', () => resolve())
    socket.once('error', reject)
  })

const requestOf = ({ url, method, headers, body }: Shot): Buffer => {
  const { host, pathname, search } = new URL(url)
  const lines = [`${method} ${pathname}${search} HTTP/1.1`, `host: ${host}`]
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`)
  const bytes = Buffer.from(body ?? '')
  if (method !== 'GET') lines.push(`content-length: ${bytes.length}`)
  return Buffer.concat([Buffer.from(lines.join('\r\n') + HEAD_END), bytes])
}

/** Bytes still to come after the first chunk of an answer; the head and the first bytes of the body come with it. */
const missingAfterHead = (chunk: Buffer): number => {
  const at = chunk.indexOf(HEAD_END)
  const head = chunk.toString('latin1', 0, Math.max(0, at))
  const body_at = at + HEAD_END.length
  const start = chunk.toString('latin1', body_at, body_at + GOOD_BODY.length)
  const length = LENGTH.exec(head)?.[1]
  if (!GOOD_HEAD.test(head) || length === undefined || start !== GOOD_BODY)
    throw new Error(`not a success: ${chunk.toString('utf8', 0, 500)}`)
  return body_at + Number(length) - chunk.length
}
