import { Refusal } from '@heatfleet/contract/errors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { AppContext } from '../../app-context.ts'
import type { Handlers } from '../../handler.ts'
import { EVERYTHING } from '../../platform/scope.ts'
import { isViolation } from '../../platform/violations.ts'
import { addFirmware } from './add-firmware.ts'
import { imagePath, keepImage, removeFile, sumsOf, uploadPath, writePart } from './image-files.ts'
import { findFirmware, isProduct, isVersionTaken, toFirmware } from './store.ts'
import { deleteUpload, findUpload, insertUpload, resumeUpload, saveReceived, type UploadRow } from './store-uploads.ts'

type Deps = Pick<AppContext, 'database' | 'clock' | 'secret_key' | 'firmware_folder'>
type Names = 'firmwareUpload' | 'firmwarePart' | 'firmwareFinish'

/** Uploads of firmware: in parts that may be repeated, each on the disk before it is acknowledged. */
export const firmwareUploadHandlers = ({ database: { db }, clock, secret_key, firmware_folder }: Deps) => {
  const now = () => new Date(clock.now())
  const read = async (uid: number, upload_id: number): Promise<UploadRow> => {
    const row = await findUpload(db, uid, upload_id)
    // Gone after a day, finished meanwhile, or another account's.
    if (row === undefined) throw new Refusal('file_upload_failed')
    return row
  }
  return {
    firmwareUpload: async ({ body: { firmware, file } }, { caller, note }) => {
      note({ object: 'firmware', detail: { ...firmware, ...file } })
      if (!(await isProduct(db, firmware.product_key))) throw new Refusal('product_unknown', { field: 'product_key' })
      if (await isVersionTaken(db, firmware)) throw new Refusal('firmware_exists', { field: 'software_version' })
      const open_max = LIMITS.firmware_uploads_open_max
      const row = await db
        .transaction()
        .execute(
          async (trx) =>
            (await resumeUpload(trx, caller.uid, firmware, file, now())) ??
            insertUpload(trx, { uid: caller.uid, draft: firmware, file, at: now() }, open_max),
        )
      if (row === undefined) throw new Refusal('firmware_uploads_open', { details: { max: open_max } })
      return toUpload(row)
    },

    firmwarePart: async ({ params: { id }, body: { offset, data } }, { caller, note }) => {
      const row = await read(caller.uid, id)
      const bytes = Buffer.from(data, 'base64')
      note({ object: `firmware-upload ${id}`, detail: { offset, bytes: bytes.length } })
      const end = offset + bytes.length
      if (offset > row.received || end > row.file.size || bytes.length > LIMITS.firmware_part_bytes)
        throw new Refusal('file_upload_failed', { field: 'offset' })
      await writePart(uploadPath(firmware_folder, id), offset, bytes)
      const received = Math.max(row.received, end)
      await saveReceived(db, id, received, now())
      return { ...toUpload(row), received }
    },

    firmwareFinish: async ({ params: { id } }, { caller, note }) => {
      const { draft, file, received } = await read(caller.uid, id)
      note({ object: 'firmware', detail: { ...draft, ...file } })
      const path = uploadPath(firmware_folder, id)
      const sums = received < file.size ? null : await sumsOf(path)
      if (sums === null) throw new Refusal('file_upload_failed', { details: { received, size: file.size } })
      if (sums.size !== file.size || sums.sha256 !== file.sha256) {
        // What came is not what was sent: another try begins at the first byte.
        await deleteUpload(db, id)
        await removeFile(path)
        throw new Refusal('file_checksum_error')
      }
      const by = { uid: caller.uid, uploader: caller.user_name, uploaded_at: now() }
      const firmware_id = await db
        .transaction()
        .execute(async (trx) => {
          const image = { file_name: file.file_name, ...sums }
          const inserted = await addFirmware(trx, secret_key, draft, image, by)
          await deleteUpload(trx, id)
          // Before the commit: a firmware that is there has its file.
          await keepImage(firmware_folder, id, inserted)
          return inserted
        })
        .catch((error: unknown) => {
          if (isViolation(error, 'unique')) throw new Refusal('firmware_exists', { field: 'software_version' })
          throw error
        })
      note({ object: `firmware ${firmware_id}` })
      const row = await findFirmware(db, EVERYTHING, firmware_id)
      if (row === undefined)
        throw new Error(`firmware ${firmware_id} is gone with ${imagePath(firmware_folder, firmware_id)}`)
      return { ...toFirmware(row), devices: 0, ended: 0, succeeded: 0 }
    },
  } satisfies Pick<Handlers, Names>
}

const toUpload = ({ upload_id, received, file }: UploadRow) => ({ upload_id, received, size: file.size })
