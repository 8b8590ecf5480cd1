import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { PUSH_PATH } from '@heatfleet/contract/push.ts'
import { type WebSocket, WebSocketServer } from 'ws'
import type { AppContext } from '../app-context.ts'
import { isInstaller } from '../audience.ts'
import { createAddressOf } from '../platform/proxies.ts'
import { mayBeWithin } from '../platform/scope.ts'
import { auditRefusal } from './push-audit.ts'
import { authenticateSocket } from './push-authenticate.ts'
import { runCommand } from './push-commands.ts'
import { createOpenControls } from './push-controls.ts'
import { encodeMessage, encodePush } from './push-message.ts'
import { createPushMetrics } from './push-metrics.ts'
import { createNotificationPoll } from './push-notification-poll.ts'
import { startRecheck } from './push-recheck.ts'
import { runSession } from './push-session.ts'
import { createSocket, type PushSocket } from './push-socket.ts'
import { createStatusThrottle, type DeviceStatus } from './push-status-throttle.ts'
import { createWatches } from './push-watch.ts'
import type { PushServices } from './services.ts'

type Deps = Pick<AppContext, 'config' | 'clock' | 'bus' | 'log' | 'metrics'>

/** The realtime socket of all consoles (spec 7). */
export type Push = {
  /** Answers upgrades to `/ws` on this server. */
  attach: (server: Server) => void
  /** Tells every console to come again (1012), and ends when all are gone. */
  close: () => Promise<void>
}

/** Puts the realtime socket together; it listens to the gateway from now on. */
export const createPush = (world: Deps, services: PushServices): Push => {
  const { bus, clock } = world
  const { changes } = services
  const server = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: LIMITS.push_message_bytes,
    clientTracking: false,
  })
  const sockets = new Set<PushSocket>()
  /** Every connection that stands, also those on their way out. */
  const connections = new Set<WebSocket>()
  const metrics = createPushMetrics(world.metrics, () => sockets.size)
  const watches = createWatches<PushSocket>((device_ids, begun) => bus.tell({ kind: 'watch', device_ids, begun }))
  const controls = createOpenControls(world, services)
  const deps = { ...world, ...services, sockets, watches, controls }
  /** Rises with every message that is no answer; one count for all sockets, so that they share the bytes. */
  let sn = 0
  let opened = 0

  const spread = createStatusThrottle(clock, (status) => {
    const watchers = watches.watchersOf(status.device_id).filter((socket) => maySee(socket, status))
    if (watchers.length === 0) return
    sn += 1
    const [all, most] = [encodePush(toPush(status, sn)), encodePush(toPush(withoutInstallers(status), sn))]
    metrics.pushed(watchers.length)
    for (const socket of watchers)
      socket.send((socket.caller !== null && isInstaller(socket.caller) ? all : most)(socket))
  })
  const lookForNews = createNotificationPoll({
    ...deps,
    publishNotification: (socket) => {
      sn += 1
      socket.send(encodeMessage({ cmd: 'PushNotice', sn }))
    },
  })
  const recheck = startRecheck({
    ...deps,
    lookForNews,
    tellMenuChanged: (socket) => {
      sn += 1
      socket.send(encodeMessage({ cmd: 'PushMenuChanged', sn }))
    },
  })
  const stops = [
    bus.listen((message) => {
      if (message.kind === 'status') spread.add(message)
      else if (message.kind === 'control_moved') controls.move(message)
      else if (message.kind === 'ready') {
        // A gateway that came back knows of no watching.
        const device_ids = watches.device_ids()
        bus.tell({ kind: 'watch', device_ids, begun: device_ids })
      }
    }),
    changes.deviceRenamed.listen(({ device_id, mac, device_name, product_key }) => {
      sn += 1
      const push = encodePush({ cmd: 'ModifyDevicesInfoPushResult', sn, product_key: [product_key], mac, device_name })
      for (const socket of watches.watchersOf(device_id)) socket.send(push(socket))
    }),
    changes.productsChanged.listen(({ product_keys }) => {
      sn += 1
      const push = encodePush({ cmd: 'PushProductDefination', sn, product_key: product_keys })
      for (const socket of sockets) if (socket.caller !== null) socket.send(push(socket))
    }),
    changes.sessionsChanged.listen(recheck.now),
    changes.treeChanged.listen(({ agent_paths }) => {
      recheck.now()
      sn += 1
      const bytes = encodeMessage({ cmd: 'PushTreeChanged', sn })
      for (const socket of sockets) if (agent_paths.some((path) => isConcerned(socket, path))) socket.send(bytes)
    }),
    changes.accessChanged.listen(recheck.now),
  ]

  const open = (ws: WebSocket, address: string, user_agent: string) => {
    opened += 1
    const socket = createSocket(ws, {
      id: opened,
      address,
      user_agent,
      clock,
      onClosing: (reason) => {
        sockets.delete(socket)
        watches.forget(socket)
        controls.forget(socket)
        metrics.closed(reason ?? 'gone')
      },
    })
    sockets.add(socket)
    ws.once('close', () => connections.delete(ws))
    connections.add(ws)
    runSession(
      {
        ...world,
        authenticate: (from, message) => authenticateSocket(deps, from, message),
        run: async (from, message) => {
          await recheck.of(from)
          if (!from.isOpen()) return 'silent'
          return auditRefusal(deps, from, message, () => runCommand(deps, from, message))
        },
      },
      socket,
      ws,
    )
  }
  const addressOf = createAddressOf(world.config.HEATFLEET_TRUSTED_PROXIES)
  const onUpgrade = (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    stream.on('error', () => stream.destroy())
    if (request.url?.split('?')[0] !== PUSH_PATH) return refuseUpgrade(stream, '404 Not Found')
    if (!isSameOrigin(request.headers)) return refuseUpgrade(stream, '403 Forbidden')
    server.handleUpgrade(request, stream, head, (ws) =>
      open(ws, addressOf(request), (request.headers['user-agent'] ?? '').slice(0, 300)),
    )
  }

  const attached: Server[] = []
  return {
    attach: (http_server) => {
      attached.push(http_server)
      http_server.on('upgrade', onUpgrade)
    },
    close: async () => {
      for (const http_server of attached) http_server.off('upgrade', onUpgrade)
      recheck.stop()
      for (const stop of stops) stop()
      spread.stop()
      const gone = [...connections].map((ws) => new Promise<void>((resolve) => ws.once('close', () => resolve())))
      for (const socket of sockets) socket.close('restart')
      await Promise.all(gone)
    },
  }
}

