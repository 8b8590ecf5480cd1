import { api } from '@heatfleet/contract/api.ts'
import type { DeviceFilter } from '@heatfleet/contract/devices/devices.ts'
import type { Endpoint } from '@heatfleet/contract/endpoint.ts'
import type { Fleet, Reach } from './fleet-generator.ts'

/** One question that is measured: who asks what. */
export type Case = {
  name: string
  reach: Reach
  endpoint: Endpoint
  query: { size?: number; pageNo?: number }
  body?: Partial<DeviceFilter>
  /** Rows of the answer's page: it is refused when it holds another number. Null = whatever is there. */
  rows: number | null
  /** Calls at a time, where it is not as many as are asked for: what takes seconds would only wait for itself. */
  at_a_time?: number
  /** Targets of W5 this case has to meet. */
  targets: readonly ('p99' | 'share_of_peer')[]
}

const PAGE = 20
const LONG_PAGE = 999
const BOTH = ['p99', 'share_of_peer'] as const

/** The questions of W5. `totals` = devices each reach sees, for the last page. */
export const casesOf = (fleet: Fleet, totals: Record<Reach, number>): Case[] => {
  const list = (name: string, reach: Reach, ask: Partial<Omit<Case, 'name' | 'reach'>> = {}): Case => ({
    name,
    reach,
    endpoint: api.deviceList,
    query: { size: PAGE },
    rows: null,
    targets: BOTH,
    ...ask,
  })
  const pageAt = (reach: Reach, share: number): Case['query'] => ({
    size: PAGE,
    pageNo: Math.max(1, Math.ceil((totals[reach] * share) / PAGE)),
  })
  const { county, city, province } = fleet.agent_ids
  return [
    list('page 1', 'administrator', { rows: PAGE }),
    list('page 1', 'province'),
    list('page 1', 'young_province'),
    list('page 1', 'city'),
    list('page 1', 'county'),
    list('page 1', 'group', { targets: ['p99'] }),
    list('last page', 'administrator', { query: pageAt('administrator', 1) }),
    list('last page', 'county', { query: pageAt('county', 1) }),
    list('middle page', 'administrator', { query: pageAt('administrator', 0.5) }),
    list('999 rows', 'administrator', {
      query: { size: LONG_PAGE },
      rows: Math.min(LONG_PAGE, fleet.devices),
      targets: ['share_of_peer'],
    }),
    list('999 rows', 'province', { query: { size: LONG_PAGE }, targets: ['share_of_peer'] }),
    list('one product', 'administrator', { body: { product_key: fleet.products[1] } }),
    list('online', 'administrator', { body: { online_status: 'online' } }),
    list('in alarm', 'administrator', { body: { quick: 'alarm' } }),
    list('offline > 24 h', 'administrator', { body: { quick: 'offline_24h' } }),
    list('subtree of a province', 'administrator', { body: { agent_id: province } }),
    list('subtree of a city', 'administrator', { body: { agent_id: city } }),
    list('subtree of a county', 'administrator', { body: { agent_id: county } }),
    list('search by name', 'administrator', {
      body: { search: String(Math.floor(fleet.devices * 0.74)) },
    }),
    list('search by id', 'administrator', { body: { search: '8634000000014' } }),
    list('by last report', 'administrator', {
      body: { sort_by: 'last_report_time', sort_order: 'desc' },
      at_a_time: 1,
      targets: ['share_of_peer'],
    }),
    // The built-in county role does not look at distributors but in pickers.
    ...(['administrator', 'province'] as const).flatMap((reach) => [
      whole('agent-tree, 500', reach, api.agentTree, { size: 500, pageNo: 1 }, ['share_of_peer']),
      whole('agent-list', reach, api.agentList, { size: PAGE, pageNo: 1 }),
    ]),
    ...(['administrator', 'county'] as const).flatMap((reach) => [
      whole('list-menu-agent', reach, api.menuAgents),
      whole('list-menu-product', reach, api.menuProducts),
    ]),
  ]
}

/** Only what W5 names is judged: a picker takes as long as the call around it, whatever the database does. */
const whole = (
  name: string,
  reach: Reach,
  endpoint: Endpoint,
  query: Case['query'] = {},
  targets: Case['targets'] = [],
): Case => ({
  name,
  reach,
  endpoint,
  query,
  rows: null,
  targets,
})
