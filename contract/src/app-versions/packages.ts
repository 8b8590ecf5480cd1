import { z } from 'zod'
import { ById } from '../app-users/app-users.ts'
import { endpoints } from '../endpoint.ts'
import { LIMITS } from '../limits.ts'
import { AppPackage, AppVersion, exampleVersion, moved } from './app-versions.ts'

const Time = z.iso.datetime()
/** How far the upload of a package is; `received` bytes from the beginning are kept, and the next part begins there. */
const Upload = z.object({ received: z.number().int(), size: z.number().int() })
const sha256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'
const file: AppPackage = { file_name: 'home-2.4.1.apk', size: 41_943_040, sha256 }
const draft = { ...exampleVersion, status: 'draft', release_time: null } as const

/** The file of a version, and its release at a time (product 3.34). */
export const appPackages = endpoints({
  appPackageUpload: {
    method: 'POST',
    path: '/app-version/:id/package',
    kind: 'change',
    of: 'app-version',
    needs: 'appversion:edit',
    about: 'unscoped',
    params: ById,
    body: AppPackage,
    result: Upload,
    fails: [...moved, 'package_platform'],
    says: 'Begins the upload of the package of a draft, or goes on with that of the same file.',
    example: { received: 0, size: file.size },
  },
  appPackagePart: {
    method: 'POST',
    path: '/app-version/:id/package-part',
    kind: 'change',
    of: 'app-version',
    needs: 'appversion:edit',
    about: 'unscoped',
    params: ById,
    body: z.object({
      /** First byte of the part in the file: at most what was received. */
      offset: z.number().int().min(0).max(LIMITS.package_bytes_max),
      /** Its bytes in base64. */
      data: z.base64().min(1).max(LIMITS.package_part_body_bytes),
    }),
    body_bytes: LIMITS.package_part_body_bytes + 1_000,
    result: Upload,
    fails: ['app_version_not_found', 'file_upload_failed'],
    says: 'Takes one part of the file; a part may be sent again.',
    example: { received: LIMITS.package_part_bytes, size: file.size },
    sends: { body: { offset: 0, data: 'UEsDBBQ=' } },
  },
  appPackageFinish: {
    method: 'POST',
    path: '/app-version/:id/package-finish',
    kind: 'change',
    of: 'app-version',
    needs: 'appversion:edit',
    about: 'unscoped',
    params: ById,
    result: AppVersion,
    fails: [...moved, 'file_upload_failed', 'file_checksum_error', 'package_unreadable'],
    says: 'Compares the SHA-256 of what came with what was announced; the file is the package of the draft from then on.',
    example: { ...draft, package: file },
  },
  appPackageDelete: {
    method: 'DELETE',
    path: '/app-version/:id/package',
    kind: 'change',
    of: 'app-version',
    needs: 'appversion:edit',
    about: 'unscoped',
    params: ById,
    result: AppVersion,
    fails: [...moved],
    says: 'Takes the package of a draft away.',
    example: draft,
  },
  appPackageFile: {
    method: 'GET',
    path: '/app-version/:id/package',
    kind: 'read',
    of: 'app-version',
    needs: 'appversion:view',
    about: 'unscoped',
    params: ById,
    result: z.null(),
    gives: 'file',
    fails: ['app_version_not_found', 'not_found'],
    says: 'The package of a version.',
    example: null,
  },
  scheduleAppVersion: {
    method: 'POST',
    path: '/app-version/:id/schedule',
    kind: 'change',
    of: 'app-version',
    needs: 'appversion:release',
    about: 'unscoped',
    params: ById,
    body: z.object({
      release_time: Time,
      /** Of a forced update, the version once more, as typed. */
      confirm_version: z.string().trim().max(40).default(''),
    }),
    result: AppVersion,
    fails: [...moved, 'version_not_higher', 'confirmation_mismatch', 'version_without_file', 'schedule_time_wrong'],
    says: 'Plans the release of a draft; it is released within a minute after that time.',
    example: { ...draft, status: 'scheduled', scheduled_time: '2026-12-01T06:00:00.000Z' },
  },
  unscheduleAppVersion: {
    method: 'POST',
    path: '/app-version/:id/unschedule',
    kind: 'change',
    of: 'app-version',
    needs: 'appversion:release',
    about: 'unscoped',
    params: ById,
    result: AppVersion,
    fails: [...moved],
    says: 'Makes a draft again of a version that is planned.',
    example: draft,
  },
})
