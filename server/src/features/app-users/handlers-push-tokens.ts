import { Refusal } from '@heatfleet/contract/errors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { AppContext } from '../../app-context.ts'
import type { Handlers } from '../../handler.ts'
import { scopesOf } from './scopes-of.ts'
import { findAppUser } from './store-list.ts'
import { deletePushToken, listPushTokens } from './store-push-tokens.ts'

type Deps = Pick<AppContext, 'database' | 'clock'>

/** Push tokens of app users for staff. */
export const appUserPushTokenHandlers = ({ database: { db }, clock }: Deps) =>
  ({
    appUserPushTokens: async ({ params }, { caller }) => {
      if ((await findAppUser(db, scopesOf(caller), params.id)) === null) throw new Refusal('app_user_not_found')
      const rows = await listPushTokens(db, caller.scopes.appuser, params.id)
      const now_ms = clock.now()
      // Push messages do not reach an expired session.
      const live = rows.filter(
        ({ created_at, last_seen_at }) =>
          now_ms < last_seen_at.getTime() + LIMITS.app_session_idle_ms &&
          now_ms < created_at.getTime() + LIMITS.app_session_absolute_ms,
      )
      return live.map(
        ({ push_token_id, platform, phone_model, app_version, token_hint, registered_at, last_seen_at }) => ({
          push_token_id,
          platform,
          phone_model,
          app_version,
          token_hint,
          register_time: registered_at.toISOString(),
          last_seen_time: last_seen_at.toISOString(),
        }),
      )
    },

    withdrawPushToken: async ({ params: { id, token_id } }, { caller, note }) => {
      note({ object: `app-user ${id}`, detail: { push_token_id: token_id } })
      if ((await findAppUser(db, scopesOf(caller), id)) === null) throw new Refusal('app_user_not_found')
      const which = { app_user_id: id, push_token_id: token_id }
      const platform = await deletePushToken(db, caller.scopes.appuser, which)
      if (platform === null) throw new Refusal('not_found')
      note({ detail: { push_token_id: token_id, platform } })
      return null
    },
  }) satisfies Pick<Handlers, 'appUserPushTokens' | 'withdrawPushToken'>
