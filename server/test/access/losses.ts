import { api } from '@heatfleet/contract/api.ts'
import { READ_RIGHTS } from '@heatfleet/contract/roles/read-rights.ts'
import type { Kysely, Updateable } from 'kysely'
import type { Tables } from '../../src/platform/tables.ts'
import { SMALL_FLEET_PASSWORD } from '../small-fleet.ts'
import type { AccessStage } from './stage.ts'

/** An account of county A11 with a role and a group of its own, signed in twice, looking at a device of A11. */
export type Victim = {
  uid: number
  role_id: number
  resource_group_id: number
  mac: string
  device_id: number
  agent_id: number
  /** Of the session that looks on. */
  token: string
  /** Of the same account elsewhere. */
  other_token: string
}

/** An account of the manufacturer that may look through the eyes of the victim, with a role of its own. */
export type Viewer = { uid: number; role_id: number; token: string }
export const VIEWER_RIGHTS = [...READ_RIGHTS, 'device:control', 'account:view-as'] as const

/** Something that is lost while somebody looks at a device. */
export type PermissionLoss = {
  says: string
  /** By the calls of the product where there is one, past it where there is none yet. */
  lose: (stage: AccessStage, victim: Victim, viewer: Viewer) => Promise<unknown>
  /** The answer to the next call about the device. */
  next: string
  /** The answer in the other session of the account; the same, if not said. */
  elsewhere?: string
  /** Whether the session itself ends, and the socket with it. */
  ends: boolean
  /** Whether it is the viewer who looks on, as the victim. */
  in_view?: true
}

const asAdmin = async (stage: AccessStage) => stage.server.clientOf(await stage.tokenOf('admin'))
const dbOf = ({ database }: AccessStage): Kysely<Tables> => database.db
const changeRole = (stage: AccessStage, { role_id }: { role_id: number }, change: Updateable<Tables['roles']>) =>
  dbOf(stage).updateTable('roles').set(change).where('role_id', '=', role_id).execute()
const changeAccount = (stage: AccessStage, { uid }: Victim, change: Updateable<Tables['accounts']>) =>
  dbOf(stage).updateTable('accounts').set(change).where('uid', '=', uid).execute()

