import { Refusal } from '@heatfleet/contract/errors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { AppContext } from '../app-context.ts'
import type { Caller } from '../caller.ts'
import { requestIdOf } from './push-audit.ts'
import type { OpenControls } from './push-controls.ts'
import { ackOf, encodeMessage } from './push-message.ts'
import type { CommandMessage } from './push-session.ts'
import type { PushSocket } from './push-socket.ts'
import type { Watches } from './push-watch.ts'
import type { PushServices, WatchedDevice } from './services.ts'

type Deps = Pick<AppContext, 'bus'> &
  Pick<PushServices, 'listWatchable' | 'acceptControl' | 'noteActivity' | 'hashToken' | 'queryData'> & {
    watches: Watches<PushSocket>
    controls: OpenControls
  }
type Command<Cmd extends CommandMessage['cmd']> = (
  deps: Deps,
  from: { socket: PushSocket; caller: Caller },
  message: Extract<CommandMessage, { cmd: Cmd }>,
) => Promise<'ack' | 'silent'>

/** Runs one command of a signed-in console; throws `Refusal`. */
export const runCommand = (deps: Deps, socket: PushSocket, message: CommandMessage): Promise<'ack' | 'silent'> => {
  const { caller } = socket
  if (caller === null) throw new Refusal('invalid_token')
  const from = { socket, caller }
  switch (message.cmd) {
    case 'WatchDevices':
      return watchDevices(deps, from, message)
    case 'LiveView':
      return liveView(deps, from, message)
    case 'RefreshDevice':
      return refreshDevice(deps, from, message)
    case 'ControlDevice':
      return controlDevice(deps, from, message)
    case 'UserFormatDataQuery':
      return queryData(deps, from, message)
    default:
      return message satisfies never
  }
}

/** Subscribes to the visible devices; others are refused as if they did not exist. */
const watchDevices: Command<'WatchDevices'> = async ({ listWatchable, watches }, { socket, caller }, { macs }) => {
  if (!caller.permissions.has('device:view')) throw new Refusal('no_permission')
  const wanted = new Set(macs)
  const devices = await listWatchable(caller.scope, [...wanted])
  // The socket may have been closed, or its rights narrowed, while the database answered.
  if (!socket.isOpen() || socket.caller === null) return 'silent'
  watches.replace(socket, devices)
  watches.narrow(socket, socket.caller.scope)
  if (devices.length < wanted.size) throw new Refusal('device_not_found')
  return 'ack'
}

const liveView: Command<'LiveView'> = async (deps, { caller }, { mac }) => {
  const { device_id } = await readDevice(deps, caller, mac)
  deps.bus.publish({ kind: 'live_view', device_id })
  return 'ack'
}

const refreshDevice: Command<'RefreshDevice'> = async (deps, { caller }, { mac }) => {
  const { device_id } = await readDevice(deps, caller, mac)
  deps.bus.publish({ kind: 'refresh', device_id })
  // A user action; watching and live view repeat by themselves and do not extend a session.
  await deps.noteActivity(caller.session_hash)
  return 'ack'
}

const controlDevice: Command<'ControlDevice'> = async (
  deps,
  { socket, caller },
  { sn, mac, points, change_reason },
) => {
  if (caller.viewer !== null) throw new Refusal('read_only_view')
  const origin = {
    source: 'console',
    address: socket.address,
    user_agent: socket.user_agent,
    request_id: requestIdOf(socket, sn),
  } as const
  await deps.acceptControl(caller, origin, { mac, points, change_reason }, (accepted, product_key) =>
    deps.controls.begin(socket, sn, { mac, product_key }, accepted),
  )
  await deps.noteActivity(caller.session_hash)
  return 'silent'
}

/** Programs ask by themselves: a question does not extend a session. */
const queryData: Command<'UserFormatDataQuery'> = async (deps, { socket, caller }, { sn, token, data_query }) => {
  if (!deps.hashToken(token).equals(caller.session_hash)) throw new Refusal('invalid_token', { field: 'token' })
  const product_keys = socket.address_info?.product_info.map(({ product_key }) => product_key) ?? []
  const result = await deps.queryData(caller, product_keys, data_query)
  const answer = encodeMessage({ ...ackOf('UserFormatDataQueryAck', sn, null), ...result })
  if (answer.length > LIMITS.query_answer_bytes)
    throw new Refusal('query_answer_too_large', { field: 'data_query.addition.pageSize' })
  socket.send(answer)
  return 'silent'
}

const readDevice = async ({ listWatchable }: Deps, caller: Caller, mac: string): Promise<WatchedDevice> => {
  if (!caller.permissions.has('device:view')) throw new Refusal('no_permission')
  const [device] = await listWatchable(caller.scope, [mac])
  if (device === undefined) throw new Refusal('device_not_found')
  return device
}
