import type { AppContext } from '../../app-context.ts'
import type { Caller } from '../../caller.ts'
import { findCallerOfJobOwner } from '../session/public.ts'
import type { RolloutRow } from './store.ts'

/** Who proposed it, with the rights they have now and had then; null = the account or its token is gone. */
export const readProposer = async (
  deps: Pick<AppContext, 'database' | 'clock'>,
  { uid, api_token_id, origin }: RolloutRow,
): Promise<Caller | null> => {
  if (uid === null) return null
  const caller = await findCallerOfJobOwner(deps, { uid, api_token_id })
  if (caller === null) return null
  return { ...caller, permissions: new Set([...caller.permissions].filter((one) => origin.permissions.includes(one))) }
}