/** What can be lost by the account itself, and by a viewer or before his eyes: his view is over, and what hung on it. */
export const LOSSES: readonly PermissionLoss[] = [
  {
    says: 'a right is taken from the role',
    lose: (stage, victim) => changeRole(stage, victim, { permissions: [] }),
    next: 'no_permission',
    ends: false,
  },
  {
    says: 'the reach of the role shrinks to own records',
    lose: (stage, victim) => changeRole(stage, victim, { data_scope: 'own_records' }),
    next: 'device_not_found',
    ends: false,
  },
  {
    says: 'the account is given another role',
    lose: async (stage, victim) => {
      const { role_id } = await dbOf(stage)
        .insertInto('roles')
        .values({ role_name: `Lesser ${victim.uid}`, level: 'distributor', permissions: [], data_scope: 'subtree' })
        .returning('role_id')
        .executeTakeFirstOrThrow()
      await changeAccount(stage, victim, { role_id })
    },
    next: 'no_permission',
    ends: false,
  },
  {
    says: 'the account is given another resource group',
    lose: async (stage, victim) => {
      const elsewhere = stage.resource_groups.find(({ label }) => label === 'Group of B')
      await changeAccount(stage, victim, { resource_group_id: elsewhere?.id ?? 0 })
    },
    next: 'device_not_found',
    ends: false,
  },
  {
    says: 'the device is taken out of the resource group',
    lose: (stage, { resource_group_id }) =>
      dbOf(stage)
        .updateTable('resource_groups')
        .set({ agent_ids: [stage.fleet.distributors.A2.agent_id] })
        .where('group_id', '=', resource_group_id)
        .execute(),
    next: 'device_not_found',
    ends: false,
  },
  {
    says: 'the account is disabled',
    lose: async (stage, { uid }) => (await asAdmin(stage))(api.accountDisable, { params: { id: uid } }),
    next: 'invalid_token',
    ends: true,
  },
  {
    says: 'the password is reset',
    lose: async (stage, { uid }) => (await asAdmin(stage))(api.accountResetPassword, { params: { id: uid } }),
    next: 'invalid_token',
    ends: true,
  },
  {
    says: 'the password is changed elsewhere',
    lose: (stage, { other_token }) =>
      stage.server.clientOf(other_token)(api.modifyPassword, {
        body: { old_password: SMALL_FLEET_PASSWORD, new_password: 'Quiet-Valve-713' },
      }),
    next: 'invalid_token',
    elsewhere: 'ok',
    ends: true,
  },
  {
    says: 'the session is revoked elsewhere',
    lose: (stage, { other_token }) => stage.server.clientOf(other_token)(api.endOtherSessions),
    next: 'invalid_token',
    elsewhere: 'ok',
    ends: true,
  },
  {
    says: 'the account is signed out everywhere',
    lose: async (stage, { uid }) => (await asAdmin(stage))(api.accountSignOut, { params: { id: uid } }),
    next: 'invalid_token',
    ends: true,
  },
  {
    says: 'the account runs out',
    lose: (stage, victim) => changeAccount(stage, victim, { valid_until: new Date(0) }),
    next: 'invalid_token',
    ends: true,
  },
  {
    says: 'the distributor is disabled',
    lose: async (stage, { agent_id }) =>
      (await asAdmin(stage))(api.disableAgent, { params: { id: agent_id }, body: { disabled: true } }),
    next: 'invalid_token',
    ends: true,
  },
  {
    says: 'the device goes to another distributor',
    lose: (stage, { device_id }) => {
      const { agent_id, agent_path } = stage.fleet.distributors.B
      return dbOf(stage)
        .updateTable('devices')
        .set({ agent_id, agent_path })
        .where('device_id', '=', device_id)
        .execute()
    },
    next: 'device_not_found',
    ends: false,
  },
  {
    says: 'the account goes to another distributor',
    lose: (stage, victim) => changeAccount(stage, victim, { agent_id: stage.fleet.distributors.B.agent_id }),
    next: 'device_not_found',
    ends: false,
  },
  {
    says: 'the viewer loses the right to view',
    lose: (stage, _, viewer) =>
      changeRole(stage, viewer, { permissions: VIEWER_RIGHTS.filter((right) => right !== 'account:view-as') }),
    next: 'invalid_token',
    elsewhere: 'ok',
    ends: true,
    in_view: true,
  },
  {
    says: 'the viewer loses a right that the account has',
    lose: (stage, _, viewer) =>
      changeRole(stage, viewer, { permissions: VIEWER_RIGHTS.filter((right) => right !== 'device:view') }),
    next: 'invalid_token',
    elsewhere: 'ok',
    ends: true,
    in_view: true,
  },
  {
    says: 'the viewer is disabled',
    lose: async (stage, _, { uid }) => (await asAdmin(stage))(api.accountDisable, { params: { id: uid } }),
    next: 'invalid_token',
    elsewhere: 'ok',
    ends: true,
    in_view: true,
  },
  {
    says: 'the viewed account is disabled',
    lose: async (stage, { uid }) => (await asAdmin(stage))(api.accountDisable, { params: { id: uid } }),
    next: 'invalid_token',
    ends: true,
    in_view: true,
  },
  {
    says: 'the viewed account loses its right',
    lose: (stage, victim) => changeRole(stage, victim, { permissions: [] }),
    next: 'no_permission',
    ends: false,
    in_view: true,
  },
  {
    says: 'the viewer signs off',
    lose: (stage, _, { token }) => stage.server.clientOf(token)(api.logoff),
    next: 'invalid_token',
    elsewhere: 'ok',
    ends: true,
    in_view: true,
  },
]
