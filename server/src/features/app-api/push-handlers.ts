import { createHash } from 'node:crypto'
import { Refusal } from '@heatfleet/contract/errors.ts'
import type { AppContext } from '../../app-context.ts'
import type { Handlers } from '../../handler.ts'
import { seal } from '../../platform/seal.ts'
import { deletePushTokenOf, savePushToken } from '../app-users/public.ts'

/** Visible characters at either end of a masked token. */
const SHOWN = 4

/** Push tokens of signed-in phones. A token is only stored encrypted and never returned. */
export const appPushHandlers = ({
  database: { db },
  clock,
  secret_key,
}: Pick<AppContext, 'database' | 'clock' | 'secret_key'>) =>
  ({
    appRegisterPushToken: async ({ body: { platform, push_token } }, { caller, note }) => {
      const { app_user_id, app_id, session_hash } = caller
      note({ object: `app-user ${app_user_id}`, detail: { platform } })
      const kept = await savePushToken(db, {
        session_hash,
        app_user_id,
        app_id,
        platform,
        token_hash: createHash('sha256').update(push_token).digest(),
        token_sealed: seal(secret_key, Buffer.from(push_token)),
        token_hint: `${push_token.slice(0, SHOWN)}…${push_token.slice(-SHOWN)}`,
        registered_at: new Date(clock.now()),
      })
      if (!kept) throw new Refusal('invalid_token')
      return null
    },

    appWithdrawPushToken: async (_, { caller, note }) => {
      note({ object: `app-user ${caller.app_user_id}` })
      await deletePushTokenOf(db, caller.session_hash)
      return null
    },
  }) satisfies Pick<Handlers, 'appRegisterPushToken' | 'appWithdrawPushToken'>
