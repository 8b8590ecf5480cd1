import { randomUUID } from 'node:crypto'
import type { Api, EndpointName } from '@heatfleet/contract/api.ts'
import type { RequestOf, ResultOf } from '@heatfleet/contract/endpoint.ts'
import type { Permission } from '@heatfleet/contract/permissions.ts'
import type { ClientMessage } from '@heatfleet/contract/push.ts'
import { ACCOUNT_ACCESS } from './access-accounts.ts'
import { APP_USER_ACCESS } from './access-app-users.ts'
import { APP_VERSION_ACCESS } from './access-app-versions.ts'
import { BATCH_ACCESS } from './access-batches.ts'
import { distributorAccess } from './access-distributors.ts'
import { EXPORT_ACCESS } from './access-exports.ts'
import { AUDITED, type Noun } from './access-nouns.ts'
import { ORDER_ACCESS } from './access-orders.ts'
import { PRODUCT_ACCESS } from './access-products.ts'
import { ROLE_ACCESS } from './access-roles.ts'
import { shipmentAccess } from './access-shipments.ts'
import type { Subject } from './access-stage.ts'
import { SMALL_FLEET_PASSWORD, type SmallAccount, type SmallFleet } from './small-fleet.ts'

/**
 * How one call meets row rights. `own`: about the caller alone. A noun (access-nouns.ts): about one of its kind, which
 * must look as if it did not exist from where it is not seen. `list`: gives things (or figures of them), which must be
 * exactly those that are seen. A call that names several nouns has several rows. What a call needs is told in
 * access-rights.ts.
 */
export type AccessRow<Name extends EndpointName = EndpointName> =
  | { about: 'own'; request: (fleet: SmallFleet) => RequestOf<Api[Name]>; refusal?: string; needs?: Permission }
  | { about: 'device'; request: (mac: string, fleet: SmallFleet) => RequestOf<Api[Name]> }
  | { about: 'app_user'; request: (app_user_id: number, mac: string) => RequestOf<Api[Name]>; passed?: string }
  | {
      about: Exclude<Noun, 'device' | 'app_user'>
      request: (id: number, fleet: SmallFleet) => RequestOf<Api[Name]>
      /** What is answered about one that is seen; `ok` without it. */
      within?: string | ((person: SmallAccount, subject: Subject, fleet: SmallFleet) => string)
      /** The same for the person's own distributor, where it differs. */
      of_own?: string
      /** The outcome of the one in an answer to several. */
      outcome?: (answer: ResultOf<Api[Name]>) => string
    }
  | {
      about: 'list'
      request: (fleet: SmallFleet) => RequestOf<Api[Name]>
      /** What of the answer must agree with what is seen: ids, or how many devices were counted. */
      shown: (answer: ResultOf<Api[Name]>) => Shown
    }

/** What a list shows. */
export type Shown =
  | { macs: string[] }
  | { agents: number[] }
  | { app_users: number[] }
  | { accounts: number[] }
  | { roles: number[] }
  | { resource_groups: number[] }
  | { exports: number[] }
  | { sessions: number[] }
  | { api_tokens: number[] }
  | { audit_lines: number[] }
  | { views: number[] }
  | { batches: number[] }
  | { shipments: number[] }
  | { orders: number[] }
  | { resolved_orders: number[] }
  | { devices: number }
  | { people: number }

const period = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' }
const points = ['t_out']
/** The calls of the console; those of the app API have callers of their own (features/app-api). */
export type ConsoleCall = {
  [Name in EndpointName]: Api[Name]['needs'] extends 'app' | 'app-user' ? never : Name
}[EndpointName]

