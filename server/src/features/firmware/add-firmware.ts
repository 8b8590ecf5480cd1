import type { FirmwareDraft } from '@heatfleet/contract/firmware/firmware.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/tables.ts'
import { signFirmware } from './sign.ts'
import { insertFirmware } from './store.ts'
import { ensureFirmwareKey } from './store-keys.ts'

/** A file as it was received. */
type ReceivedImage = { file_name: string; size: number; sha256: string; crc32: string }

/** Signs an image with the key of its product and inserts the firmware; its file is placed by the caller, before the commit. */
export const addFirmware = async (
  trx: Kysely<Tables>,
  secret_key: Buffer,
  draft: FirmwareDraft,
  image: ReceivedImage,
  by: { uid: number | null; uploader: string; uploaded_at: Date },
): Promise<number> => {
  const { product_key, module, hardware_version, software_version, min_software_version } = draft
  const key = await ensureFirmwareKey(trx, secret_key, product_key, by.uploaded_at)
  const signature = signFirmware(secret_key, key, {
    mod: module,
    hw: hardware_version,
    ver: software_version,
    min: min_software_version,
    size: image.size,
    sha256: image.sha256,
  })
  if (signature === null) throw new Error(`the firmware key of ${product_key} cannot be opened`)
  return insertFirmware(trx, draft, { ...image, signature }, by)
}
