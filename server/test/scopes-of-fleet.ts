import { EVERYTHING, type Scope, subtreeOf } from '../src/platform/scope.ts'
import type { SmallFleet } from './small-fleet.ts'

/** A scope of each kind over the small fleet, by what it is. */
export const scopesOf = (fleet: SmallFleet): Record<string, Scope> => {
  const { A, A1, A11, A2 } = fleet.distributors
  const group = { group_id: 1, agent_paths: [], region_prefixes: [], product_keys: [], device_ids: [] }
  return {
    everything: EVERYTHING,
    'a province': subtreeOf(A.agent_path),
    'a county': subtreeOf(A11.agent_path),
    'a distributor alone': { ...subtreeOf(A1.agent_path), own_agent: true },
    'what admin imported': { ...EVERYTHING, own_records: { uid: 1, user_name: 'admin', agent_path: '/' } },
    'a group of a city and a county, which may be its own': {
      ...EVERYTHING,
      group: { ...group, agent_paths: [A1.agent_path, A11.agent_path], product_keys: [fleet.product_key] },
    },
    'a group that reaches beyond the distributor': {
      ...subtreeOf(A1.agent_path),
      group: { ...group, agent_paths: [A.agent_path] },
    },
    'a group of a product nobody has': { ...EVERYTHING, group: { ...group, product_keys: ['none'] } },
    'a group of nothing': { ...EVERYTHING, group },
    'a group with a device of its own': {
      ...EVERYTHING,
      group: { ...group, agent_paths: [A2.agent_path], device_ids: [fleet.devices[0]?.device_id ?? 0] },
    },
  }
}
