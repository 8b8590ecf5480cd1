import type { accountAccess } from '@heatfleet/contract/accounts/access.ts'
import type { accounts } from '@heatfleet/contract/accounts/accounts.ts'
import type { accountGrants } from '@heatfleet/contract/accounts/grants.ts'
import type { legacyUsers } from '@heatfleet/contract/accounts/legacy-users.ts'
import type { accountNotifications } from '@heatfleet/contract/accounts/notification-settings.ts'
import type { accountPictures } from '@heatfleet/contract/accounts/picture.ts'
import type { accountSessions } from '@heatfleet/contract/accounts/sessions.ts'
import type { passwordLinks } from '@heatfleet/contract/password-links/password-links.ts'
import { isAbove, isGrouped, reaches } from './access-people.ts'
import type { Subject } from './access-stage.ts'
import type { AccessRow } from './access-table.ts'
import type { SmallAccount, SmallFleet } from './small-fleet.ts'

type AccountCall = keyof (typeof accounts &
  typeof accountGrants &
  typeof accountAccess &
  typeof accountNotifications &
  typeof accountPictures &
  typeof accountSessions &
  typeof legacyUsers &
  Pick<typeof passwordLinks, 'accountPasswordLink'>)

const LONG_AGO = '2020-01-01T00:00:00.000Z'
/** The resource group of everybody, which migration 0007 makes. */
const WHOLE_FLEET = 1
const PERSON = { phone: '13800000000', resource_group_id: WHOLE_FLEET }

/** Of a name that is taken: nobody is made, but by the rule that is judged last. */
const draftAt = (agent_id: number, { roles }: SmallFleet) => ({
  ...PERSON,
  user_name: 'admin',
  role_id: roles['County agent'],
  agent_id,
  password: 'Marble-Otter-51',
})
/** Older than what is there. */
const editOf = ({ roles }: SmallFleet) => ({
  ...PERSON,
  role_id: roles['County agent'],
  agent_id: null,
  updated_at: LONG_AGO,
})

/** A whole subtree of the whole fleet is given by who has that. */
const granted = (person: SmallAccount): string =>
  isGrouped(person) || person === 'office_a' ? 'grants_more_than_own' : 'user_already_exists'

/** Nobody touches who may or sees more; what nobody does to himself has an answer of its own. */
const unlessAbove =
  (open: string, self = open) =>
  (person: SmallAccount, { owner, label }: Subject): string => {
    if (label === person) return self
    // A twin of oneself has one's own rights; one's own records are another's.
    if (owner !== null && owner !== person && isAbove(person, owner)) return 'account_above_own'
    return open
  }

const byId = (id: number) => ({ params: { id } })

