import type { AccessRows } from '../rows.ts'

const size = 20

/** The search, kind by kind where the stage has names in common. */
export const rows: AccessRows = {
  searchAll: [
    {
      sends: { body: { text: 'house', kinds: ['device'], size } },
      needs: 'device:view',
      shown: ({ devices }) => devices.map(({ mac }) => mac),
    },
    {
      about: { list: 'app_user' },
      sends: { body: { text: 'owner', kinds: ['app_user'], size } },
      needs: 'appuser:view',
      shown: ({ app_users }) => app_users.map(({ app_user_id }) => app_user_id),
    },
  ],
}