/** A row for each endpoint: a new one without its row does not compile, and fails the test. */
export const ACCESS: { [Name in ConsoleCall]: AccessRow<Name> | readonly AccessRow<Name>[] } = {
  login: {
    about: 'own',
    // A name of its own each time: the tenth failure of one would lock it.
    request: () => ({ body: { user_name: `nobody-${randomUUID()}`, password: 'wrong' } }),
    refusal: 'account_or_password_error',
  },
  passwordLink: {
    about: 'own',
    request: () => ({ body: { token: randomUUID() } }),
    refusal: 'password_link_invalid',
  },
  usePasswordLink: {
    about: 'own',
    request: () => ({ body: { token: randomUUID(), new_password: 'Another-Horse-9' } }),
    refusal: 'password_link_invalid',
  },
  logoff: { about: 'own', request: () => ({}) },
  modifyPassword: {
    about: 'own',
    request: () => ({ body: { old_password: 'wrong', new_password: 'Another-Horse-9' } }),
    refusal: 'old_password_wrong',
  },
  roleMenu: { about: 'own', request: () => ({}) },
  ownSessions: {
    about: 'list',
    request: () => ({}),
    shown: (list) => ({ sessions: list.map(({ session_id }) => Number(session_id)) }),
  },
  endOwnSession: { about: 'session', request: (id) => ({ body: { session_id: String(id) } }) },
  endOtherSessions: { about: 'own', request: () => ({}) },
  ownLogIns: { about: 'own', request: () => ({}) },
  // The stage has something that happened to each device.
  notices: {
    about: 'list',
    request: () => ({}),
    shown: ({ list }) => ({ macs: [...new Set(list.flatMap(({ mac }) => mac ?? []))] }),
  },
  seeNotices: { about: 'own', request: () => ({ body: { seen_time: '2026-01-15T08:00:00.000Z' } }) },
  testNotice: { about: 'own', request: () => ({}) },
  ...ACCOUNT_ACCESS,
  ownProfile: { about: 'own', request: () => ({}) },
  editOwnProfile: {
    about: 'own',
    request: () => ({ body: { nick_name: 'Me', gender: 'unknown', language: '', time_zone: '' } }),
  },
  chooseLanguage: { about: 'own', request: () => ({ body: { language: 'en' } }) },
  editPreferences: { about: 'own', request: () => ({ body: { temperature: 'f' } }) },
  ownLists: {
    about: 'list',
    request: () => ({}),
    shown: ({ views }) => ({ views: views.map(({ view_id }) => view_id) }),
  },
  layOutList: { about: 'own', request: () => ({ params: { list: 'devices' }, body: { layout: null } }) },
  saveView: {
    about: 'own',
    request: () => ({ params: { list: 'roles' }, body: { view_name: 'Matrix', query: '', layout: null } }),
  },
  renameView: { about: 'view', request: (id) => ({ params: { id }, body: { view_name: randomUUID() } }) },
  deleteView: { about: 'view', request: (id) => ({ params: { id } }) },
  ownSecondFactor: { about: 'own', request: () => ({}) },
  startSecondFactor: {
    about: 'own',
    request: () => ({ body: { password: 'wrong' } }),
    refusal: 'password_error',
  },
  confirmSecondFactor: {
    about: 'own',
    request: () => ({ body: { code: '000000' } }),
    refusal: 'second_factor_not_started',
  },
  renewRecoveryCodes: {
    about: 'own',
    request: () => ({ body: { password: SMALL_FLEET_PASSWORD, code: '000000' } }),
    refusal: 'second_factor_not_started',
  },
  removeSecondFactor: {
    about: 'own',
    request: () => ({ body: { password: SMALL_FLEET_PASSWORD, code: '000000' } }),
    refusal: 'second_factor_not_started',
  },
  forgetBrowser: { about: 'own', request: () => ({ body: { browser_id: 999_999 } }), refusal: 'not_found' },
  apiTokenList: {
    about: 'list',
    request: () => ({}),
    shown: (list) => ({ api_tokens: list.map(({ api_token_id }) => api_token_id) }),
  },
  createApiToken: [
    {
      about: 'own',
      request: () => ({ body: { token_name: 'Report', permissions: ['device:view'], expires_in_days: 30 } }),
    },
    {
      about: 'distributor',
      request: (agent_id) => ({
        body: { token_name: 'Report', permissions: ['device:view'], expires_in_days: 30, agent_id },
      }),
    },
  ],
  revokeApiToken: { about: 'api_token', request: (id) => ({ body: { api_token_id: id } }) },
  deviceList: {
    about: 'list',
    request: () => ({}),
    shown: ({ list }) => ({ macs: list.map(({ mac }) => mac) }),
  },
  deviceInfo: { about: 'device', request: (mac) => ({ query: { mac } }) },
  deviceFaults: { about: 'device', request: (mac) => ({ query: { mac } }) },
  deviceModel: { about: 'device', request: (mac) => ({ query: { mac } }) },
  deviceUpdate: { about: 'device', request: (mac) => ({ query: { mac, device_name: 'House' } }) },
  deviceFavourite: { about: 'device', request: (mac) => ({ query: { mac, favourite: 'true' } }) },
  bindUserList: [
    { about: 'device', request: (mac) => ({ query: { mac } }) },
    {
      about: 'list',
      request: () => ({}),
      shown: ({ list }) => ({ macs: [...new Set(list.map(({ mac }) => mac))] }),
    },
  ],
  listCurve: { about: 'device', request: (mac) => ({ body: { mac, points } }) },
  exportHistory: {
    about: 'device',
    request: (mac) => ({ query: { mac, points: 't_out', ...period } }),
  },
  historyData: { about: 'device', request: (mac) => ({ body: { macs: [mac], points, ...period } }) },
  historyStatistics: { about: 'device', request: (mac) => ({ body: { macs: [mac], points, ...period } }) },
  menuProducts: {
    about: 'list',
    request: () => ({}),
    shown: (list) => ({ devices: list.reduce((sum, { device_count }) => sum + device_count, 0) }),
  },
  menuAgents: {
    about: 'list',
    request: () => ({}),
    shown: (list) => ({ agents: list.map(({ agent_id }) => agent_id) }),
  },
  controlLog: {
    about: 'list',
    request: () => ({}),
    shown: ({ list }) => ({ macs: list.map(({ mac }) => mac) }),
  },
  productInfo: {
    about: 'list',
    request: () => ({}),
    shown: ({ list }) => ({ devices: list.reduce((sum, { device_count }) => sum + device_count, 0) }),
  },
  ...PRODUCT_ACCESS,
  curveNames: { about: 'own', request: ({ product_key }) => ({ query: { product_key } }) },
  attrSavings: { about: 'own', request: ({ product_key }) => ({ params: { id: product_key } }) },
  ...distributorAccess,
  ...shipmentAccess,
  ...EXPORT_ACCESS,
  ...BATCH_ACCESS,
  auditList: {
    about: 'list',
    request: () => ({ body: { object: AUDITED } }),
    shown: ({ list }) => ({ audit_lines: list.map(({ audit_id }) => audit_id) }),
  },
  homeCounts: {
    about: 'list',
    request: () => ({}),
    shown: ({ devices }) => ({ devices: devices.total }),
  },
  homeTable: {
    about: 'list',
    request: () => ({}),
    shown: (rows) => ({ devices: rows.reduce((sum, { total }) => sum + total, 0) }),
  },
  homeChart: { about: 'own', request: () => ({}) },
  devicesList: {
    about: 'list',
    request: () => ({}),
    shown: ({ list }) => ({ macs: list.map(({ mac }) => mac) }),
  },
  saveAttrSavings: { about: 'own', request: ({ product_key }) => ({ params: { id: product_key }, body: [] }) },
  ownAccess: { about: 'own', request: () => ({}) },
  applicationList: { about: 'own', request: () => ({}) },
  createApplication: {
    about: 'own',
    // The test makes one of this name beforehand.
    request: () => ({ body: { app_name: 'Home' } }),
    refusal: 'app_name_taken',
  },
  editApplication: {
    about: 'own',
    request: () => ({ params: { id: 999 }, body: { app_name: 'Home' } }),
    refusal: 'app_not_found',
  },
  disableApplication: {
    about: 'own',
    request: () => ({ params: { id: 999 }, body: { disabled: true } }),
    refusal: 'app_not_found',
  },
  rotateApplication: {
    about: 'own',
    request: () => ({ params: { id: 999 }, body: { what: 'secret' } }),
    refusal: 'app_not_found',
  },
  ...APP_USER_ACCESS,
  ...APP_VERSION_ACCESS,
  ...ORDER_ACCESS,
  ...ROLE_ACCESS,
}

type Command = Exclude<ClientMessage['cmd'], 'Authenticate'>
type MessageOf<Cmd extends Command> = Omit<Extract<ClientMessage, { cmd: Cmd }>, 'sn'>

/** The same for the commands of the socket: all are about one device. */
export const SOCKET_ACCESS: {
  [Cmd in Command]: { needs: 'device:view' | 'device:control'; message: (mac: string) => MessageOf<Cmd> }
} = {
  WatchDevices: { needs: 'device:view', message: (mac) => ({ cmd: 'WatchDevices', macs: [mac] }) },
  LiveView: { needs: 'device:view', message: (mac) => ({ cmd: 'LiveView', mac }) },
  RefreshDevice: { needs: 'device:view', message: (mac) => ({ cmd: 'RefreshDevice', mac }) },
  ControlDevice: {
    needs: 'device:control',
    message: (mac) => ({ cmd: 'ControlDevice', mac, points: [{ key: 'sp_dhw', value: 45 }] }),
  },
}
