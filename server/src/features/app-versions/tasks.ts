import { rm } from 'node:fs/promises'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { AppContext } from '../../app-context.ts'
import type { WriteAudit } from '../../handler.ts'
import type { Tasks } from '../../platform/jobs.ts'
import { findAccountByUid } from '../session/public.ts'
import { packageUploadPath } from './package-files.ts'
import { deleteOldUploads, releaseDue } from './store-packages.ts'

type Deps = Pick<AppContext, 'database' | 'clock' | 'firmware_folder'> & { writeAudit: WriteAudit }

/** Releases versions whose time has come; each is an entry of the audit log in the name of who planned it. */
export const releaseDueVersions = async ({ database: { db }, clock, writeAudit }: Deps): Promise<number> => {
  const at = new Date(clock.now())
  const released = await releaseDue(db, at)
  for (const { version_id, platform, version, released_by: uid } of released) {
    const account = uid === null ? undefined : await findAccountByUid(db, uid)
    await writeAudit({
      at,
      uid,
      user_name: account?.user_name ?? '',
      address: '',
      action: 'releaseAppVersion',
      object: `app-version ${version_id}`,
      detail: { platform, version, before: { status: 'scheduled' }, after: { status: 'released' } },
      result: 'ok',
      request_id: '',
      method: '',
      user_agent: '',
    })
  }
  return released.length
}

/** Background work on versions of the apps. */
export const appVersionTasks = (deps: Deps) =>
  ({
    'release-app-versions': {
      crontab: '* * * * *',
      run: async () => {
        await releaseDueVersions(deps)
      },
    },
    'expire-app-packages': {
      crontab: '29 * * * *',
      run: async () => {
        const before = new Date(deps.clock.now() - LIMITS.package_upload_ms)
        for (const version_id of await deleteOldUploads(deps.database.db, before))
          await rm(packageUploadPath(deps.firmware_folder, version_id), { force: true })
      },
    },
  }) satisfies Tasks
