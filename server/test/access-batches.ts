import type { batches } from '@heatfleet/contract/batches/batches.ts'
import { mayOf } from './access-people.ts'
import type { AccessRow } from './access-table.ts'

/** How the calls about batches meet row rights: each is its person's alone. Those of the matrix are over and done. */
export const BATCH_ACCESS: { [Name in keyof typeof batches]: AccessRow<Name> } = {
  batchCreate: {
    about: 'own',
    // Each deed has a right of its own; what it may reach is judged when it is done (features/batches).
    needs: 'account:disable',
    request: () => ({ body: { deed: 'account-disable', which: { by: 'ids', ids: [999_999] }, input: {} } }),
  },
  batchList: {
    about: 'list',
    request: () => ({}),
    shown: ({ list }) => ({ batches: list.map(({ batch_id }) => batch_id) }),
  },
  batchItems: { about: 'batch', request: (id) => ({ params: { id } }) },
  batchCancel: { about: 'batch', request: (id) => ({ params: { id } }), within: 'batch_not_open' },
  batchRetry: {
    about: 'batch',
    request: (id) => ({ params: { id } }),
    within: (person) => (mayOf(person, 'account:disable') ? 'batch_empty' : 'no_permission'),
  },
}
