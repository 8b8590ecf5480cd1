import { rm } from 'node:fs/promises'
import { type AppVersion, PACKAGE_PLATFORMS } from '@heatfleet/contract/app-versions/app-versions.ts'
import type { appPackages } from '@heatfleet/contract/app-versions/packages.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { AppContext } from '../../app-context.ts'
import type { Caller } from '../../caller.ts'
import type { Handlers } from '../../handler.ts'
import { sumsOf, writePart } from '../firmware/public.ts'
import { assertReleasable, changesOf, nameOf, readVersion } from './app-version.ts'
import { isPackage, keepPackage, packagePath, packageUploadPath } from './package-files.ts'
import { lockApp, moveVersion } from './store.ts'
import { deleteUpload, findUpload, openUpload, saveReceived, scheduleVersion, setPackage } from './store-packages.ts'

type Deps = Pick<AppContext, 'database' | 'clock' | 'firmware_folder'>

/** Packages of app versions, uploaded in parts that may be repeated, and releases at a time (product 3.34). */
export const appPackageHandlers = ({ database: { db }, clock, firmware_folder }: Deps) => {
  const now = () => new Date(clock.now())
  const read = ({ scopes }: Pick<Caller, 'scopes'>, version_id: number) => readVersion(db, scopes.appuser, version_id)
  const readDraft = async (caller: Caller, version_id: number): Promise<AppVersion> => {
    const version = await read(caller, version_id)
    if (version.status !== 'draft') throw new Refusal('app_version_state')
    return version
  }

  return {
    appPackageUpload: async ({ params: { id }, body }, { caller, note }) => {
      const version = await readDraft(caller, id)
      note({ object: `app-version ${id}`, detail: { ...nameOf(version), ...body } })
      if (!PACKAGE_PLATFORMS.has(version.platform)) throw new Refusal('package_platform')
      const { received } = await openUpload(db, id, body, now())
      return { received, size: body.size }
    },

    appPackagePart: async ({ params: { id }, body: { offset, data } }, { caller, note }) => {
      await read(caller, id)
      const bytes = Buffer.from(data, 'base64')
      note({ object: `app-version ${id}`, detail: { offset, bytes: bytes.length } })
      const upload = await findUpload(db, id)
      const end = offset + bytes.length
      if (upload === undefined || offset > upload.received || end > upload.file.size)
        throw new Refusal('file_upload_failed', { field: 'offset' })
      if (bytes.length > LIMITS.package_part_bytes) throw new Refusal('file_upload_failed', { field: 'data' })
      await writePart(packageUploadPath(firmware_folder, id), offset, bytes)
      const received = Math.max(upload.received, end)
      await saveReceived(db, id, received, now())
      return { received, size: upload.file.size }
    },

    appPackageFinish: async ({ params: { id } }, { caller, note }) => {
      const before = await readDraft(caller, id)
      const upload = await findUpload(db, id)
      note({ object: `app-version ${id}`, detail: { ...nameOf(before), ...upload?.file } })
      if (upload === undefined) throw new Refusal('file_upload_failed')
      const { file, received } = upload
      const path = packageUploadPath(firmware_folder, id)
      const sums = received < file.size ? null : await sumsOf(path)
      if (sums === null) throw new Refusal('file_upload_failed', { details: { received, size: file.size } })
      const is_whole = sums.size === file.size && sums.sha256 === file.sha256
      if (!is_whole || !(await isPackage(path))) {
        // What came is of no use: another try begins at the first byte.
        await deleteUpload(db, id)
        await rm(path, { force: true })
        throw new Refusal(is_whole ? 'package_unreadable' : 'file_checksum_error')
      }
      await db.transaction().execute(async (trx) => {
        if (!(await setPackage(trx, id, file, now()))) throw new Refusal('app_version_state')
        await deleteUpload(trx, id)
        // Before the commit: a version that has a package has its file.
        await keepPackage(firmware_folder, id)
      })
      return read(caller, id)
    },

    appPackageDelete: async ({ params: { id } }, { caller, note }) => {
      const before = await readDraft(caller, id)
      note({ object: `app-version ${id}`, detail: { ...nameOf(before), ...changesOf(before, { package: null }) } })
      if (!(await setPackage(db, id, null, now()))) throw new Refusal('app_version_state')
      await rm(packagePath(firmware_folder, id), { force: true })
      return read(caller, id)
    },

    appPackageFile: async ({ params: { id } }, { caller, note }) => {
      const version = await read(caller, id)
      note({ object: `app-version ${id}`, detail: nameOf(version) })
      if (version.package === null) throw new Refusal('not_found')
      const { file_name, size } = version.package
      const path = packagePath(firmware_folder, id)
      return { path, file_name, content_type: 'application/octet-stream', bytes: size, done: () => {} }
    },

    scheduleAppVersion: async ({ params: { id }, body }, { caller, note }) => {
      const before = await read(caller, id)
      note({ object: `app-version ${id}`, detail: { ...nameOf(before), ...body } })
      const scheduled_at = new Date(body.release_time)
      const ahead_ms = scheduled_at.getTime() - clock.now()
      if (ahead_ms <= 0 || ahead_ms > LIMITS.version_schedule_ms)
        throw new Refusal('schedule_time_wrong', { field: 'release_time' })
      await db.transaction().execute(async (trx) => {
        await lockApp(trx, before.app_id)
        // Read again under the lock.
        const version = await readVersion(trx, caller.scopes.appuser, id)
        if (version.status !== 'draft') throw new Refusal('app_version_state')
        await assertReleasable(trx, version, body.confirm_version)
        if (!(await scheduleVersion(trx, id, { scheduled_at, at: now(), by_uid: caller.uid })))
          throw new Refusal('app_version_state')
      })
      return read(caller, id)
    },

    unscheduleAppVersion: async ({ params: { id } }, { caller, note }) => {
      const before = await read(caller, id)
      note({ object: `app-version ${id}`, detail: nameOf(before) })
      if (!(await moveVersion(db, id, 'draft', { at: now(), by_uid: null }))) throw new Refusal('app_version_state')
      return read(caller, id)
    },
  } satisfies Pick<Handlers, keyof typeof appPackages>
}
