import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { PUSH_PATH } from '@heatfleet/contract/push.ts'
import { type WebSocket, WebSocketServer } from 'ws'
import type { AppContext } from '../app-context.ts'
import { isInstaller } from '../audience.ts'
import type { Caller } from '../caller.ts'
import type { FromGateway } from '../platform/bus.ts'
import { createAddressOf } from '../platform/proxies.ts'
import { mayBeWithin } from '../platform/scope.ts'
import { createAlarmPoll } from './push-alarm-poll.ts'
import { auditRefusal } from './push-audit.ts'
import { authenticateSocket } from './push-authenticate.ts'
import { runCommand } from './push-commands.ts'
import { createOpenControls } from './push-controls.ts'
import { createFleetPoll } from './push-fleet-poll.ts'
import { encodeMessage, encodePush } from './push-message.ts'
import { createPushMetrics } from './push-metrics.ts'
import { createNotificationPoll } from './push-notification-poll.ts'
import { startRecheck } from './push-recheck.ts'
import { createRolloutPoll } from './push-rollout-poll.ts'
import { runSession } from './push-session.ts'
import { createSharingRound } from './push-sharing.ts'
import { createSocket, type PushSocket, toOpenSocket } from './push-socket.ts'
import { createStatusThrottle, type DeviceStatus } from './push-status-throttle.ts'
import { createWatches } from './push-watch.ts'
import type { PushServices } from './services.ts'

type ModelMove = Extract<FromGateway, { kind: 'model_moved' }>
type Deps = Pick<AppContext, 'config' | 'clock' | 'bus' | 'log' | 'metrics'>

/** The realtime socket of all consoles (spec 7). */
export type Push = {
  /** Answers upgrades to `/ws` on this server. `alone`: it serves nothing but the socket, which is at `/` too; pages have another port. */
  attach: (server: Server, alone?: boolean) => void
  /** Closes every socket with 1012 (service restart) and waits until all are closed. */
  close: () => Promise<void>
}

