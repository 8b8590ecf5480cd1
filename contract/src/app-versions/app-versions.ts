import { z } from 'zod'
import { APP_LANGUAGES, APP_PLATFORMS, ById } from '../app-users/app-users.ts'
import { COUNTRIES } from '../countries.ts'
import { endpoints } from '../endpoint.ts'
import { LIMITS } from '../limits.ts'
import { Paging, pageOf } from '../paging.ts'
import { RowId } from '../row-id.ts'
import { brokenAs, textOf } from '../text.ts'
import { APP_VERSION_STATES } from '../transitions.ts'
import { compareVersions, VersionNumber } from '../version-number.ts'

const Time = z.iso.datetime()

/** Kind of update: installed silently, offered, or required before the app can be used. */
export const UPDATE_TYPES = ['silent', 'optional', 'forced'] as const
export type UpdateType = (typeof UPDATE_TYPES)[number]

/** Who is offered a version: an installation on a channel is offered versions of that one and of the more stable ones before it. */
export const RELEASE_CHANNELS = ['stable', 'beta', 'internal'] as const
export type ReleaseChannel = (typeof RELEASE_CHANNELS)[number]

/** Platforms whose phones install a file: the others take apps from their store or messenger alone. */
export const PACKAGE_PLATFORMS: ReadonlySet<string> = new Set<(typeof APP_PLATFORMS)[number]>(['android', 'harmony'])

/** A file of a version: its name, bytes and SHA-256. */
export const AppPackage = z.object({
  file_name: z.string().trim().min(1).max(LIMITS.file_name_max),
  size: z.number().int().min(1).max(LIMITS.package_bytes_max),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})
export type AppPackage = z.infer<typeof AppPackage>

const Country = z.enum(COUNTRIES as [string, ...string[]])

/** A version that may be left out; empty = none. */
const OptionalVersion = z.union([z.literal(''), VersionNumber])
const Notes = textOf({ max: LIMITS.version_notes_max })
const Percent = z.number().int().min(1).max(100)

