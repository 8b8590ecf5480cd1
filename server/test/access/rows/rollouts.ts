import type { SmallAccount } from '../../small-fleet.ts'
import { mayOf } from '../people.ts'
import type { AccessRows } from '../rows.ts'
import type { Subject } from '../stage.ts'

const points = [{ key: 'sp_dhw', value: 45 }]
const filter = {}

/** Those of the stage were proposed by their owners and stopped: nothing but a rollback may start from there. */
export const rows: AccessRows = {
  rolloutPreview: {
    sends: (_, { product_key }) => ({ body: { product_key, target: { by: 'filter', filter }, points } }),
  },
  rolloutCreate: {
    sends: (_, { product_key }) => ({
      body: { name: 'Matrix', product_key, target: { by: 'filter', filter }, points, template: 'No such template' },
    }),
    answers: 'template_unknown',
  },
  rolloutApprove: {
    answers: (person: SmallAccount, { owner }: Subject) =>
      owner === person && !mayOf(person, 'rollout:approve-own') ? 'rollout_own_approval' : 'rollout_state',
  },
  rolloutReject: { answers: 'rollout_state' },
  rolloutRun: { sends: { body: { action: 'start' } }, answers: 'rollout_state' },
  rolloutRollback: { answers: 'rollout_nothing_to_roll_back' },
}
