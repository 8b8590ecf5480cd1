import { DATA_TOKEN_PREFIX } from '@heatfleet/contract/owner-data/app-owner-data.ts'
import type { AppContext } from '../../app-context.ts'
import type { DataRecipient } from '../../caller.ts'
import { hashToken } from '../session/public.ts'
import { findGrantOfToken } from './store.ts'

export { eraseGrantTexts } from './store-grants.ts'

/** A token has 47 characters; a longer text is not worth hashing. */
const TOKEN_MAX = 256

/** The third party of a token; null when it is unknown, revoked or expired, or when the person who gave it left the unit. */
export const findDataRecipient = async (
  { database: { db }, clock }: Pick<AppContext, 'database' | 'clock'>,
  token: string,
): Promise<DataRecipient | null> => {
  if (!token.startsWith(DATA_TOKEN_PREFIX) || token.length > TOKEN_MAX) return null
  const grant = await findGrantOfToken(db, hashToken(token), new Date(clock.now()))
  return grant === null ? null : { kind: 'data-recipient', ...grant }
}
