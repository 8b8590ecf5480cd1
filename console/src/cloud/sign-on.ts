import { api } from '@heatfleet/contract/api.ts'
import { z } from 'zod'
import { call } from './call.ts'

/** Session storage: the attempt this tab began at the provider; another tab's answer does not fit it. */
const KEY = 'signOnAttempt'
const Begun = z.object({
  attempt: z.string(),
  /** Links a person to the signed-in account; else a sign-in. */
  links: z.boolean(),
  /** Name of the provider. */
  name: z.string(),
  /** Path of the console to go on at. */
  back: z.string(),
})
export type BegunSignOn = z.infer<typeof Begun>

/** Goes to the provider's page; `back` is where the console goes on afterwards. */
export const leaveForSignOn = async (begun: Omit<BegunSignOn, 'attempt'>): Promise<void> => {
  const { address, attempt } = await call(begun.links ? api.startIdentityLink : api.startSignOn)
  sessionStorage.setItem(KEY, JSON.stringify({ ...begun, attempt } satisfies BegunSignOn))
  location.assign(address)
}

/** The attempt this tab began, once; null when it began none. */
export const takeSignOn = (): BegunSignOn | null => {
  const text = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  if (text === null) return null
  try {
    return Begun.safeParse(JSON.parse(text)).data ?? null
  } catch {
    // Not JSON: none was begun.
    return null
  }
}
