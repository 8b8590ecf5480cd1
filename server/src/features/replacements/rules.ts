import type { ReplacementProblem } from '@heatfleet/contract/replacements/replacements.ts'
import type { SideRow } from './store.ts'

type Side = Pick<
  SideRow,
  'device_id' | 'product_key' | 'agent_path' | 'replaced_at' | 'bound' | 'virtual' | 'online_status'
>

/** Why the new module cannot take the place of the old one; the order of the contract. */
export const problemsOf = (old: Side, fresh: Side): ReplacementProblem[] => {
  if (old.device_id === fresh.device_id) return ['same_device']
  const problems: [ReplacementProblem, boolean][] = [
    ['other_product', old.product_key !== fresh.product_key],
    ['virtual_unit', old.virtual || fresh.virtual],
    ['old_replaced', old.replaced_at !== null],
    ['new_replaced', fresh.replaced_at !== null],
    ['new_bound', fresh.bound > 0],
    // With the unit's distributor, or in stock of one above it; '/' is the manufacturer's.
    ['new_elsewhere', !old.agent_path.startsWith(fresh.agent_path)],
    ['new_online', fresh.online_status === 'online'],
  ]
  return problems.flatMap(([problem, applies]) => (applies ? [problem] : []))
}

/** What still refuses when the caller says whether the new module is mounted on this unit already. */
export const refusalsOf = (problems: readonly ReplacementProblem[], mounted: boolean): ReplacementProblem[] =>
  problems.filter((problem) => !(mounted && problem === 'new_online'))
