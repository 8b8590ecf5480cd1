import type { AccessRows } from '../rows.ts'

/** The ids of the units that rows name, each once. */
const macsOf = ({ list }: { list: { mac: string }[] }): string[] => [...new Set(list.map(({ mac }) => mac))]

/** Which app users units are bound to, were, and may be. */
export const rows: AccessRows = {
  bindUserList: [{}, { about: { list: 'device' }, shown: macsOf }],
  bindingHistory: { shown: macsOf },
  // The first person would end it for all others: whose invitation it may be is tested in device-binder.test.ts.
  endInvitation: {
    about: 'unscoped',
    sends: { body: { invitation_id: 999_999, reason: 'test' } },
    answers: 'not_found',
  },
  transferCheck: { sends: { body: { to_app_user_id: 999_999 } }, answers: 'app_user_not_found' },
  // Those of the stage are shared: nobody can hand them over.
  transferBinding: { sends: { body: { to_app_user_id: 999_999, reason: 'test' } }, answers: 'not_owner' },
  // Units of the stage keep their people: they are not so many.
  unbindAll: { sends: { body: { reason: 'test', users: 99 } }, answers: 'stale_edit' },
  endBinding: { sends: { body: { role: 'owner', reason: 'test' } }, answers: 'stale_edit' },
}
