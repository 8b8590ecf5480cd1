import type { SmallAccount, SmallFleet } from '../../small-fleet.ts'
import type { AccessRows } from '../rows.ts'
import type { Subject } from '../stage.ts'

const updated_at = '2020-01-01T00:00:00.000Z'

const unlessOwn =
  (answer: string) =>
  (person: SmallAccount, { at }: Subject, fleet: SmallFleet): string =>
    fleet.at[person] === at ? 'own_distributor_fixed' : answer

/** Changes of distributors are refused by the rule that is checked last. */
export const rows: AccessRows = {
  brandAgent: { sends: { body: { brand_name: '', brand_colour: null, logo: null } } },
  notifyAgent: { sends: { body: { title: 'Test', text: 'Test' } } },
  createAgent: {
    // None is created: it would sell a product that does not exist.
    sends: ({ id: parent_id }) => ({
      body: {
        agent_name: 'New',
        agent_level: 3,
        parent_id,
        region_code: '330106',
        email: 'new@example.com',
        product_keys: ['none'],
      },
    }),
    answers: 'product_unknown',
  },
  updateAgent: { sends: { body: { agent_name: 'New', region_code: '330106', updated_at } }, answers: 'stale_edit' },
  deleteAgent: { answers: 'distributor_in_use' },
  disableAgent: { sends: { body: { disabled: false } }, answers: unlessOwn('ok') },
  agentMovePreview: {
    sends: ({ id }) => ({ body: { parent_id: id } }),
    answers: unlessOwn('parent_below_itself'),
  },
  moveAgent: { sends: ({ id }) => ({ body: { parent_id: id, updated_at } }), answers: 'stale_edit' },
}
