import type { SmallAccount, SmallFleet } from '../../small-fleet.ts'
import { isAbove, isGrouped, reaches } from '../people.ts'
import type { AccessRows } from '../rows.ts'
import type { Subject } from '../stage.ts'

/** The resource group of everybody, which migration 0007 makes. */
const WHOLE_FLEET = 1
const person = { phone: '13800000000', resource_group_id: WHOLE_FLEET }

/** Its name is taken: the rule that is checked last refuses it. */
const draftOf = ({ roles }: SmallFleet) => ({ ...person, user_name: 'admin', role_id: roles['County agent'] })
const password = 'Marble-Otter-51'
/** Older than what is there. */
const editOf = ({ roles }: SmallFleet) => ({
  ...person,
  role_id: roles['County agent'],
  agent_id: null,
  updated_at: '2020-01-01T00:00:00.000Z',
})

/** A whole subtree of the whole fleet is granted by a person who has it. */
const granted = (by: SmallAccount): string =>
  isGrouped(by) || by === 'office_a' ? 'grants_more_than_own' : 'user_already_exists'

/** No person changes an account that may or sees more; what no person does to its own account has another answer. */
const unlessAbove =
  (answer: string, own = answer) =>
  (by: SmallAccount, { owner, label }: Subject): string => {
    if (label === by) return own
    // A copy of one's own account has one's own rights; its own records are another's.
    if (owner !== null && owner !== by && isAbove(by, owner)) return 'account_above_own'
    return answer
  }

const created = {
  sends: (_: Subject, fleet: SmallFleet) => ({ body: { ...draftOf(fleet), password } }),
  answers: granted,
}
const changed = { answers: unlessAbove('ok', 'own_access_fixed') }

/** Changes of accounts are tried at copies of them. */
export const rows: AccessRows = {
  accountCreate: created,
  accountEdit: { sends: (_, fleet) => ({ body: editOf(fleet) }), answers: unlessAbove('stale_edit') },
  accountResetPassword: changed,
  accountPasswordLink: changed,
  accountUnlock: { answers: unlessAbove('ok') },
  accountDisable: changed,
  accountEnable: changed,
  accountSignOut: { answers: unlessAbove('ok') },
  accountDelete: { answers: unlessAbove('disable_first', 'own_access_fixed') },
  accountRole: {
    // A role of the manufacturer's own people fits no account of a distributor; it would change nothing of theirs.
    sends: (_, { roles }) => ({ body: { role_id: roles['Factory line'] } }),
    answers: (by, subject, fleet) => {
      const answer = unlessAbove('allowed', 'own_access_fixed')(by, subject)
      if (answer !== 'allowed') return answer
      if (fleet.at[by] !== null) return 'role_not_found'
      return subject.at === null ? 'ok' : 'role_level_wrong'
    },
  },
  accountExplainAccess: {
    sends: (_, { devices }) => ({ body: { mac: devices[0]?.mac ?? '' } }),
    // The device belongs to province A itself; to a person who does not see it, it does not exist.
    answers: (by) => (reaches(by, 'A') ? 'ok' : 'device_not_found'),
  },
  forgetIdentity: { sends: { body: { identity_id: 999_999 } }, answers: unlessAbove('not_found') },
  accountEndSession: { sends: { body: { session_id: '999999' } }, answers: unlessAbove('not_found') },
  accountEditNotifications: { sends: { body: {} }, answers: unlessAbove('ok') },
  viewAsStart: changed,
  addUser: created,
  updateUser: { sends: (_, fleet) => ({ body: editOf(fleet) }), answers: unlessAbove('stale_edit') },
  deleteUser: changed,
  deletUsermanage: changed,
  addUsermanage: { sends: (_, fleet) => ({ query: draftOf(fleet) }), answers: granted },
  addUsermanageByPost: { sends: (_, fleet) => ({ body: draftOf(fleet) }), answers: granted },
  updateUsermanage: {
    sends: { query: { resource_group_id: 999_999 } },
    answers: unlessAbove('resource_group_not_found', 'own_access_fixed'),
  },
  updateUsermanageByPost: {
    sends: { body: { resource_group_id: 999_999 } },
    answers: unlessAbove('resource_group_not_found', 'own_access_fixed'),
  },
}
