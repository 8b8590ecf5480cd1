import { api } from '@heatfleet/contract/api.ts'
import type { Firmware, FirmwareDraft } from '@heatfleet/contract/firmware/firmware.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { call } from '../../cloud/call.ts'
import { base64Of } from '../../sheets/base64.ts'
import { sha256Of } from '../../sheets/sha256-of.ts'

/** Where an upload is. */
export type UploadStep = { step: 'hashing' } | { step: 'sending'; percent: number } | { step: 'checking' }

/** Sends a file in parts; after a failure the next call goes on where the server has it. */
export const sendFirmware = async (
  firmware: FirmwareDraft,
  file: File,
  onStep: (step: UploadStep) => void,
): Promise<Firmware> => {
  onStep({ step: 'hashing' })
  const facts = { file_name: file.name, size: file.size, sha256: await sha256Of(file) }
  const { upload_id, received } = await call(api.firmwareUpload, { body: { firmware, file: facts } })
  const params = { id: upload_id }
  for (let at = received; at < file.size; at += LIMITS.firmware_part_bytes) {
    onStep({ step: 'sending', percent: Math.floor((at * 100) / file.size) })
    const data = await base64Of(file.slice(at, at + LIMITS.firmware_part_bytes))
    await call(api.firmwarePart, { params, body: { offset: at, data } })
  }
  onStep({ step: 'checking' })
  return call(api.firmwareFinish, { params })
}
