import type { AppContext } from '../../app-context.ts'
import type { AppCaller } from '../../caller.ts'
import { isAppSecret } from './keys.ts'
import { findApplication } from './store.ts'

export { hashAppSecret } from './keys.ts'
export { insertApplication, listApplicationNames } from './store.ts'

/** A real key is short; nothing longer is worth a query. */
const KEY_MAX = 64

/**
 * The app a call comes from: by its key, and by its secret where one is asked for (`secret` not null). Null when there
 * is none, when it is disabled or when the secret is another.
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
