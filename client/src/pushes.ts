import { pause } from './retry.ts'
import type { Session } from './types.ts'

/** The part of a WebSocket that is used: that of browsers and of Node 22, and that of the package `ws`. */
type Socket = {
  send: (text: string) => void
  close: (code?: number) => void
  addEventListener: (
    kind: 'open' | 'message' | 'close' | 'error',
    listener: (event: { data?: unknown; code?: number }) => void,
  ) => void
}
type SocketClass = new (url: string) => Socket

/** A message of the product; the generated `Push` has the fields of each `cmd`. */
type AnyPush = { cmd: string; sn: number }

export type PushOptions<Push extends AnyPush> = {
  /** Address of the product, as that of the client. */
  url: string
  /** Number and token of the session: pushes are for people, not for API tokens. */
  session: () => Promise<Session>
  /** Units whose values are pushed, at most one message a second each. */
  macs?: readonly string[]
  onPush: (push: Push) => void
  /** The connection stands, or stands again: what came meanwhile was missed. */
  onOpen?: () => void
  signal?: AbortSignal
  /** For Node before 22: the class of the package `ws`. */
  WebSocket?: SocketClass
}

const HEARTBEAT_MS = 30_000
const FIRST_WAIT_MS = 1_000
const MOST_WAIT_MS = 10_000
/** Signed out or refused: connecting again changes nothing. */
const SESSION_OVER = 4401

/** Reads pushes until the signal ends it or the session is over; reconnects after any other end. */
export const readPushes = async <Push extends AnyPush>(options: PushOptions<Push>): Promise<void> => {
  const { signal } = options
  let wait_ms = FIRST_WAIT_MS
  while (signal?.aborted !== true) {
    const session = await options.session()
    const ended = await readOnce(options, session, () => {
      wait_ms = FIRST_WAIT_MS
    })
    if (ended === SESSION_OVER) throw new Error('The session is over: sign in again.')
    await pause(wait_ms, signal).catch(() => undefined)
    wait_ms = Math.min(MOST_WAIT_MS, wait_ms * 2)
  }
}

/** One connection; resolves to the code it was closed with. */
const readOnce = <Push extends AnyPush>(
  { url, macs = [], onPush, onOpen, signal, WebSocket: Given }: PushOptions<Push>,
  { uid, token }: Session,
  reset: () => void,
): Promise<number> =>
  new Promise((resolve, reject) => {
    const SocketOf = Given ?? (globalThis as { WebSocket?: SocketClass }).WebSocket
    if (SocketOf === undefined)
      return reject(new TypeError('This Node has no WebSocket: give the class of the package "ws".'))
    const socket = new SocketOf(`${url.replace(/\/+$/, '').replace(/^http/, 'ws')}/ws`)
    let sn = 0
    const send = (message: object) => {
      sn += 1
      socket.send(JSON.stringify({ ...message, sn }))
    }
    const beat = setInterval(() => socket.send('ping'), HEARTBEAT_MS)
    const leave = () => socket.close(1000)
    signal?.addEventListener('abort', leave, { once: true })
    socket.addEventListener('open', () =>
      send({
        cmd: 'Authenticate',
        enterprise_info: { enterprise_key: 'heatfleet', signature: '', package_name: 'com.heatfleet.client' },
        user_info: { uid, token },
        product_info: [],
      }),
    )
    socket.addEventListener('message', ({ data }) => {
      if (typeof data !== 'string' || data === 'pong') return
      const push = JSON.parse(data) as Push & { code?: number } // the product's, by its contract
      if (push.cmd !== 'AuthenticateAck') return onPush(push)
      if (push.code !== 200) return socket.close(1000)
      reset()
      if (macs.length > 0) send({ cmd: 'WatchDevices', macs })
      onOpen?.()
    })
    // An error is followed by the end.
    socket.addEventListener('error', () => undefined)
    socket.addEventListener('close', ({ code = 1006 }) => {
      clearInterval(beat)
      signal?.removeEventListener('abort', leave)
      resolve(code)
    })
  })
