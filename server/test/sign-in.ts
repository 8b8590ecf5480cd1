import type { AppContext } from '../src/app-context.ts'
import type { Caller } from '../src/caller.ts'
import { createFindCaller } from '../src/features/session/public.ts'
import { insertSession } from '../src/features/session/store.ts'
import { hashToken, makeToken } from '../src/features/session/token.ts'

/** Opens a real session of an account without its password. */
export const signIn = async (
  context: Pick<AppContext, 'database' | 'clock'>,
  uid: number,
): Promise<{ uid: number; token: string; caller: Caller }> => {
  const token = makeToken()
  const at = new Date(context.clock.now())
  const session = { token_hash: hashToken(token), uid, at, address: '127.0.0.1', user_agent: 'test' }
  await insertSession(context.database.db, session)
  const caller = await createFindCaller(context)(token, '127.0.0.1')
  if (caller === null) throw new Error(`Account ${uid} cannot sign in.`)
  return { uid, token, caller }
}
