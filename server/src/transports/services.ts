import type { DataQuery, DataQueryResult } from '@heatfleet/contract/data-query/data-query.ts'
import type { AppCaller, AppUserCaller, Caller, DataRecipient } from '../caller.ts'
import type { Changes } from '../changes.ts'
import type { Handlers, WriteAudit } from '../handler.ts'
import type { OpenSocketState, OpenSockets } from '../open-sockets.ts'
import type { FromGateway } from '../platform/bus.ts'
import type { Tasks } from '../platform/jobs.ts'
import type { DevicePlace, Scope } from '../platform/scope.ts'
import type { ImageServices } from './http-images.ts'
import type { PackageServices } from './http-packages.ts'
import type { DeviceCredentials } from './mqtt-auth.ts'

/** A device as the realtime socket uses it. */
export type WatchedDevice = { device_id: number; mac: string; agent_path: string }

/** A change of state of a command, from the gateway or read from the log. */
export type ControlMove = Omit<Extract<FromGateway, { kind: 'control_moved' }>, 'kind' | 'device_id' | 'agent_path'>

/** A command that is in the control log, to be sent. */
export type AcceptedControl = { control_id: number; key: string; old_value: number | null; new_value: number }

/** Recipients of a new notification: an account, or every account with the device in its scope. */
export type NotificationTarget = {
  uid: number | null
  device_id: number | null
  agent_path: string
  product_key: string
}

/** A changed alarm with the place of its device. */
export type ChangedAlarm = DevicePlace & { alarm_id: number; changed_at: Date }

/** A place of the tree whose counts of units changed. */
export type ChangedPlace = { agent_path: string; is_many: boolean; changed_at: Date; age_ms: number }

/** A rollout that moved, with the place of who proposed it, or the upgrade of a unit with the place of the unit. */
export type ChangedRollout = { key: string; agent_path: string; device: DevicePlace | null; changed_at: Date }

/** What the realtime socket needs of the features. */
export type PushServices = {
  changes: Changes
  open_sockets: OpenSockets
  /** The open sockets of this console as others see them. */
  socket_sharing: {
    /** Publishes what changed; resolves to the sockets to be closed. */
    share: (sockets: readonly OpenSocketState[]) => Promise<readonly number[]>
    withdraw: () => Promise<void>
  }
  writeAudit: WriteAudit
  hashToken: (token: string) => Buffer
  /** Callers of those sessions that are still alive, by hex of the hash. */
  listCallers: (session_hashes: readonly Buffer[]) => Promise<Map<string, Caller>>
  /** Whether each named product has this secret. */
  areProductSecrets: (named: readonly { product_key: string; product_secret: string }[]) => Promise<boolean>
  noteActivity: (session_hash: Buffer) => Promise<void>
  /** The requested devices that are in the scope. */
  listWatchable: (scope: Scope, macs: readonly string[]) => Promise<WatchedDevice[]>
  /** Distributor paths of the requested devices that are in the scope. */
  listAgentPaths: (scope: Scope, device_ids: readonly number[]) => Promise<Map<number, string>>
  /** Stores a command completely or refuses it; `registered` is called before the gateway can answer. */
  acceptControl: (
    caller: Caller,
    origin: { source: 'console'; address: string; user_agent: string; request_id: string },
    command: { mac: string; points: readonly { key: string; value: number }[]; change_reason?: string | undefined },
    registered: (accepted: readonly AcceptedControl[], product_key: string) => void,
  ) => Promise<unknown>
  /** The stored state of these commands. */
  listControlStates: (control_ids: readonly number[]) => Promise<ControlMove[]>
  /** Rows that the caller may see; `product_keys` = the products that the socket named. */
  queryData: (
    caller: Pick<Caller, 'permissions' | 'scopes'>,
    product_keys: readonly string[],
    query: DataQuery,
  ) => Promise<DataQueryResult>
  listNotificationTargets: (since: Date) => Promise<NotificationTarget[]>
  /** The newest changes of alarms after a time; null = the last one alone. */
  listChangedAlarms: (since: Date | null) => Promise<ChangedAlarm[]>
  /** The same of places of the tree whose counts of units changed. */
  listChangedPlaces: (since: Date | null) => Promise<ChangedPlace[]>
  /** The same of rollouts and upgrades. */
  listChangedRollouts: (since: Date | null) => Promise<ChangedRollout[]>
}

/** What the authentication of an external broker needs. */
export type BrokerServices = {
  /** Null = no such device. */
  findCredentials: (did: string) => Promise<DeviceCredentials | null>
}

/** Functions of the features that the transports use; created by wiring.ts. */
export type Services = PushServices &
  BrokerServices &
  ImageServices &
  PackageServices & {
    /** One for each endpoint; a missing one does not compile. */
    handlers: Handlers
    findCaller: (token: string, address: string) => Promise<Caller | null>
    /** The registered app with this key; without a secret it is only identified by name. Null = refused. */
    findApp: (app_key: string, secret: string | null) => Promise<AppCaller | null>
    findAppUser: (app: AppCaller, token: string) => Promise<AppUserCaller | null>
    /** The third party of a token that the owner of a unit gave it. */
    findDataRecipient: (token: string) => Promise<DataRecipient | null>
    /** Ends calls that wait for something to happen, when the server closes. */
    endWaits: () => void
    /** Flushes pending writes after the last call. */
    close: () => Promise<void>
    /** Background tasks, by name. */
    tasks: Tasks
    /** Resumes work of a previous process; before the first task runs. */
    recover: (is_alone: boolean) => Promise<void>
  }
