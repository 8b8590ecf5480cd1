import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import type { SmallFleet } from './small-fleet.ts'

let made = 0

/** Makes a distributor that is right in everything but the given: a county below A1, with a name of its own. */
export const createAgent = async (call: Call, fleet: SmallFleet, change: object = {}): Promise<number> => {
  made += 1
  const draft = {
    agent_name: `County ${made}`,
    agent_level: 3 as const,
    parent_id: fleet.distributors.A1.agent_id,
    region_code: '330106',
    email: `county-${made}@example.com`,
  }
  return (await call(api.createAgent, { body: { ...draft, ...change } })).agent_id
}

/** What an edit that changes nothing sends. */
export const editOf = async (call: Call, id: number) => {
  const { agent_name, region_code, country, updated_at } = await call(api.agentInfo, { params: { id } })
  return { agent_name, region_code, country, updated_at }
}
