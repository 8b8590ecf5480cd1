import { createHash } from 'node:crypto'
import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import type { RequestOf } from '@heatfleet/contract/endpoint.ts'
import type { Firmware } from '@heatfleet/contract/firmware/firmware.ts'
import { versionKey } from '@heatfleet/contract/version-number.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../src/platform/tables.ts'

type Draft = RequestOf<typeof api.firmwareUpload>['body']['firmware']

/** An image of so many bytes, other bytes for another seed. */
export const imageOf = (bytes: number, seed = 1): Buffer =>
  Buffer.from(Uint8Array.from({ length: bytes }, (_, at) => (at * 31 + seed * 7) & 0xff))
export const sha256Of = (image: Buffer): string => createHash('sha256').update(image).digest('hex')

export const draftOf = (product_key: string, change: Partial<Draft> = {}): Draft => ({
  product_key,
  module: 'dtu',
  hardware_version: 'DTU-4G-B',
  software_version: '1.5.0',
  name: 'Quieter radio',
  ...change,
})

/** Uploads an image whole, in one part. */
export const upload = async (call: Call, firmware: Draft, image = imageOf(5_000)): Promise<Firmware> => {
  const file = { file_name: 'image.bin', size: image.length, sha256: sha256Of(image) }
  const { upload_id } = await call(api.firmwareUpload, { body: { firmware, file } })
  const params = { id: upload_id }
  await call(api.firmwarePart, { params, body: { offset: 0, data: image.toString('base64') } })
  return call(api.firmwareFinish, { params })
}

/** Firmware of modules 1.5.0 for DTU4G-B, whose image the caller writes; its id. */
export const insertFirmware = async (db: Kysely<Tables>, product_key: string, image: Buffer): Promise<number> => {
  const { firmware_id } = await db
    .insertInto('firmware')
    .values({
      product_key,
      module: 'dtu',
      name: 'Quieter radio',
      hardware_version: 'DTU4G-B',
      software_version: '1.5.0',
      version_key: versionKey('1.5.0'),
      min_software_version: '',
      auto_upgrade: false,
      enabled: true,
      notes: JSON.stringify({ en: '', zh: '', pl: '' }),
      file_name: 'image.bin',
      size: image.length,
      sha256: sha256Of(image),
      crc32: '00000000',
      signature: Buffer.alloc(64, 7),
      uid: null,
      uploader: 'admin',
      uploaded_at: new Date(),
      deleted_at: null,
    })
    .returning('firmware_id')
    .executeTakeFirstOrThrow()
  return firmware_id
}