/** Creates the realtime socket and subscribes it to the gateway. */
export const createPush = (context: Deps, services: PushServices): Push => {
  const { bus, clock } = context
  const { changes, open_sockets, socket_sharing } = services
  const server = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: LIMITS.push_message_bytes,
    clientTracking: false,
  })
  const sockets = new Set<PushSocket>()
  /** Every open connection, also those that are closing. */
  const connections = new Set<WebSocket>()
  const metrics = createPushMetrics(context.metrics, () => sockets.size)
  const watches = createWatches<PushSocket>((device_ids, begun) => bus.publish({ kind: 'watch', device_ids, begun }))
  const controls = createOpenControls(context, services)
  const deps = { ...context, ...services, sockets, watches, controls }
  /** Number of every pushed message; one count for all sockets, so that they share the encoded bytes. */
  let sn = 0
  let opened = 0

  const status_throttle = createStatusThrottle(clock, (status) => {
    const watchers = watches.watchersOf(status.device_id)
    if (watchers.length === 0) return 0
    sn += 1
    const all = encodePush(toPush(status, sn))
    const most = status.installer_keys.length === 0 ? all : encodePush(toPush(withoutInstallers(status), sn))
    let sent = 0
    for (const socket of watchers) {
      const { caller } = socket
      if (caller === null || !maySee(caller, status)) continue
      socket.sendFrame((all === most || isInstaller(caller) ? all : most)(socket))
      sent += 1
    }
    metrics.pushed(sent)
    return sent
  })
  const pollNotifications = createNotificationPoll({
    ...deps,
    publishNotification: (socket) => {
      sn += 1
      socket.send(encodeMessage({ cmd: 'PushNotice', sn }))
    },
  })
  const pollAlarms = createAlarmPoll({
    ...deps,
    publishAlarms: (socket) => {
      sn += 1
      socket.send(encodeMessage({ cmd: 'PushAlarms', sn }))
    },
  })
  const pollRollouts = createRolloutPoll({
    ...deps,
    publishRollouts: (socket) => {
      sn += 1
      socket.send(encodeMessage({ cmd: 'PushRollouts', sn }))
    },
  })
  const pollFleet = createFleetPoll({
    ...deps,
    publishFleet: (socket) => {
      sn += 1
      socket.send(encodeMessage({ cmd: 'PushFleet', sn }))
    },
  })
  const shareSockets = createSharingRound(deps)
  const recheck = startRecheck({
    ...deps,
    pollNotifications: async () => {
      await Promise.all([pollNotifications(), pollAlarms(), pollRollouts(), pollFleet(), shareSockets()])
    },
    notifyMenuChanged: (socket) => {
      sn += 1
      socket.send(encodeMessage({ cmd: 'PushMenuChanged', sn }))
    },
  })
  /** Says nothing of what it is: the list is fetched by a call, where rights are checked again. */
  const publishUnknownModules = (): void => {
    sn += 1
    const bytes = encodeMessage({ cmd: 'PushUnknownModules', sn })
    for (const socket of sockets) if (socket.caller?.permissions.has('device-import:view')) socket.send(bytes)
  }
  const pushModel = ({ device_id, mac, product_key, action_id, action, state, reason }: ModelMove): void => {
    sn += 1
    const push = encodePush({
      cmd: 'PushDeviceModel',
      sn,
      product_key: [product_key],
      mac,
      action_id,
      kind: action,
      state,
      reason,
    })
    for (const socket of watches.watchersOf(device_id))
      if (socket.caller?.permissions.has('model:view') === true) socket.sendFrame(push(socket))
  }
  const stops = [
    bus.subscribe((message) => {
      if (message.kind === 'status') status_throttle.add(message)
      else if (message.kind === 'control_moved') controls.move(message)
      else if (message.kind === 'unknown_modules') publishUnknownModules()
      else if (message.kind === 'model_moved') pushModel(message)
      else if (message.kind === 'ready') {
        // A restarted gateway has no watch list.
        const device_ids = watches.device_ids()
        bus.publish({ kind: 'watch', device_ids, begun: device_ids })
      }
    }),
    changes.deviceRenamed.subscribe(({ device_id, mac, device_name, product_key }) => {
      sn += 1
      const push = encodePush({ cmd: 'ModifyDevicesInfoPushResult', sn, product_key: [product_key], mac, device_name })
      for (const socket of watches.watchersOf(device_id)) socket.sendFrame(push(socket))
    }),
    changes.productsChanged.subscribe(({ product_keys }) => {
      sn += 1
      const push = encodePush({ cmd: 'PushProductDefination', sn, product_key: product_keys })
      for (const socket of sockets) if (socket.caller !== null) socket.sendFrame(push(socket))
    }),
    changes.unknownModulesChanged.subscribe(publishUnknownModules),
    changes.ordersChanged.subscribe((place) => {
      sn += 1
      const bytes = encodeMessage({ cmd: 'PushOrders', sn })
      for (const socket of sockets)
        if (socket.caller?.permissions.has('order:view') === true && mayBeWithin(socket.caller.scope, place))
          socket.send(bytes)
    }),
    changes.sessionsChanged.subscribe(recheck.now),
    changes.treeChanged.subscribe(({ agent_paths }) => {
      recheck.now()
      sn += 1
      const bytes = encodeMessage({ cmd: 'PushTreeChanged', sn })
      for (const socket of sockets) if (agent_paths.some((path) => isConcerned(socket, path))) socket.send(bytes)
    }),
    changes.accessChanged.subscribe(recheck.now),
  ]

  const open = (ws: WebSocket, stream: Duplex, address: string, user_agent: string) => {
    opened += 1
    const socket = createSocket(ws, stream, {
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
        ...context,
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
  open_sockets.serve({
    list: () => [...sockets].map((socket) => toOpenSocket(socket, watches.watchedBy(socket).length)),
    close: (socket_id) => {
      const found = [...sockets].find(({ id }) => id === socket_id)
      found?.close('closed_by_operator')
      return found !== undefined
    },
  })
  const addressOf = createAddressOf(context.config.HEATFLEET_TRUSTED_PROXIES)
  const onUpgrade = (alone: boolean) => (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    stream.on('error', () => stream.destroy())
    const path = request.url?.split('?')[0]
    if (path !== PUSH_PATH && !(alone && path === '/')) return refuseUpgrade(stream, '404 Not Found')
    if (!isSameOrigin(request.headers, alone)) return refuseUpgrade(stream, '403 Forbidden')
    server.handleUpgrade(request, stream, head, (ws) =>
      open(ws, stream, addressOf(request), (request.headers['user-agent'] ?? '').slice(0, 300)),
    )
  }

  const detach: (() => void)[] = []
  return {
    attach: (http_server, alone = false) => {
      const answer = onUpgrade(alone)
      http_server.on('upgrade', answer)
      detach.push(() => http_server.off('upgrade', answer))
    },
    close: async () => {
      for (const stop of detach) stop()
      recheck.stop()
      for (const stop of stops) stop()
      status_throttle.stop()
      const gone = [...connections].map((ws) => new Promise<void>((resolve) => ws.once('close', () => resolve())))
      for (const socket of sockets) socket.close('restart')
      await Promise.all(gone)
      // Those that ended without it are forgotten by the others after a while.
      await socket_sharing.withdraw().catch(() => {})
    },
  }
}

/** Checked at each push: a device may have changed owner since it was watched. */
const maySee = (caller: Caller, device: DeviceStatus): boolean =>
  caller.permissions.has('device:view') && mayBeWithin(caller.scope, device)

/** The status without values that only installers see. */
const withoutInstallers = (status: DeviceStatus): DeviceStatus => {
  const hidden = new Set(status.installer_keys)
  return { ...status, attrs: Object.fromEntries(Object.entries(status.attrs).filter(([key]) => !hidden.has(key))) }
}

/** The caller's distributor is above the changed one or in its subtree. */
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

/** A browser sends the origin of the page: another site must not open a socket with a user's session. */
const isSameOrigin = ({ origin, host = '' }: IncomingMessage['headers'], other_port: boolean): boolean => {
  if (origin === undefined) return true
  if (!URL.canParse(origin) || !URL.canParse(`http://${host}`)) return false
  return other_port
    ? new URL(origin).hostname === new URL(`http://${host}`).hostname
    : new URL(origin).host === host.toLowerCase()
}

const refuseUpgrade = (stream: Duplex, status: string): void => {
  stream.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
