import { mayOf } from '../people.ts'
import type { AccessRows } from '../rows.ts'
import { NOWHERE } from '../stage.ts'

/** Each batch is its account's alone. Those of the stage are done. */
export const rows: AccessRows = {
  batchCreate: {
    // Each action has a right of its own; what it reaches is checked when it is done (features/batches).
    needs: 'account:disable',
    sends: { body: { action: 'account-disable', which: { by: 'ids', ids: [NOWHERE] }, input: {} } },
  },
  batchCancel: { answers: 'batch_not_open' },
  batchRetry: { answers: (person) => (mayOf(person, 'account:disable') ? 'batch_empty' : 'no_permission') },
}