/** A page of a store: https, a plain host, nothing that could end an attribute; empty = none yet. */
const StoreUrl = textOf({ max: LIMITS.store_url_max }).refine(
  (url) => url === '' || /^https:\/\/[\w.-]+(?::\d{1,5})?(?:[/?#][^\s<>"']*)?$/i.test(url),
  brokenAs('store_url_wrong'),
)

const fields = {
  app_id: RowId,
  platform: z.enum(APP_PLATFORMS),
  version: VersionNumber,
  /** The build number: distinguishes two files of one version in a store. */
  build: z.number().int().min(1).max(2_147_483_647),
  /** The oldest system it runs on; empty = any. */
  min_os: OptionalVersion.default(''),
  update_type: z.enum(UPDATE_TYPES).default('optional'),
  /** Older installations must update, whatever the type; empty = none. */
  minimum_version: OptionalVersion.default(''),
  /** Percentage of the installations that are offered it. */
  staged_percent: Percent.default(100),
  notes: z.object({ en: Notes, zh: Notes, pl: Notes }).default({ en: '', zh: '', pl: '' }),
  store_url: StoreUrl.default(''),
  channel: z.enum(RELEASE_CHANNELS).default('stable'),
  /** Countries (ISO 3166-1 alpha-2) to whose phones it is offered; empty = all. */
  countries: z.array(Country).max(LIMITS.version_countries_max).default([]),
}

/** What staff enter of a version (product 3.34). */
export const AppVersionDraft = z.object(fields).refine(
  // A rule of the whole draft runs beside a field that is missing or wrong, too.
  ({ minimum_version, version }) =>
    !VersionNumber.safeParse(minimum_version).success ||
    !VersionNumber.safeParse(version).success ||
    compareVersions(minimum_version, version) <= 0,
  brokenAs('minimum_above_version', 'minimum_version'),
)
export type AppVersionDraft = z.infer<typeof AppVersionDraft>

/** A version of an app for one platform. */
export const AppVersion = z.object({
  version_id: RowId,
  ...fields,
  app_name: z.string(),
  status: z.enum(APP_VERSION_STATES),
  /** The uploaded file; null = none. */
  package: AppPackage.nullable(),
  /** How often phones began to fetch it. */
  downloads: z.number().int(),
  /** People in scope who signed in with it last. */
  installs: z.number().int(),
  /** When it is released by itself; null = not planned. */
  scheduled_time: Time.nullable(),
  /** Who released it; before that, who entered it. Empty = an account that is gone. */
  publisher: z.string(),
  create_time: Time,
  /** When it was first released; null = never. */
  release_time: Time.nullable(),
  update_time: Time,
})
export type AppVersion = z.infer<typeof AppVersion>

/** Filters of the list; whatever is left out does not filter. */
export const AppVersionFilter = z.object({
  version_id: RowId.optional(),
  app_id: RowId.optional(),
  platform: z.enum(APP_PLATFORMS).optional(),
  status: z.enum(APP_VERSION_STATES).optional(),
  update_type: z.enum(UPDATE_TYPES).optional(),
  channel: z.enum(RELEASE_CHANNELS).optional(),
  /** Versions offered to phones in this country. */
  country: Country.optional(),
  /** By the time it was released, or entered while it is a draft. */
  from: Time.optional(),
  to: Time.optional(),
})
export type AppVersionFilter = z.infer<typeof AppVersionFilter>

/** Columns of the list as a file. */
export const APP_VERSION_EXPORT_COLUMNS = [
  'app_name',
  'platform',
  'version',
  'build',
  'status',
  'update_type',
  'staged_percent',
  'min_os',
  'minimum_version',
  'notes_en',
  'notes_zh',
  'notes_pl',
  'store_url',
  'channel',
  'countries',
  'package_name',
  'package_size',
  'package_sha256',
  'downloads',
  'installs',
  'publisher',
  'create_time',
  'scheduled_time',
  'release_time',
] as const

/** How many people signed in last with a version; empty version = their app did not say. */
export const VersionShare = z.object({ platform: z.string(), version: z.string(), users: z.number().int() })
export type VersionShare = z.infer<typeof VersionShare>

/** An example that matches the schema, for the API page. */
export const exampleVersion: AppVersion = {
  version_id: 3,
  app_id: 1,
  app_name: 'Heatfleet Home',
  platform: 'android',
  version: '2.4.1',
  build: 2410,
  min_os: '9.0',
  update_type: 'optional',
  minimum_version: '2.2.0',
  staged_percent: 25,
  notes: { en: 'Quieter night mode.', zh: '夜间更安静。', pl: 'Cichszy tryb nocny.' },
  store_url: 'https://example.com/store/heatfleet-home',
  channel: 'stable',
  countries: [],
  package: null,
  downloads: 0,
  installs: 96,
  scheduled_time: null,
  status: 'released',
  publisher: 'admin',
  create_time: '2026-11-02T10:00:00.000Z',
  release_time: '2026-11-03T08:00:00.000Z',
  update_time: '2026-11-03T08:00:00.000Z',
}

/** Refusals of what only some states allow. */
export const moved = ['app_version_not_found', 'app_version_state'] as const

/** Versions of the apps for end users (spec 2: appManage; product 3.34). */
export const appVersions = endpoints({
  appVersionList: {
    method: 'POST',
    path: '/app-version/version-list',
    kind: 'read',
    of: 'app-version',
    needs: 'appversion:view',
    about: 'unscoped',
    query: Paging,
    body: AppVersionFilter.default({}),
    result: pageOf(AppVersion),
    fails: [],
    says: 'Versions of the apps, the highest of each app and platform first.',
    example: { list: [exampleVersion], total: 1, pageNo: 1, size: 999 },
  },
  appVersionShares: {
    method: 'GET',
    path: '/app-version/:id/shares',
    kind: 'read',
    of: 'app-version',
    needs: 'appversion:view',
    about: { sum: 'app_user', field: 'users' },
    params: ById,
    result: z.object({
      /** Everybody in scope who ever signed in to the app. */
      users: z.number().int(),
      /** Most people first. */
      shares: z.array(VersionShare),
      /** People with versions beyond those listed. */
      others: z.number().int(),
    }),
    fails: ['app_not_found'],
    says: 'With which versions of an app (its id) the people in scope signed in last.',
    example: { users: 128, shares: [{ platform: 'android', version: '2.4.1', users: 96 }], others: 32 },
  },
  createAppVersion: {
    method: 'POST',
    path: '/app-version/version-info',
    kind: 'change',
    of: 'app-version',
    needs: 'appversion:edit',
    about: 'unscoped',
    body: AppVersionDraft,
    result: AppVersion,
    fails: ['app_not_found', 'version_not_higher', 'minimum_above_version', 'store_url_wrong'],
    says: 'Enters a version as a draft; it must be higher than all released ones of its app and platform.',
    example: { ...exampleVersion, status: 'draft', release_time: null },
  },
  editAppVersion: {
    method: 'PUT',
    path: '/app-version/:id/version-info',
    kind: 'change',
    of: 'app-version',
    needs: 'appversion:edit',
    about: 'unscoped',
    params: ById,
    body: AppVersionDraft,
    result: AppVersion,
    fails: ['app_not_found', 'version_not_higher', 'minimum_above_version', 'store_url_wrong', ...moved],
    says: 'Changes a draft; what was released stays as it is.',
    example: { ...exampleVersion, status: 'draft', release_time: null },
  },
  deleteAppVersion: {
    method: 'DELETE',
    path: '/app-version/:id/version-info',
    kind: 'change',
    of: 'app-version',
    needs: 'appversion:edit',
    about: 'unscoped',
    params: ById,
    result: z.null(),
    fails: [...moved],
    says: 'Throws a draft away.',
    example: null,
  },
  releaseAppVersion: {
    method: 'POST',
    path: '/app-version/:id/release',
    kind: 'change',
    of: 'app-version',
    needs: 'appversion:release',
    about: 'unscoped',
    params: ById,
    /** Of a forced update, the version once more, as typed. */
    body: z.object({ confirm_version: z.string().trim().max(40).default('') }).default({ confirm_version: '' }),
    result: AppVersion,
    fails: [...moved, 'version_not_higher', 'confirmation_mismatch', 'version_without_file'],
    says: 'Tells the apps of a draft or scheduled version, or again of a paused one. Forced updates need the version typed.',
    example: exampleVersion,
  },
  stageAppVersion: {
    method: 'POST',
    path: '/app-version/:id/stage',
    kind: 'change',
    of: 'app-version',
    needs: 'appversion:release',
    about: 'unscoped',
    params: ById,
    body: z.object({ staged_percent: Percent }),
    result: AppVersion,
    fails: [...moved, 'staged_not_higher'],
    says: 'Tells more of the installations of a released version; never fewer.',
    example: { ...exampleVersion, staged_percent: 50 },
  },
  pauseAppVersion: {
    method: 'POST',
    path: '/app-version/:id/pause',
    kind: 'change',
    of: 'app-version',
    needs: 'appversion:release',
    about: 'unscoped',
    params: ById,
    result: AppVersion,
    fails: [...moved],
    says: 'Tells nobody else of a released version for now.',
    example: { ...exampleVersion, status: 'paused' },
  },
  withdrawAppVersion: {
    method: 'POST',
    path: '/app-version/:id/withdraw',
    kind: 'change',
    of: 'app-version',
    needs: 'appversion:release',
    about: 'unscoped',
    params: ById,
    result: AppVersion,
    fails: [...moved],
    says: 'Takes a version back for good: no app is told of it any more.',
    example: { ...exampleVersion, status: 'withdrawn' },
  },
})

/** Update check of an app, before log-in. */
export const appLatestVersion = endpoints({
  appLatestVersion: {
    method: 'GET',
    path: '/app/latest-version',
    kind: 'read',
    of: 'app-version',
    needs: 'app',
    query: z.object({
      platform: z.enum(APP_PLATFORMS),
      /** The one that is installed. */
      version: VersionNumber,
      /** Any name of this installation that stays: it decides whether a staged version is for it. */
      installation: z.string().trim().min(1).max(64),
      /** Of the phone; what needs a newer one is not offered. */
      os_version: OptionalVersion.default(''),
      language: z.enum(APP_LANGUAGES).default(''),
      /** Which versions the installation takes part in. */
      channel: z.enum(RELEASE_CHANNELS).default('stable'),
      /** Country of the phone; left out = only versions for all countries are offered. */
      country: Country.optional(),
    }),
    result: z.object({
      update: z.enum(['none', ...UPDATE_TYPES]),
      /** The version to go to; null = none. */
      latest: z
        .object({
          version: z.string(),
          build: z.number().int(),
          /** In the requested language; English as the fallback. */
          notes: z.string(),
          store_url: z.string(),
          /** The file where there is one: fetched without headers until the link ends, whole or by range; its SHA-256 is checked before it is installed. */
          package: AppPackage.extend({ url: z.string(), expires_time: Time }).nullable(),
          release_time: Time,
        })
        .nullable(),
    }),
    fails: [],
    says: 'Whether there is a newer version for this installation, and whether it may wait.',
    example: {
      update: 'optional',
      latest: {
        version: '2.4.1',
        build: 2410,
        notes: 'Quieter night mode.',
        store_url: 'https://example.com/store/heatfleet-home',
        package: null,
        release_time: '2026-11-03T08:00:00.000Z',
      },
    },
  },
})
