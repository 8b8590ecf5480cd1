import { z } from 'zod'
import { APP_PLATFORMS, ById } from '../app-users/app-users.ts'
import { endpoints } from '../endpoint.ts'
import { LIMITS } from '../limits.ts'
import { Paging, pageOf } from '../paging.ts'
import { RowId } from '../row-id.ts'

const Time = z.iso.datetime()

/** What staff enter of an app (spec 3: app info; spec 5: app name required). */
export const ApplicationDraft = z.object({
  app_name: z.string().trim().min(1).max(LIMITS.app_name_max),
  english_name: z.string().trim().max(LIMITS.app_name_max).default(''),
  platforms: z
    .array(z.enum(APP_PLATFORMS))
    .max(APP_PLATFORMS.length)
    .refine((list) => new Set(list).size === list.length, { params: { rule: 'no_duplicates' } })
    .default([]),
  package_name: z.string().trim().max(100).default(''),
  enterprise: z.string().trim().max(100).default(''),
})
export type ApplicationDraft = z.infer<typeof ApplicationDraft>

/** An application for end users. `app_key` names it and is no secret. */
export const Application = z.object({
  app_id: RowId,
  ...ApplicationDraft.shape,
  app_key: z.string(),
  disabled: z.boolean(),
  /** Of each platform the highest version that is released now; none = nothing is. */
  current_versions: z.array(z.object({ platform: z.enum(APP_PLATFORMS), version: z.string() })),
  /** App users who signed up with it. */
  user_count: z.number().int(),
  create_time: Time,
  update_time: Time,
})
export type Application = z.infer<typeof Application>

export const APPLICATION_FILTERS = z.object({
  app_name: z.string().trim().max(100).optional(),
  platform: z.enum(APP_PLATFORMS).optional(),
  disabled: z.boolean().optional(),
})

export type ApplicationFilter = z.infer<typeof APPLICATION_FILTERS>

/** Columns of the list as a file; the newest released version stands apart for each platform. */
export const APPLICATION_EXPORT_COLUMNS = [
  'app_name',
  'english_name',
  'app_key',
  'platforms',
  'current_ios',
  'current_android',
  'current_harmony',
  'current_wechat',
  'package_name',
  'enterprise',
  'user_count',
  'status',
  'create_time',
] as const

const example: Application = {
  app_id: 1,
  app_name: 'Heatfleet Home',
  english_name: 'Heatfleet Home',
  platforms: ['ios', 'android'],
  package_name: 'com.example.heatfleet',
  enterprise: '',
  current_versions: [{ platform: 'android', version: '2.4.1' }],
  app_key: 'app_3kT9wQ',
  disabled: false,
  user_count: 128,
  create_time: '2026-09-02T10:00:00.000Z',
  update_time: '2026-09-02T10:00:00.000Z',
}
/** The secret in clear: returned only in this answer. */
const WithSecret = Application.extend({ app_secret: z.string() })

export const apps = endpoints({
  applicationList: {
    method: 'POST',
    path: '/application/application-list',
    kind: 'read',
    of: 'application',
    needs: 'app:view',
    about: 'unscoped',
    query: Paging,
    body: APPLICATION_FILTERS.default({}),
    result: pageOf(Application),
    fails: [],
    says: 'The apps for end users.',
    example: { list: [example], total: 1, pageNo: 1, size: 999 },
  },
  createApplication: {
    method: 'POST',
    path: '/application/application-info',
    kind: 'change',
    of: 'application',
    needs: 'app:edit',
    about: 'unscoped',
    body: ApplicationDraft,
    result: WithSecret,
    fails: ['app_name_taken'],
    says: 'Registers an app; key and secret are made here, the secret is told this once.',
    example: { ...example, app_secret: 'Zm9yIHRoZSBleGFtcGxlIG9ubHk' },
  },
  editApplication: {
    method: 'PUT',
    path: '/application/:id/application-info',
    kind: 'change',
    of: 'application',
    needs: 'app:edit',
    about: 'unscoped',
    params: ById,
    body: ApplicationDraft,
    result: Application,
    fails: ['app_not_found', 'app_name_taken'],
    says: 'Changes an app.',
    example,
  },
  disableApplication: {
    method: 'PUT',
    path: '/application/:id/status',
    kind: 'change',
    of: 'application',
    needs: 'app:edit',
    about: 'unscoped',
    params: ById,
    body: z.object({ disabled: z.boolean() }),
    result: Application,
    fails: ['app_not_found'],
    says: 'Shuts an app out: its key is refused from the next call on; or lets it in again.',
    example: { ...example, disabled: true },
  },
  rotateApplication: {
    method: 'POST',
    path: '/application/:id/rotate',
    kind: 'change',
    of: 'application',
    needs: 'app:secret',
    about: 'unscoped',
    params: ById,
    body: z.object({ what: z.enum(['key', 'secret']) }),
    result: WithSecret,
    fails: ['app_not_found'],
    says: 'Makes a new secret, or a new key with a new secret; the old one is refused at once.',
    example: { ...example, app_secret: 'Zm9yIHRoZSBleGFtcGxlIG9ubHk' },
  },
})
