import { CHINA } from '@heatfleet/contract/countries.ts'
import { NewDistributor } from '@heatfleet/contract/distributors/distributors.ts'
import type { CreateDeps } from '../features/accounts/public.ts'
import { type Created, createDistributor } from '../features/distributors/public.ts'
import type { PlannedDistributor } from './plan.ts'

/** Makes the tree as people would; the order of the plan puts every parent before those below it. */
export const createDistributors = async (
  deps: CreateDeps,
  planned: readonly PlannedDistributor[],
): Promise<Created[]> => {
  const made: Created[] = []
  for (const [at, { place, country, level, parent }] of planned.entries()) {
    const { agent_name, region_code, address } = place
    const draft = NewDistributor.parse({
      agent_name,
      agent_level: level,
      parent_id: parent === null ? null : made[parent]?.agent_id,
      country,
      region_code,
      region_text: country === CHINA ? '' : townOf(address),
      address,
      email: `office-${at + 1}@example.com`,
    })
    made.push(await createDistributor(deps, 'system', draft))
  }
  return made
}

/** `ul. Lwowska 30, 33-100 Tarnów` -> `Tarnów`: what stands after the postal code, or all of it. */
const townOf = (address: string): string => address.replace(/^.*\d{2}-?\d{3} /, '')
