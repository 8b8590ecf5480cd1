import { LIMITS } from '@heatfleet/contract/limits.ts'
import {
  type ClientMessage,
  ENTERPRISE_KEY,
  PACKAGE_NAME,
  PING,
  PONG,
  PUSH_CLOSE,
  ServerMessage,
  type ServerMessageOf,
} from '@heatfleet/contract/push.ts'
import { type Heartbeat, startHeartbeat, type Timers } from './heartbeat.ts'
import { failuresAfterClose, OFFLINE_AFTER_FAILURES, reconnectDelayMs } from './reconnect.ts'

/** `live` = authenticated; `reconnecting` = trying; `offline` = several tries failed, or the browser has no network. */
export type ConnectionState = { state: 'live' | 'reconnecting' | 'offline'; since: number }

type Unnumbered<M> = M extends { sn: number } ? Omit<M, 'sn'> : never
/** A message of the console without `sn`, which the connection assigns. */
type Outgoing = Unnumbered<Exclude<ClientMessage, { cmd: 'Authenticate' }>>

type ConnectionDeps = {
  url: () => string
  open: (url: string) => WebSocket
  timers: Timers
  /** Credentials of the signed-in account; null keeps the connection closed. */
  credentials: () => { uid: number; token: string } | null
  /** The server rejected the token. */
  onSessionOver: () => void
  /** A message that violates the protocol; reported once each, never fatal. */
  onStrange: (text: string) => void
}

export type Connection = {
  start: () => void
  /** The close command of spec 4: the connection stays closed until {@link Connection.start}. */
  close: () => void
  /** Network events of the browser. */
  network: (up: boolean) => void
  /** Sends with the next `sn`; null when not live: nothing is sent. */
  send: (message: Outgoing) => number | null
  onMessage: <Cmd extends ServerMessage['cmd']>(
    cmd: Cmd,
    handler: (message: ServerMessageOf<Cmd>) => void,
  ) => () => void
  state: () => ConnectionState
  subscribe: (listener: () => void) => () => void
}

/** The realtime connection as specified in spec 4 and 9; one per console. */
export const createConnection = (deps: ConnectionDeps): Connection => {
  const { timers } = deps
  const handlers = new Map<string, Set<(message: never) => void>>()
  const listeners = new Set<() => void>()
  let current: ConnectionState = { state: 'reconnecting', since: timers.now() }
  let socket: WebSocket | null = null
  let is_started = false
  let failures = 0
  let sn = 0
  let cancelRetry = () => {}

  const moveTo = (state: ConnectionState['state']) => {
    if (state === current.state) return
    // Reconnecting and offline are one outage, which began when the connection was lost.
    current = { state, since: state === 'offline' && current.state === 'reconnecting' ? current.since : timers.now() }
    for (const listener of listeners) listener()
  }

  const dispatch = (message: ServerMessage) => {
    const registered = handlers.get(message.cmd)
    // Handlers are stored only under the command that types their parameter (onMessage).
    if (registered !== undefined) for (const handler of registered) handler(message as never)
  }

  const connect = () => {
    const credentials = deps.credentials()
    if (!is_started || socket !== null || credentials === null) return
    const opened = deps.open(deps.url())
    socket = opened
    let open_at: number | null = null
    let heartbeat: Heartbeat | null = null
    const cancelTimeout = timers.after(LIMITS.push_connect_timeout_ms, () => drop())

    const onClosed = (code: number) => {
      if (socket !== opened) return
      socket = null
      cancelTimeout()
      heartbeat?.stop()
      if (code === PUSH_CLOSE.session_over) {
        is_started = false
        moveTo('offline')
        deps.onSessionOver()
        return
      }
      if (!is_started) return moveTo('offline')
      failures = open_at === null ? failures + 1 : failuresAfterClose(failures, timers.now() - open_at)
      moveTo(failures >= OFFLINE_AFTER_FAILURES ? 'offline' : 'reconnecting')
      // The first delay is 2 s, even if the connection never opened.
      cancelRetry = timers.after(reconnectDelayMs(Math.max(failures - 1, 0)), connect)
    }
    // A dead network never answers the closing handshake, so the drop does not wait for it.
    const drop = () => {
      opened.close()
      onClosed(0)
    }

    opened.addEventListener('open', () => {
      open_at = timers.now()
      cancelTimeout()
      heartbeat = startHeartbeat(timers, {
        // After a sleep of the computer the socket may be closed without an event yet.
        ping: () => (opened.readyState === WebSocket.OPEN ? opened.send(PING) : drop()),
        dead: drop,
      })
      sn += 1
      opened.send(
        JSON.stringify({
          cmd: 'Authenticate',
          sn,
          enterprise_info: { enterprise_key: ENTERPRISE_KEY, signature: '', package_name: PACKAGE_NAME },
          user_info: credentials,
          product_info: [],
        } satisfies ClientMessage),
      )
    })
    opened.addEventListener('message', (event) => {
      if (socket !== opened) return
      heartbeat?.received()
      if (event.data === PONG) return
      const message = parse(String(event.data))
      if (message === null) return deps.onStrange(String(event.data).slice(0, 200))
      if (message.cmd === 'AuthenticateAck') {
        if (message.code === 200) moveTo('live')
        else if (message.error === 'invalid_token') onClosed(PUSH_CLOSE.session_over)
      }
      dispatch(message)
    })
    opened.addEventListener('close', (event) => onClosed(event.code))
    opened.addEventListener('error', () => {
      // `close` follows with the details.
    })
    sent = () => heartbeat?.sent()
  }
  let sent = () => {}

  const shut = () => {
    cancelRetry()
    const closing = socket
    socket = null
    closing?.close(1000)
  }

  return {
    start: () => {
      if (is_started) return
      is_started = true
      failures = 0
      moveTo('reconnecting')
      connect()
    },
    close: () => {
      is_started = false
      shut()
      moveTo('offline')
    },
    network: (up) => {
      if (!is_started) return
      if (!up) return moveTo(current.state === 'live' ? 'reconnecting' : 'offline')
      if (current.state === 'live') return
      failures = 0
      shut()
      connect()
    },
    send: (message) => {
      if (socket === null || current.state !== 'live') return null
      sn += 1
      socket.send(JSON.stringify({ ...message, sn }))
      sent()
      return sn
    },
    onMessage: (cmd, handler) => {
      const registered = handlers.get(cmd) ?? new Set()
      handlers.set(cmd, registered.add(handler))
      return () => registered.delete(handler)
    },
    state: () => current,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const parse = (text: string): ServerMessage | null => {
  try {
    return ServerMessage.safeParse(JSON.parse(text)).data ?? null
  } catch {
    // Not JSON; the caller reports a protocol violation.
    return null
  }
}
