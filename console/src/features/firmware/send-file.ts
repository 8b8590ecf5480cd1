import { api } from '@heatfleet/contract/api.ts'
import type { Firmware, FirmwareDraft } from '@heatfleet/contract/firmware/firmware.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { call } from '../../cloud/call.ts'
import { base64Of } from '../../sheets/base64.ts'

/** Where an upload is. */
export type UploadStep = { step: 'hashing' } | { step: 'sending'; percent: number } | { step: 'checking' }

/**
 * The SHA-256 of a file, read in pieces. By a library: browsers offer their own only over TLS and on the machine itself.
 */
const sha256Of = async (file: Blob): Promise<string> => {
  const hash = sha256.create()
  for (let at = 0; at < file.size; at += LIMITS.firmware_part_bytes)
    hash.update(new Uint8Array(await file.slice(at, at + LIMITS.firmware_part_bytes).arrayBuffer()))
  return bytesToHex(hash.digest())
}

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
