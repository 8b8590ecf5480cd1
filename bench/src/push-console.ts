import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { type ClientMessage, ENTERPRISE_KEY, PACKAGE_NAME, PUSH_PATH } from '@heatfleet/contract/push.ts'

/** One console as a bare connection: a client library would cost more than what is measured. */
export type BareConsole = {
  send: (message: ClientMessage) => void
  stopReading: () => void
}

/** Called with each message of a socket: its text is `bytes[from..to)`; `bytes` is used again afterwards. */
type OnText = (bytes: Buffer, from: number, to: number) => void

const TEXT_FRAME = 0x81
const PING_FRAME = 0x89
const PONG_FRAME = 0x8a

/** Opens the realtime socket; `onText` is called with every text message. */
export const openConsole = (port: number, onText: OnText, onClosed: () => void, query = ''): Promise<BareConsole> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true })
    let rest: Buffer | null = null
    let is_open = false
    const take = (chunk: Buffer): void => {
      const bytes = rest === null ? chunk : Buffer.concat([rest, chunk])
      const end = readFrames(bytes, socket, onText)
      rest = end === bytes.length ? null : bytes.subarray(end)
    }
    socket.on('data', (chunk) => {
      if (is_open) return take(chunk)
      rest = rest === null ? chunk : Buffer.concat([rest, chunk])
      const end = rest.indexOf('\r\n\r\n')
      if (end < 0) return
      if (!rest.subarray(0, end).includes('101')) return void socket.destroy(new Error(rest.toString('latin1', 0, end)))
      is_open = true
      const left = rest.subarray(end + 4)
      rest = null
      resolve({
        send: (message) => void socket.write(frameOf(TEXT_FRAME, Buffer.from(JSON.stringify(message)))),
        stopReading: () => void socket.pause(),
      })
      if (left.length > 0) take(left)
    })
    socket.on('error', reject)
    socket.on('close', onClosed)
    socket.write(
      `GET ${PUSH_PATH}${query} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
        `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
    )
  })

/** Reads whole frames and returns where they end. A server never masks, and ours never fragments. */
const readFrames = (bytes: Buffer, socket: Socket, onText: OnText): number => {
  let at = 0
  while (at + 2 <= bytes.length) {
    const short = (bytes[at + 1] ?? 0) & 0x7f
    const from = at + (short < 126 ? 2 : short === 126 ? 4 : 10)
    if (from > bytes.length) break
    const length = short < 126 ? short : short === 126 ? bytes.readUInt16BE(at + 2) : bytes.readUInt32BE(at + 6)
    if (from + length > bytes.length) break
    if (bytes[at] === TEXT_FRAME) onText(bytes, from, from + length)
    else if (bytes[at] === PING_FRAME) socket.write(frameOf(PONG_FRAME, bytes.subarray(from, from + length)))
    at = from + length
  }
  return at
}

/** A frame of a client, masked with zeros; payloads up to 64 KB. */
const frameOf = (first: number, payload: Buffer): Buffer => {
  const { length } = payload
  const head =
    length < 126 ? Buffer.from([first, 0x80 | length]) : Buffer.from([first, 0xfe, length >> 8, length & 0xff])
  return Buffer.concat([head, Buffer.alloc(4), payload])
}

/** The first messages of a console. */
export const helloOf = (uid: number, token: string, macs: readonly string[]): ClientMessage[] => [
  {
    cmd: 'Authenticate',
    sn: 1,
    enterprise_info: { enterprise_key: ENTERPRISE_KEY, signature: '', package_name: PACKAGE_NAME },
    user_info: { uid, token },
    product_info: [],
  },
  { cmd: 'WatchDevices', sn: 2, macs: [...macs] },
]
