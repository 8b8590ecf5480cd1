import { type ErrorCode, Refusal } from '@heatfleet/contract/errors.ts'
import { ClientMessage } from '@heatfleet/contract/push.ts'
import type { Caller } from '../caller.ts'
import type { Services } from '../wiring.ts'
import type { World } from '../world.ts'
import { type Connection, closeWith, outcomeOf, sendMessage } from './push-connection.ts'
import type { FanOut } from './push-fan-out.ts'
import { findUndeclared } from './undeclared.ts'

type Deps = Pick<World, 'bus' | 'clock' | 'log'> & { services: Services; fanOut: FanOut }
type CommandOf<Cmd extends ClientMessage['cmd']> = Extract<ClientMessage, { cmd: Cmd }>
type Authenticate = CommandOf<'Authenticate'>
type Command = Exclude<ClientMessage, Authenticate>

/** Takes one text message of a console; whatever it holds, the socket is answered or closed and nothing is thrown. */
export const takeMessage = async (deps: Deps, connection: Connection, text: string): Promise<void> => {
  const raw = parseJson(text)
  const parsed = ClientMessage.safeParse(raw)
  if (!parsed.success || findUndeclared(ClientMessage, raw, 'input') !== null) {
    const sn = snOf(raw)
    if (connection.caller === null || sn === null) closeWith(connection, 'protocol')
    else acknowledge(connection, sn, 'invalid_input')
    return
  }
  const message = parsed.data
  if (message.cmd === 'Authenticate') {
    if (connection.caller === null) await authenticate(deps, connection, message)
    else closeWith(connection, 'protocol')
    return
  }
  if (connection.caller === null) {
    closeWith(connection, 'protocol')
    return
  }
  // Rising numbers: a repeated command is not carried out twice.
  if (message.sn <= connection.last_sn) {
    acknowledge(connection, message.sn, 'invalid_input')
    return
  }
  connection.last_sn = message.sn
  await deps.services.noteActivity(connection.caller.session_hash)
  acknowledge(connection, message.sn, await carryOut(deps, connection, connection.caller, message))
}

const acknowledge = (connection: Connection, sn: number, error: ErrorCode | null): void =>
  sendMessage(connection, { cmd: 'CommandAck', sn, ...outcomeOf(error) })

const authenticate = async ({ services }: Deps, connection: Connection, message: Authenticate): Promise<void> => {
  const caller = await services.findCaller(message.user_info.token)
  const good = caller !== null && caller.uid === message.user_info.uid
  sendMessage(connection, { cmd: 'AuthenticateAck', sn: message.sn, ...outcomeOf(good ? null : 'invalid_token') })
  if (!good) {
    closeWith(connection, 'session_over')
    return
  }
  connection.caller = caller
  connection.last_sn = message.sn
}

/** Carries out a command; gives the code of its refusal, or null. */
const carryOut = async (
  deps: Deps,
  connection: Connection,
  caller: Caller,
  message: Command,
): Promise<ErrorCode | null> => {
  try {
    if (!caller.permissions.has('device:view')) throw new Refusal('no_permission')
    if (message.cmd === 'WatchDevices') await watch(deps, connection, caller, message)
    else if (message.cmd === 'ControlDevice') await control(deps, connection, caller, message)
    else await wake(deps, caller, message)
    return null
  } catch (error) {
    if (error instanceof Refusal) return error.code
    deps.log.error({ request_id: `${connection.id}/${message.sn}`, cmd: message.cmd, err: error }, 'bug')
    return 'system_exception'
  }
}

const watch = async (
  { services, fanOut }: Deps,
  connection: Connection,
  caller: Caller,
  { macs }: CommandOf<'WatchDevices'>,
): Promise<void> => {
  const devices = await services.listDevices(caller, macs)
  // All or nothing: a set with a foreign device changes nothing.
  if (devices.length !== new Set(macs).size) throw new Refusal('device_not_found')
  if (!connection.over) fanOut.watch(connection, devices)
}

const wake = async (
  { services, bus }: Deps,
  caller: Caller,
  { cmd, mac }: CommandOf<'LiveView' | 'RefreshDevice'>,
): Promise<void> => {
  const [device] = await services.listDevices(caller, [mac])
  if (device === undefined) throw new Refusal('device_not_found')
  const { device_id } = device
  bus.tell(cmd === 'LiveView' ? { kind: 'live_view', device_id } : { kind: 'refresh', device_id })
}

/** Every point's way is told under the command's own `sn`, from `queued` on; the command itself is audited. */
const control = async (
  { services, fanOut, clock }: Deps,
  connection: Connection,
  caller: Caller,
  { sn, mac, points }: CommandOf<'ControlDevice'>,
): Promise<void> => {
  const line = {
    at: new Date(clock.now()),
    uid: caller.uid,
    user_name: caller.user_name,
    address: connection.address,
    action: 'ControlDevice',
    object: `device ${mac}`,
    detail: { points },
    request_id: `${connection.id}/${sn}`,
  }
  try {
    await services.acceptControl(caller, mac, points, (accepted) => {
      fanOut.expect(
        connection,
        sn,
        accepted.map(({ control_id }) => control_id),
      )
      for (const point of accepted)
        sendMessage(connection, {
          cmd: 'DeviceReportCommandAck',
          sn,
          mac,
          ...point,
          state: 'queued',
          read_back: null,
          reason: null,
        })
    })
    await services.writeAudit({ ...line, result: 'ok' })
  } catch (error) {
    if (error instanceof Refusal) await services.writeAudit({ ...line, result: error.code })
    throw error
  }
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON is not in the protocol: the caller closes the socket for it.
    return undefined
  }
}

const snOf = (raw: unknown): number | null =>
  typeof raw === 'object' && raw !== null && 'sn' in raw && Number.isSafeInteger(raw.sn) && Number(raw.sn) >= 0
    ? Number(raw.sn)
    : null
