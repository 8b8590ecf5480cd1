import { api } from '@heatfleet/contract/api.ts'
import { useRead } from './call.ts'
import { useSession } from './session.ts'

/** Only the account itself changes its picture, and that invalidates the cache. */
const STALE_MS = 3_600_000

/** The picture of the signed-in account; null = none, or not loaded yet. */
export const useOwnPicture = (): string | null => {
  const enabled = useSession(({ user }) => user !== null)
  return useRead(api.ownPicture, undefined, { enabled, staleTime: STALE_MS }).data?.picture ?? null
}
