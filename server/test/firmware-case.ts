import { createHash } from 'node:crypto'
import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import type { RequestOf } from '@heatfleet/contract/endpoint.ts'
import type { Firmware } from '@heatfleet/contract/firmware/firmware.ts'

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
