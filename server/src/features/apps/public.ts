import type { AppContext } from '../../app-context.ts'
import type { AppCaller } from '../../caller.ts'
import { isAppSecret } from './keys.ts'
import { findApplication } from './store.ts'

export { hashAppSecret } from './keys.ts'
export { insertApplication } from './store.ts'

/** A key is short; a longer text is not worth a query. */
const KEY_MAX = 64

/**
 * The calling app by its key, and its secret where required (`secret` not null). Null when it does not exist, is
 * disabled or the secret is wrong.
 */
export const findAppCaller = async (
  { database }: Pick<AppContext, 'database'>,
  app_key: string,
  secret: string | null,
): Promise<AppCaller | null> => {
  if (app_key === '' || app_key.length > KEY_MAX) return null
  const app = await findApplication(database.db, app_key)
  if (app === null || app.disabled) return null
  if (secret !== null && !isAppSecret(app.secret_hash, secret)) return null
  return { kind: 'app', app_id: app.app_id, app_name: app.app_name }
}
