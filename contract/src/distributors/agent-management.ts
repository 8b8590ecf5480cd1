import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { Paging, pageOf } from '../paging.ts'
import { RowId, RowIdText } from '../row-id.ts'
import { isTimeZone } from '../time-zone.ts'
import { AgentService, exampleService } from './agent-service.ts'
import {
  AgentLevel,
  AgentNode,
  Distributor,
  DistributorDetail,
  DistributorFilter,
  EditedDistributor,
  exampleDistributor,
  NewDistributor,
} from './distributors.ts'

const Time = z.iso.datetime()
const ById = z.object({ id: RowIdText })
const Named = z.object({ agent_id: RowId, agent_name: z.string() })
const exampleDetail: DistributorDetail = {
  ...exampleDistributor,
  agent_chain: [
    { agent_id: 1, agent_name: 'Zhejiang Nuanyuan' },
    { agent_id: 7, agent_name: 'Hangzhou Nuanyuan' },
  ],
  own: false,
  disabled_above: false,
}
/** Spec 7: the level and the name may also stand in the query; an empty text is no filter, the body wins. */
const QueryFilter = z.object({
  agent_level: z
    .enum(['', '1', '2', '3'])
    .transform((text) => (text === '' ? undefined : Number(text)))
    .pipe(AgentLevel.optional())
    .optional(),
  agent_name: DistributorFilter.shape.agent_name,
})
/** What may be wrong with the data of a distributor. */
const DRAFT_FAILS = [
  'distributor_not_found',
  'distributor_name_exists',
  'sub_distributor_forbidden',
  'parent_level_wrong',
  'parent_required',
  'region_required',
  'region_unknown',
  'product_unknown',
  'product_disabled',
  'phone_invalid',
  'contact_required',
  'outside_own_scope',
] as const

