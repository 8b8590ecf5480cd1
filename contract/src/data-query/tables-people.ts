import type { Account } from '../accounts/row.ts'
import { APP_USER_STATES, type AppUser, GENDERS } from '../app-users/app-users.ts'
import { BIND_WAYS, BINDING_ROLES } from '../bindings/bindings.ts'
import type { Binding } from '../bindings/device-binder.ts'
import { boolean, type ColumnsOf, integer, OF_DEVICE, oneOf, personal, type QueryTable, text, time } from './columns.ts'

/** Nothing with which somebody signs in, and no address. */
const account = {
  uid: integer,
  user_name: text,
  nick_name: text,
  phone: personal,
  email: personal,
  role_name: text,
  resource_group_name: text,
  agent_id: integer,
  agent_name: text,
  company: text,
  totp: boolean,
  must_change_password: boolean,
  language: text,
  time_zone: text,
  valid_until: time,
  last_login_at: time,
  created_at: time,
} as const satisfies ColumnsOf<Account>

const app_user = {
  app_user_id: integer,
  nick_name: text,
  phone: personal,
  email: personal,
  gender: oneOf(GENDERS),
  country: text,
  region_text: text,
  language: text,
  app_name: text,
  app_version: text,
  platform: text,
  register_time: time,
  last_login_time: time,
  status: oneOf(APP_USER_STATES),
} as const satisfies ColumnsOf<AppUser>

const binding = {
  binding_id: integer,
  mac: text,
  device_name: text,
  product_key: text,
  app_user_id: integer,
  role: oneOf(BINDING_ROLES),
  bind_way: oneOf(BIND_WAYS),
  bind_time: time,
} as const satisfies ColumnsOf<Binding>

/** Staff, and people who use the app. */
export const PEOPLE_TABLES = {
  account: {
    right: 'account:view',
    keys: ['uid'],
    columns: account,
    links: { agent_id: { table: 'agent', name: 'agent_id' } },
  },
  app_user: { right: 'appuser:view', keys: ['app_user_id'], columns: app_user, links: {} },
  binding: {
    right: 'binding:view',
    keys: ['binding_id'],
    columns: binding,
    links: { ...OF_DEVICE, app_user_id: { table: 'app_user', name: 'app_user_id' } },
  },
} as const satisfies Record<string, QueryTable>
