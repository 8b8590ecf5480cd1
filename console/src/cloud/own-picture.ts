import { api } from '@heatfleet/contract/api.ts'
import { useRead } from './call.ts'
import { useSession } from './session.ts'

/** Only its owner changes it, and is shown it at once where he does. */
const FRESH_MS = 3_600_000

/** The picture of who is signed in; null = none, or not known yet. */
export const useOwnPicture = (): string | null => {
  const enabled = useSession(({ user }) => user !== null)
  return useRead(api.ownPicture, undefined, { enabled, staleTime: FRESH_MS }).data?.picture ?? null
}
