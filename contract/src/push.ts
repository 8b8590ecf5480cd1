import { z } from 'zod'
import { ChangeReason, RequestedPoints } from './controls/scheduled.ts'
import { DataQuery, DataQueryResult } from './data-query/data-query.ts'
import { ERROR_CODES, type ErrorCode } from './errors.ts'
import { DeviceId } from './identifiers.ts'
import { LIMITS } from './limits.ts'
import { MODEL_ACTIONS, MODEL_REASONS } from './models/actions.ts'
import { SEVERITIES } from './preferences.ts'
import { RowId } from './row-id.ts'
import { BUS_STATES, CONTROL_STATES, MODEL_ACTION_STATES, ONLINE_STATES } from './transitions.ts'

/** Path of the realtime socket. */
export const PUSH_PATH = '/ws'
/** Spec 7: the port of the socket over TLS, where an installation gives it one of its own. */
export const PUSH_PORT = 447
/** The heartbeat is bare text, not JSON (spec 7). */
export const PING = 'ping'
export const PONG = 'pong'
/** The console's identity on the socket: names, not secrets; the right to see anything comes from the token alone. */
export const ENTERPRISE_KEY = 'heatfleet'
export const PACKAGE_NAME = 'com.heatfleet.console'

const sn = z.number().int().min(0)
/** A client that keeps the uid in local storage (spec 3) sends it as text. */
const Uid = z.union([
  RowId,
  z
    .string()
    .regex(/^\d{1,10}$/)
    .transform(Number)
    .pipe(RowId),
])
const EnterpriseInfo = z.object({
  enterprise_key: z.string().max(64),
  signature: z.string().max(128),
  package_name: z.string().max(128),
})
const ProductInfo = z.object({
  product_key: z.string().max(64),
  product_secret: z.string().max(128),
  not_standard: z.boolean().default(false),
})

/** Messages a console sends (spec 7); `sn` rises with each. */
export const ClientMessage = z.discriminatedUnion('cmd', [
  z.object({
    cmd: z.literal('Authenticate'),
    sn,
    enterprise_info: EnterpriseInfo,
    user_info: z.object({
      uid: Uid,
      token: z.string().max(256),
    }),
    product_info: z.array(ProductInfo).max(100),
  }),
  /** Replaces the set of devices whose status this console wants pushed. */
  z.object({ cmd: z.literal('WatchDevices'), sn, macs: z.array(DeviceId).max(LIMITS.push_watched_devices) }),
  /** Makes the module report fast while this console looks at the device; repeated before it runs out. */
  z.object({ cmd: z.literal('LiveView'), sn, mac: DeviceId }),
  /** Makes the module read everything now. */
  z.object({ cmd: z.literal('RefreshDevice'), sn, mac: DeviceId }),
  z.object({
    cmd: z.literal('ControlDevice'),
    sn,
    mac: DeviceId,
    points: RequestedPoints,
    /** Why; needed where a point is an installer's. */
    change_reason: ChangeReason.optional(),
  }),
  /** Asks for rows of the tables that the account may see. The token is that of the session. */
  z.object({
    cmd: z.literal('UserFormatDataQuery'),
    sn,
    token: z.string().max(256),
    data_query: DataQuery,
  }),
])
export type ClientMessage = z.infer<typeof ClientMessage>

const refusal = {
  code: z.number().int(),
  msg: z.string(),
  error: z.enum(ERROR_CODES as [ErrorCode, ...ErrorCode[]]).nullable(),
}

/**
 * What each push about devices or products carries (spec 3, decision 0042): the product keys it is about, and whom it is for,
 * as the socket named itself in `Authenticate`. Secrets, the signature and the token never come back.
 */
const addressed = {
  product_key: z.array(z.string()),
  enterprise_info: EnterpriseInfo.omit({ signature: true }),
  user_info: z.object({ uid: RowId }),
  product_info: z.array(ProductInfo.omit({ product_secret: true })),
}

