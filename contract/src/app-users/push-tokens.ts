import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { LIMITS } from '../limits.ts'
import { RowId, RowIdText } from '../row-id.ts'
import { type APP_PLATFORMS, ById } from './app-users.ts'

const Time = z.iso.datetime()

/** Where push messages of the phone's system reach an app; a mini program within a messenger has none. */
export const PUSH_PLATFORMS = ['ios', 'android', 'harmony'] as const satisfies readonly (typeof APP_PLATFORMS)[number][]

/** What the push service of a phone knows an installation by: printable, without blanks. */
const PushToken = z
  .string()
  .min(LIMITS.push_token_min)
  .max(LIMITS.push_token_max)
  .regex(/^[\x21-\x7e]+$/)

/** A phone that receives push messages; the whole token is never returned. */
export const AppUserPushToken = z.object({
  push_token_id: RowId,
  platform: z.enum(PUSH_PLATFORMS),
  phone_model: z.string(),
  app_version: z.string(),
  /** Beginning and end of it. */
  token_hint: z.string(),
  register_time: Time,
  /** When its session was last used. */
  last_seen_time: Time,
})
export type AppUserPushToken = z.infer<typeof AppUserPushToken>

const ByToken = ById.extend({ token_id: RowIdText })

/** Push tokens as staff see them (product 3.21). */
export const appUserPushTokens = endpoints({
  appUserPushTokens: {
    method: 'GET',
    path: '/user-manage/:id/push-tokens',
    kind: 'read',
    of: 'app-user',
    needs: 'appuser:view',
    about: 'app_user',
    params: ById,
    result: z.array(AppUserPushToken),
    fails: ['app_user_not_found'],
    says: 'The phones of an app user that push messages may reach, the one last used first; tokens shortened.',
    example: [
      {
        push_token_id: 5,
        platform: 'android',
        phone_model: 'Pixel 9',
        app_version: '2.4.1',
        token_hint: 'fK3x…9Qa0',
        register_time: '2026-11-18T06:12:00.000Z',
        last_seen_time: '2026-11-20T19:40:00.000Z',
      },
    ],
  },
  withdrawPushToken: {
    method: 'DELETE',
    path: '/user-manage/:id/push-tokens/:token_id',
    kind: 'change',
    of: 'app-user',
    needs: 'appuser:edit',
    about: 'app_user',
    params: ByToken,
    result: z.null(),
    fails: ['app_user_not_found', 'not_found'],
    says: 'Forgets a push token; the phone stays signed in and may register again.',
    example: null,
  },
})

/** The same for the app: one token for the session it comes with, gone with it. */
export const appPushTokens = endpoints({
  appRegisterPushToken: {
    method: 'PUT',
    path: '/app/push-token',
    kind: 'change',
    of: 'app-user',
    needs: 'app-user',
    body: z.object({ platform: z.enum(PUSH_PLATFORMS), push_token: PushToken }),
    result: z.null(),
    fails: [],
    says: 'Registers the push token of the signed-in phone in place of an older one; whoever had the same token before has it no more.',
    example: null,
  },
  appWithdrawPushToken: {
    method: 'DELETE',
    path: '/app/push-token',
    kind: 'change',
    of: 'app-user',
    needs: 'app-user',
    result: z.null(),
    fails: [],
    says: 'Forgets the push token of the signed-in phone.',
    example: null,
  },
})
