import type { agentManagement } from '@heatfleet/contract/distributors/agent-management.ts'
import type { agentNotices } from '@heatfleet/contract/distributors/agent-notices.ts'
import type { agentUse } from '@heatfleet/contract/distributors/agent-use.ts'
import type { branding } from '@heatfleet/contract/distributors/branding.ts'
import type { AccessRow } from './access-table.ts'

type DistributorCall = keyof (typeof agentManagement & typeof agentNotices & typeof agentUse & typeof branding)

/** How the calls about distributors meet row rights. Those that change are refused by the rule that is judged last. */
export const distributorAccess: { [Name in DistributorCall]: AccessRow<Name> } = {
  agentList: {
    about: 'list',
    request: () => ({}),
    shown: ({ list }) => ({ agents: list.map(({ agent_id }) => agent_id) }),
  },
  agentTree: {
    about: 'list',
    request: () => ({}),
    shown: ({ list }) => ({ agents: list.map(({ agent_id }) => agent_id) }),
  },
  agentCoverage: { about: 'own', request: () => ({}) },
  agentInfo: { about: 'distributor', request: (id) => ({ params: { id } }) },
  agentBranding: { about: 'distributor', request: (id) => ({ params: { id } }) },
  brandAgent: {
    about: 'distributor',
    request: (id) => ({ params: { id }, body: { brand_name: '', brand_colour: null, logo: null } }),
  },
  notifyAgent: { about: 'distributor', request: (id) => ({ params: { id }, body: { title: 'Test', text: 'Test' } }) },
  ownBranding: { about: 'own', request: () => ({}) },
  agentPerformance: { about: 'distributor', request: (id) => ({ params: { id } }) },
  createAgent: {
    about: 'distributor',
    // Nobody is made: it would sell what does not exist.
    request: (parent_id) => ({
      body: {
        agent_name: 'New',
        agent_level: 3,
        parent_id,
        region_code: '330106',
        email: 'new@example.com',
        product_keys: ['none'],
      },
    }),
    within: 'product_unknown',
  },
  updateAgent: {
    about: 'distributor',
    request: (id) => ({
      params: { id },
      body: { agent_name: 'New', region_code: '330106', updated_at: '2020-01-01T00:00:00.000Z' },
    }),
    within: 'stale_edit',
  },
  deleteAgent: { about: 'distributor', request: (id) => ({ params: { id } }), within: 'distributor_in_use' },
  agentUse: { about: 'distributor', request: (id) => ({ params: { id } }) },
  disableAgent: {
    about: 'distributor',
    request: (id) => ({ params: { id }, body: { disabled: false } }),
    of_own: 'own_distributor_fixed',
  },
  agentMovePreview: {
    about: 'distributor',
    request: (id) => ({ params: { id }, body: { parent_id: id } }),
    within: 'parent_below_itself',
    of_own: 'own_distributor_fixed',
  },
  moveAgent: {
    about: 'distributor',
    request: (id) => ({ params: { id }, body: { parent_id: id, updated_at: '2020-01-01T00:00:00.000Z' } }),
    within: 'stale_edit',
  },
}
