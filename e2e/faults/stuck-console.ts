import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { type ClientMessage, ENTERPRISE_KEY, PACKAGE_NAME, PUSH_PATH } from '@heatfleet/contract/push.ts'
import type { UserInfo } from '@heatfleet/contract/session/session.ts'

/** A console whose machine still has the connection and reads nothing from it. */
export type StuckConsole = { close: () => void }

const TEXT_FRAME = 0x81
const MASKED = 0x80

/** A masked text frame, as RFC 6455 wants it of clients; at most 64 KB. */
const frameOf = (message: ClientMessage): Buffer => {
  const text = Buffer.from(JSON.stringify(message))
  const mask = randomBytes(4)
  const head = text.length < 126 ? Buffer.alloc(2) : Buffer.alloc(4)
  head[0] = TEXT_FRAME
  head[1] = MASKED | Math.min(text.length, 126)
  if (text.length >= 126) head.writeUInt16BE(text.length, 2)
  return Buffer.concat([head, mask, text.map((byte, at) => byte ^ (mask[at % 4] ?? 0))])
}

/** Signs in on the socket by TCP alone, watches these units, and stops reading. */
export const openStuckConsole = async (url: string, user: UserInfo, macs: string[]): Promise<StuckConsole> => {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.on('error', () => {})
  const key = randomBytes(16).toString('base64')
  const heads = ['Upgrade: websocket', 'Connection: Upgrade', `Sec-WebSocket-Key: ${key}`, 'Sec-WebSocket-Version: 13']
  socket.write(`GET ${PUSH_PATH} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n${heads.join('\r\n')}\r\n\r\n`)
  await once(socket, 'data')
  const authenticate: ClientMessage = {
    cmd: 'Authenticate',
    sn: 1,
    enterprise_info: { enterprise_key: ENTERPRISE_KEY, signature: '', package_name: PACKAGE_NAME },
    user_info: { uid: user.uid, token: user.token },
    product_info: [],
  }
  socket.write(frameOf(authenticate))
  await once(socket, 'data')
  socket.write(frameOf({ cmd: 'WatchDevices', sn: 2, macs }))
  await once(socket, 'data')
  socket.pause()
  return { close: () => socket.destroy() }
}