/** Asked at each push: a device may have changed hands since it was watched. */
const maySee = ({ caller }: PushSocket, device: DeviceStatus): boolean =>
  caller?.permissions.has('device:view') === true && mayBeWithin(caller.scope, device)

/** The same without the values that only installers see; itself where there are none. */
const withoutInstallers = (status: DeviceStatus): DeviceStatus => {
  if (status.installer_keys.length === 0) return status
  const hidden = new Set(status.installer_keys)
  return { ...status, attrs: Object.fromEntries(Object.entries(status.attrs).filter(([key]) => !hidden.has(key))) }
}

/** One above the changed distributor, or one who belongs to its subtree. */
const isConcerned = ({ caller }: PushSocket, agent_path: string): boolean =>
  caller !== null && (agent_path.startsWith(caller.agent_path) || caller.agent_path.startsWith(agent_path))

const toPush = (status: DeviceStatus, sn: number) => ({
  cmd: 'PushDeviceAttrStatus' as const,
  sn,
  product_key: [status.product_key],
  mac: status.mac,
  at: status.at,
  online_status: status.online_status,
  bus_status: status.bus_status,
  rssi_dbm: status.rssi_dbm,
  alarm_keys: status.alarm_keys,
  alarm_severity: status.alarm_severity,
  attrs: status.attrs,
})

/** A browser tells where the page came from: another site must not open a socket in a person's name. */
const isSameOrigin = ({ origin, host }: IncomingMessage['headers']): boolean =>
  origin === undefined || (URL.canParse(origin) && new URL(origin).host === host?.toLowerCase())

const refuseUpgrade = (stream: Duplex, status: string): void => {
  stream.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
