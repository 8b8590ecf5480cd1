import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { PING, PONG, PUSH_PATH } from '@heatfleet/contract/push.ts'
import { Gauge } from 'prom-client'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import { isWithin } from '../platform/scope.ts'
import type { Services } from '../wiring.ts'
import type { World } from '../world.ts'
import { createRate } from './call-rate.ts'
import { takeMessage } from './push-commands.ts'
import { type Connection, closeWith, sendBytes } from './push-connection.ts'
import { createFanOut } from './push-fan-out.ts'

/** The realtime socket of the consoles (spec 7). */
export type Push = {
  /** Listener of the HTTP server's `upgrade`. */
  upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  /** Tells every console that the service restarts. */
  close: () => Promise<void>
}

/** Opens the socket side; it listens to the gateway at once. */
export const createPush = (world: World, services: Services): Push => {
  const { bus, clock, log } = world
  const connections = new Set<Connection>()
  const fanOut = createFanOut(world)
  const allows = createRate(LIMITS.push_messages_per_10s, 10_000)
  // Compression costs ten times the processor for small messages (engines 0).
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: LIMITS.push_message_bytes,
    perMessageDeflate: false,
  })
  new Gauge({
    name: 'heatfleet_push_sockets',
    help: 'Open sockets of consoles',
    registers: [world.metrics],
    collect() {
      this.set(connections.size)
    },
  })

  const open = (socket: WebSocket, request: IncomingMessage): void => {
    const connection: Connection = {
      socket,
      id: crypto.randomUUID(),
      address: request.socket.remoteAddress ?? '',
      caller: null,
      watched: new Map(),
      last_sn: -1,
      over: false,
    }
    connections.add(connection)
    const calledOff = clock.after(LIMITS.push_authenticate_ms, () => {
      if (connection.caller === null) closeWith(connection, 'protocol')
    })
    // One message after the other: a WatchDevices never overtakes the Authenticate before it.
    let turn = Promise.resolve()
    socket.on('message', (data, isBinary) => {
      if (connection.over) return
      if (isBinary || !allows(connection.id, clock.now())) return closeWith(connection, 'protocol')
      const text = textOf(data)
      if (text === PING) return sendBytes(connection, PONG)
      turn = turn
        .then(() =>
          connection.over ? undefined : takeMessage({ bus, clock, log, services, fanOut }, connection, text),
        )
        .then(() => keepWithinSession(connection))
        .catch((error: unknown) => {
          log.error({ request_id: connection.id, err: error }, 'bug')
          closeWith(connection, 'protocol')
        })
    })
    // What is wrong with a line (too long a message, broken frame) closes it; `close` follows.
    socket.on('error', () => closeWith(connection, 'protocol'))
    socket.on('close', () => {
      connection.over = true
      calledOff()
      connections.delete(connection)
      fanOut.leave(connection)
    })
  }

  /** The oldest sockets of a session give way: a page that leaks sockets does not starve the others. */
  const keepWithinSession = ({ caller }: Connection): void => {
    if (caller === null) return
    const own = [...connections].filter((other) => other.caller?.session_hash.equals(caller.session_hash))
    for (const oldest of own.slice(0, Math.max(0, own.length - LIMITS.push_sockets_per_session)))
      closeWith(oldest, 'protocol')
  }

  const recheck = async (): Promise<void> => {
    const signedIn = [...connections].filter((connection) => connection.caller !== null && !connection.over)
    const hashes = new Map(
      signedIn.flatMap(({ caller }) =>
        caller === null ? [] : [[caller.session_hash.toString('hex'), caller.session_hash]],
      ),
    )
    const alive = await services.listCallers([...hashes.values()])
    for (const connection of signedIn) {
      const caller = alive.get(connection.caller?.session_hash.toString('hex') ?? '')
      if (caller === undefined) {
        fanOut.leave(connection)
        closeWith(connection, 'session_over')
        continue
      }
      connection.caller = caller
      const may = caller.permissions.has('device:view')
      const left = [...connection.watched].filter(([, agent_path]) => may && isWithin(caller.scope, agent_path))
      if (left.length < connection.watched.size)
        fanOut.watch(
          connection,
          left.map(([device_id, agent_path]) => ({ device_id, agent_path })),
        )
    }
  }
  const recheckNow = (): void => {
    // The database is away for a moment: the next round asks again; nobody is thrown out for it.
    recheck().catch((error: unknown) => log.warn({ err: error }, 'sessions of sockets could not be checked'))
  }
  let calledOffRound = (): void => {}
  const round = (): void => {
    if (connections.size > 0) recheckNow()
    calledOffRound = clock.after(LIMITS.push_recheck_ms, round)
  }
  round()

  const deaf = [
    services.changes.sessionsChanged.listen(recheckNow),
    services.changes.deviceRenamed.listen(({ device_id, agent_path, mac, device_name }) =>
      fanOut.tellWatchers(device_id, agent_path, { cmd: 'ModifyDevicesInfoPushResult', sn: 0, mac, device_name }),
    ),
  ]

  return {
    upgrade: (request, socket, head) => {
      const refusal = refusalOf(request)
      if (refusal === null) server.handleUpgrade(request, socket, head, open)
      else socket.end(`HTTP/1.1 ${refusal}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
    },
    close: async () => {
      calledOffRound()
      for (const stop of deaf) stop()
      fanOut.close()
      for (const connection of connections) closeWith(connection, 'restart')
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

/** The text of a message in whichever pieces it came. */
const textOf = (data: RawData): string =>
  (Array.isArray(data) ? Buffer.concat(data) : Buffer.isBuffer(data) ? data : Buffer.from(data)).toString('utf8')

/** Why a handshake is refused: another path, or a page of another site in a browser. */
const refusalOf = (request: IncomingMessage): string | null => {
  if (request.url?.split('?')[0] !== PUSH_PATH) return '404 Not Found'
  const { origin, host } = request.headers
  if (origin === undefined) return null
  return URL.canParse(origin) && new URL(origin).host === host ? null : '403 Forbidden'
}
