import type { BatchRequest } from '@heatfleet/contract/batches/batches.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { Caller } from '../../caller.ts'
import { type BatchNoun, BULK_ACTIONS } from './bulk-actions.ts'

/** One object as a batch lists it; the name is empty for what the caller does not see. */
export type BatchObject = { id: number; name: string }
type FilterOf<Noun extends BatchNoun> = {
  account: Extract<BatchRequest, { action: 'account-disable' }>
  agent: Extract<BatchRequest, { action: 'agent-disable' }>
  alarm: Extract<BatchRequest, { action: 'alarm-close' }>
  'app-user': Extract<BatchRequest, { action: 'app-user-disable' }>
  iccid: Extract<BatchRequest, { action: 'iccid-stop' }>
  device: Extract<BatchRequest, { action: 'device-tag' }>
  binding: Extract<BatchRequest, { action: 'binding-unbind' }>
}[Noun]['which'] extends infer Which
  ? Which extends { filter: infer Filter }
    ? Filter
    : never
  : never

/** How the objects of one kind are found within the caller's scope. */
export type BatchObjects<Noun extends BatchNoun> = {
  listNames: (caller: Caller, ids: readonly number[]) => Promise<ReadonlyMap<number, string>>
  listMatching: (caller: Caller, filter: FilterOf<Noun>, limit: number) => Promise<BatchObject[]>
}
/** One for each kind of object: a missing one does not compile. */
export type BatchSources = { readonly [Noun in BatchNoun]: BatchObjects<Noun> }

/** What a batch is to be done to, as it is now. Refuses with `batch_empty` and `batch_too_large`. */
export const findObjects = async (
  sources: BatchSources,
  caller: Caller,
  { action, which }: BatchRequest,
): Promise<BatchObject[]> => {
  // The contract's union pairs an action with its filter; the table is indexed by the action's noun.
  const source = sources[BULK_ACTIONS[action].noun] as BatchObjects<BatchNoun>
  if (which.by === 'ids') {
    const names = await source.listNames(caller, which.ids)
    return [...new Set(which.ids)].map((id) => ({ id, name: names.get(id) ?? '' }))
  }
  const max = LIMITS.batch_objects_max
  const matching = await source.listMatching(caller, which.filter as never, max + which.except.length + 1) // see above
  const objects = matching.filter(({ id }) => !which.except.includes(id))
  if (objects.length === 0) throw new Refusal('batch_empty')
  if (objects.length > max) throw new Refusal('batch_too_large', { details: { max } })
  return objects
}