/** How the calls of account management meet row rights. Those that change are tried at twins of the accounts. */
export const ACCOUNT_ACCESS: { [Name in AccountCall]: AccessRow<Name> | readonly AccessRow<Name>[] } = {
  accountList: {
    about: 'list',
    request: () => ({}),
    shown: ({ list }) => ({ accounts: list.map(({ uid }) => uid) }),
  },
  accountCreate: {
    about: 'distributor',
    request: (id, fleet) => ({ body: draftAt(id, fleet) }),
    within: granted,
  },
  accountInfo: { about: 'account', request: byId },
  accountEdit: {
    about: 'account',
    request: (id, fleet) => ({ ...byId(id), body: editOf(fleet) }),
    within: unlessAbove('stale_edit'),
  },
  accountResetPassword: { about: 'account', request: byId, within: unlessAbove('ok', 'own_access_fixed') },
  accountPasswordLink: { about: 'account', request: byId, within: unlessAbove('ok', 'own_access_fixed') },
  accountUnlock: { about: 'account', request: byId, within: unlessAbove('ok') },
  accountDisable: { about: 'account', request: byId, within: unlessAbove('ok', 'own_access_fixed') },
  accountEnable: { about: 'account', request: byId, within: unlessAbove('ok', 'own_access_fixed') },
  accountSignOut: { about: 'account', request: byId, within: unlessAbove('ok') },
  accountDelete: { about: 'account', request: byId, within: unlessAbove('disable_first', 'own_access_fixed') },
  accountRole: {
    about: 'account',
    // A role of the manufacturer's own people fits no account of a distributor; it would change nothing of theirs.
    request: (id, { roles }) => ({ ...byId(id), body: { role_id: roles['Factory line'] } }),
    within: (person, subject, fleet) => {
      const code = unlessAbove('open', 'own_access_fixed')(person, subject)
      if (code !== 'open') return code
      if (fleet.at[person] !== null) return 'role_not_found'
      return subject.at === null ? 'ok' : 'role_level_wrong'
    },
  },
  accountGrantable: { about: 'own', request: () => ({}) },
  accountEffectiveAccess: { about: 'account', request: byId },
  accountExplainAccess: {
    about: 'account',
    request: (id, { devices }) => ({ ...byId(id), body: { mac: devices[0]?.mac ?? '' } }),
    // The device is one of province A itself, and who does not see it is told nothing of it.
    within: (person) => (reaches(person, 'A') ? 'ok' : 'device_not_found'),
  },
  accountSessions: { about: 'account', request: byId },
  accountEndSession: {
    about: 'account',
    request: (id) => ({ ...byId(id), body: { session_id: '999999' } }),
    within: unlessAbove('not_found'),
  },
  accountLogIns: { about: 'account', request: byId },
  accountNotifications: { about: 'account', request: byId },
  accountEditNotifications: {
    about: 'account',
    request: (id) => ({ ...byId(id), body: {} }),
    within: unlessAbove('ok'),
  },
  ownPicture: { about: 'own', request: () => ({}) },
  editOwnPicture: { about: 'own', request: () => ({ body: { picture: null } }) },
  accountPicture: { about: 'account', request: byId },
  viewAsStart: { about: 'account', request: byId, within: unlessAbove('ok', 'own_access_fixed') },
  viewAsEnd: { about: 'own', request: () => ({}) },
  getUserList: {
    about: 'list',
    request: () => ({}),
    shown: ({ list }) => ({ accounts: list.map(({ uid }) => uid) }),
  },
  userManageList: {
    about: 'list',
    request: () => ({}),
    shown: ({ list }) => ({ accounts: list.map(({ uid }) => uid) }),
  },
  getRoles: { about: 'own', request: () => ({}) },
  getUsermanage: { about: 'account', request: (uid) => ({ query: { uid } }) },
  addUser: { about: 'distributor', request: (id, fleet) => ({ body: draftAt(id, fleet) }), within: granted },
  updateUser: {
    about: 'account',
    request: (uid, fleet) => ({ body: { ...editOf(fleet), uid } }),
    within: unlessAbove('stale_edit'),
  },
  deleteUser: {
    about: 'account',
    request: (uid) => ({ query: { uid } }),
    within: unlessAbove('ok', 'own_access_fixed'),
  },
  deletUsermanage: {
    about: 'account',
    request: (uid) => ({ query: { uid } }),
    within: unlessAbove('ok', 'own_access_fixed'),
  },
  addUsermanage: {
    about: 'distributor',
    request: (agent_id, fleet) => {
      const { password: _, ...query } = draftAt(agent_id, fleet)
      return { query: { ...query, agent_id: String(agent_id) } }
    },
    within: granted,
  },
  addUsermanageByPost: {
    about: 'distributor',
    request: (agent_id, fleet) => {
      const { password: _, ...body } = draftAt(agent_id, fleet)
      return { body }
    },
    within: granted,
  },
  updateUsermanageByPost: {
    about: 'account',
    request: (uid) => ({ body: { uid, resource_group_id: 999_999 } }),
    within: unlessAbove('resource_group_not_found', 'own_access_fixed'),
  },
  updateUsermanage: {
    about: 'account',
    request: (uid) => ({ query: { uid, resource_group_id: 999_999 } }),
    within: unlessAbove('resource_group_not_found', 'own_access_fixed'),
  },
}