/** Messages the server sends (spec 7). */
export const ServerMessage = z.discriminatedUnion('cmd', [
  z.object({ cmd: z.literal('AuthenticateAck'), sn, ...refusal }),
  /** The answer to any other command that carries no result of its own. */
  z.object({
    cmd: z.literal('CommandAck'),
    sn,
    ...refusal,
    /** What was refused of the command: the key of a point, say. */
    field: z.string().optional(),
  }),
  /** The answer to a `UserFormatDataQuery`, under its `sn`. A refused one is answered by `CommandAck`. */
  z.object({ cmd: z.literal('UserFormatDataQueryAck'), sn, ...refusal, ...DataQueryResult.shape }),
  /** The newest status of one device; `attrs` only what this report brought. */
  z.object({
    cmd: z.literal('PushDeviceAttrStatus'),
    sn,
    ...addressed,
    mac: z.string(),
    /** Device time of the report, unix ms; null for a pure status change. */
    at: z.number().nullable(),
    online_status: z.enum(ONLINE_STATES),
    bus_status: z.enum(BUS_STATES),
    rssi_dbm: z.number().nullable(),
    alarm_keys: z.array(z.string()),
    alarm_severity: z.enum(SEVERITIES).nullable(),
    attrs: z.record(z.string(), z.number()),
  }),
  /** Definitions of these products changed: forget what is cached. */
  z.object({ cmd: z.literal('PushProductDefination'), sn, ...addressed }),
  /** The tree of distributors changed where this console looks: what was read through it is fetched anew. */
  z.object({ cmd: z.literal('PushTreeChanged'), sn }),
  /** Where one point of a control command stands; sent at each move, under the `sn` of the console's own command. */
  z.object({
    cmd: z.literal('DeviceReportCommandAck'),
    sn,
    ...addressed,
    mac: z.string(),
    control_id: z.number().int(),
    key: z.string(),
    state: z.enum(CONTROL_STATES),
    old_value: z.number().nullable(),
    new_value: z.number(),
    read_back: z.number().nullable(),
    reason: z.string().nullable(),
  }),
  /** The account of this console may or sees something else now: fetch menu and rights anew, and all that is shown. */
  z.object({ cmd: z.literal('PushMenuChanged'), sn }),
  /** Something happened that may be news here: read the inbox. Says nothing of what it is. */
  z.object({ cmd: z.literal('PushNotice'), sn }),
  /** Alarms in the scope were raised, recovered or handled: fetch them anew, where they are shown. */
  z.object({ cmd: z.literal('PushAlarms'), sn }),
  /** Units in the scope came, went, went on or off line, or their alarms did: fetch counts anew, where they are shown. */
  z.object({ cmd: z.literal('PushFleet'), sn }),
  /** Rollouts or upgrades in the scope moved: fetch them anew, where they are shown. */
  z.object({ cmd: z.literal('PushRollouts'), sn }),
  /** A service order in the scope changed: fetch orders anew, where they are shown. Says nothing of what it is. */
  z.object({ cmd: z.literal('PushOrders'), sn }),
  /** The list of unknown modules changed: fetch it anew, where it is shown. Sent to those who may see it. */
  z.object({ cmd: z.literal('PushUnknownModules'), sn }),
  /** Where setting or detecting the model of a device stands; sent at each move. */
  z.object({
    cmd: z.literal('PushDeviceModel'),
    sn,
    ...addressed,
    mac: z.string(),
    action_id: z.number().int(),
    kind: z.enum(MODEL_ACTIONS),
    state: z.enum(MODEL_ACTION_STATES),
    reason: z.enum(MODEL_REASONS).nullable(),
  }),
  /** The name or data of a device changed. */
  z.object({
    cmd: z.literal('ModifyDevicesInfoPushResult'),
    sn,
    ...addressed,
    mac: z.string(),
    device_name: z.string(),
  }),
])
export type ServerMessage = z.infer<typeof ServerMessage>
export type ServerMessageOf<Cmd extends ServerMessage['cmd']> = Extract<ServerMessage, { cmd: Cmd }>
/** The pushes about devices and products, which name whom they are for. */
export type AddressedPush = Extract<ServerMessage, { user_info: unknown }>

/** Close codes of the socket and what a console does about them. */
export const PUSH_CLOSE = {
  /** Signed out, token refused or account disabled: do not reconnect. */
  session_over: 4401,
  /** Not authenticated in time, or a message that is not in the protocol. */
  protocol: 4400,
  /** This console reads too slowly: reconnect and fetch what was missed. */
  too_slow: 4408,
  /** Closed by an operator: reconnect. */
  closed_by_operator: 4409,
  /** The service restarts: reconnect. */
  restart: 1012,
} as const
