import type { PEOPLE_TABLES } from '@heatfleet/contract/data-query/tables-people.ts'
import { sql } from 'kysely'
import { accountsWithin, appUsersWithin, withinScope } from '../../platform/scope.ts'
import { column, type SourcesOf } from './source.ts'

/** Accounts of staff, app users and their bindings. Hashes, secrets and addresses are not among the columns. */
export const PEOPLE_SOURCES: SourcesOf<typeof PEOPLE_TABLES> = {
  account: {
    columns: {
      uid: column('accounts.uid'),
      user_name: column('accounts.user_name'),
      nick_name: column('accounts.nick_name'),
      phone: sql`coalesce(accounts.phone, '')`,
      email: sql`coalesce(accounts.email, '')`,
      role_name: column('roles.role_name'),
      resource_group_name: column('resource_groups.group_name'),
      agent_id: column('accounts.agent_id'),
      agent_name: column('distributors.agent_name'),
      company: column('accounts.company'),
      totp: sql`(accounts.totp_enrolled_at is not null)`,
      must_change_password: column('accounts.must_change_password'),
      language: column('accounts.language'),
      time_zone: column('accounts.time_zone'),
      valid_until: column('accounts.valid_until'),
      last_login_at: column('accounts.last_login_at'),
      created_at: column('accounts.created_at'),
    },
    from: () => sql`accounts
      join roles on roles.role_id = accounts.role_id
      join resource_groups on resource_groups.group_id = accounts.resource_group_id
      left join distributors on distributors.agent_id = accounts.agent_id`,
    within: ({ account }) => accountsWithin(account, 'accounts'),
  },
  app_user: {
    columns: {
      app_user_id: column('app_users.app_user_id'),
      nick_name: column('app_users.nick_name'),
      phone: sql`coalesce(app_users.phone, '')`,
      email: sql`coalesce(app_users.email, '')`,
      gender: column('app_users.gender'),
      country: column('app_users.country'),
      region_text: column('app_users.region_text'),
      language: column('app_users.language'),
      app_name: sql`coalesce(applications.app_name, '')`,
      app_version: column('app_users.app_version'),
      platform: column('app_users.platform'),
      register_time: column('app_users.created_at'),
      last_login_time: column('app_users.last_login_at'),
      status: sql`case when app_users.erased_at is not null then 'erased'
        when app_users.disabled then 'disabled' else 'active' end`,
    },
    from: () => sql`app_users left join applications on applications.app_id = app_users.app_id`,
    within: ({ appuser }) => appUsersWithin(appuser, 'app_users'),
  },
  binding: {
    columns: {
      binding_id: column('bindings.binding_id'),
      mac: column('devices.mac'),
      device_name: column('devices.device_name'),
      product_key: column('devices.product_key'),
      app_user_id: column('bindings.app_user_id'),
      role: column('bindings.role'),
      bind_way: column('bindings.bind_way'),
      bind_time: column('bindings.bound_at'),
    },
    from: () => sql`bindings join devices on devices.device_id = bindings.device_id`,
    within: ({ device }) => withinScope(device, 'devices'),
  },
}