export const agentManagement = endpoints({
  agentList: {
    method: 'POST',
    path: '/agent-management/agent-list',
    kind: 'read',
    of: 'distributor',
    needs: 'agent:view',
    about: { list: 'distributor' },
    query: Paging.extend(QueryFilter.shape),
    body: DistributorFilter.default({ sort_by: 'tree', sort_order: 'asc' }),
    result: pageOf(Distributor),
    fails: [],
    says: 'Distributors in scope, filtered, sorted and paged on the server.',
    example: { list: [exampleDistributor], total: 1, pageNo: 1, size: 999 },
  },
  agentTree: {
    method: 'POST',
    path: '/agent-management/agent-tree',
    kind: 'read',
    of: 'distributor',
    needs: 'agent:view',
    about: { list: 'distributor' },
    query: Paging,
    body: z
      .object({
        /** Only those directly below it; null = the highest ones. Left out: the whole tree. */
        parent_id: RowId.nullable().optional(),
        /** A part of the name: what matches, and all above it. */
        search: z.string().trim().max(100).optional(),
      })
      .default({}),
    result: pageOf(AgentNode),
    fails: [],
    says: 'The tree of distributors in scope, page by page, each before those below it; devices of the whole subtree.',
    example: {
      list: [
        {
          agent_id: 1,
          agent_name: 'Zhejiang Nuanyuan',
          agent_level: 1,
          parent_id: null,
          device_count: 120,
          has_children: true,
          disabled: false,
          match: true,
        },
      ],
      total: 1,
      pageNo: 1,
      size: 500,
    },
  },
  agentInfo: {
    method: 'GET',
    path: '/agent-management/agent-info/:id',
    kind: 'read',
    of: 'distributor',
    needs: 'agent:view',
    about: 'distributor',
    params: ById,
    result: DistributorDetail,
    fails: ['distributor_not_found'],
    says: 'One distributor with its figures; phone and e-mail masked without `pii:view`.',
    example: exampleDetail,
  },
  createAgent: {
    method: 'POST',
    path: '/agent-management/agent-info',
    kind: 'change',
    of: 'distributor',
    needs: 'agent:create',
    about: 'distributor',
    sends: { body: { email: 'anna.nowak@example.com', region_code: '330000' } },
    body: NewDistributor,
    result: z.object({ agent_id: RowId }),
    fails: DRAFT_FAILS,
    says: 'Creates a distributor below one in scope.',
    example: { agent_id: 7 },
  },
  updateAgent: {
    method: 'PUT',
    path: '/agent-management/agent-info/:id',
    kind: 'change',
    of: 'distributor',
    needs: 'agent:edit',
    about: 'distributor',
    params: ById,
    sends: { body: { region_code: '330000' } },
    body: EditedDistributor,
    result: DistributorDetail,
    fails: [
      ...DRAFT_FAILS,
      'stale_edit',
      'distributor_downgrade',
      'own_distributor_fixed',
      'parent_below_itself',
      'quota_below_use',
    ],
    says: 'Changes a distributor; another higher one moves it with all below (needs `agent:move`). Its level never falls.',
    example: exampleDetail,
  },
  deleteAgent: {
    method: 'DELETE',
    path: '/agent-management/agent-info/:id',
    kind: 'change',
    of: 'distributor',
    needs: 'agent:delete',
    about: 'distributor',
    params: ById,
    result: z.null(),
    fails: ['distributor_not_found', 'distributor_in_use', 'own_distributor_fixed', 'is_referenced'],
    says: 'Deletes a distributor that has no sub-distributors, devices, accounts, roles and resource groups.',
    example: null,
  },
  disableAgent: {
    method: 'POST',
    path: '/agent-management/agent-info/:id/disabled',
    kind: 'change',
    of: 'distributor',
    needs: 'agent:disable',
    about: 'distributor',
    params: ById,
    body: z.object({ disabled: z.boolean() }),
    result: z.object({ agent_id: RowId, disabled: z.boolean(), sessions_ended: z.number().int() }),
    fails: ['distributor_not_found', 'own_distributor_fixed'],
    says: 'Closes the console to everybody of a distributor and of those below it, at once; or opens it again.',
    example: { agent_id: 7, disabled: true, sessions_ended: 3 },
  },
  agentMovePreview: {
    method: 'POST',
    path: '/agent-management/agent-info/:id/move-preview',
    kind: 'read',
    of: 'distributor',
    needs: 'agent:move',
    about: 'distributor',
    params: ById,
    body: z.object({ parent_id: RowId.nullable() }),
    result: z.object({
      agent_name: z.string(),
      level_before: AgentLevel,
      level_after: AgentLevel,
      /** Below it, not counting itself. */
      sub_distributors: z.number().int(),
      sub_names: z.array(z.string()),
      devices: z.number().int(),
      /** Accounts of it and below, whose place in the tree changes. */
      accounts: z.number().int(),
      account_names: z.array(z.string()),
      /** Distributors that no longer see it and all below, with how many accounts they have. */
      loses: z.array(Named.extend({ accounts: z.number().int() })),
      /** Distributors that see it from then on. */
      gains: z.array(Named.extend({ accounts: z.number().int() })),
      updated_at: Time,
    }),
    fails: [
      'distributor_not_found',
      'own_distributor_fixed',
      'distributor_downgrade',
      'sub_distributor_forbidden',
      'parent_below_itself',
    ],
    says: 'What moving a distributor below another one would change: levels, devices, accounts, and who sees them.',
    example: {
      agent_name: 'Yuhang',
      level_before: 3,
      level_after: 3,
      sub_distributors: 0,
      sub_names: [],
      devices: 23,
      accounts: 1,
      account_names: ['yuhang'],
      loses: [{ agent_id: 7, agent_name: 'Hangzhou Nuanyuan', accounts: 1 }],
      gains: [{ agent_id: 9, agent_name: 'Ningbo Nuanyuan', accounts: 0 }],
      updated_at: '2026-11-21T08:00:00.000Z',
    },
  },
  moveAgent: {
    method: 'POST',
    path: '/agent-management/agent-info/:id/move',
    kind: 'change',
    of: 'distributor',
    needs: 'agent:move',
    about: 'distributor',
    params: ById,
    body: z.object({ parent_id: RowId.nullable(), updated_at: Time }),
    result: z.object({ agent_id: RowId, moved_devices: z.number().int() }),
    fails: [
      'distributor_not_found',
      'own_distributor_fixed',
      'distributor_downgrade',
      'sub_distributor_forbidden',
      'parent_below_itself',
      'stale_edit',
      'outside_own_scope',
    ],
    says: 'Moves a distributor with all below it; everybody sees what is his from then on, without signing in again.',
    example: { agent_id: 12, moved_devices: 23 },
  },
  agentCoverage: {
    method: 'GET',
    path: '/agent-management/coverage',
    kind: 'read',
    of: 'distributor',
    needs: 'agent:view',
    about: 'unscoped',
    result: z.array(
      z.object({
        country: z.string(),
        /** GB/T 2260 in China; ISO 3166-2 elsewhere, empty where none is known. */
        region_code: z.string(),
        /** Whose seat is there, and their own devices. */
        seated: z.number().int(),
        devices: z.number().int(),
        /** Whose agency area names it. */
        agencies: z.number().int(),
      }),
    ),
    fails: [],
    says: 'Regions in which distributors of the scope sit or may sell; one of China that is not listed is a gap.',
    example: [{ country: 'CN', region_code: '330100', seated: 1, devices: 61, agencies: 1 }],
  },
  agentPerformance: {
    method: 'GET',
    path: '/agent-management/agent-info/:id/performance',
    kind: 'read',
    of: 'distributor',
    needs: 'agent:view',
    about: 'distributor',
    params: ById,
    /** Months begin by its clock. */
    query: z.object({ time_zone: z.string().max(64).refine(isTimeZone).default('UTC') }),
    result: z.object({
      device_count: z.number().int(),
      /** Distributors of the same level with devices, itself among them. */
      peers: z.number().int(),
      /** Of its devices, 0 to 1; null without devices. `not_worse_than`: share of the other peers, 0 to 1. */
      figures: z.object({
        online: z.object({ share: z.number().nullable(), not_worse_than: z.number().nullable() }),
        active: z.object({ share: z.number().nullable(), not_worse_than: z.number().nullable() }),
        alarm: z.object({ share: z.number().nullable(), not_worse_than: z.number().nullable() }),
      }),
      /** Null without `order:view`. */
      service: AgentService.nullable(),
    }),
    fails: ['distributor_not_found'],
    says: 'Shares of online, activated and alarmed devices, handling time and satisfaction with their last twelve months, beside the anonymous peers of the same level.',
    example: {
      device_count: 61,
      peers: 8,
      figures: {
        online: { share: 0.92, not_worse_than: 0.57 },
        active: { share: 0.98, not_worse_than: 0.71 },
        alarm: { share: 0.03, not_worse_than: 0.43 },
      },
      service: exampleService,
    },
  },
})
