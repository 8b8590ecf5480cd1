import { api } from '@heatfleet/contract/api.ts'
import type { AppVersion } from '@heatfleet/contract/app-versions/app-versions.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { call } from '../../cloud/call.ts'
import { base64Of } from '../../sheets/base64.ts'
import { sha256Of } from '../../sheets/sha256-of.ts'

/** Where an upload is. */
export type UploadStep = { step: 'hashing' } | { step: 'sending'; percent: number } | { step: 'checking' }

/** Sends the package of a draft in parts; after a failure the next call goes on where the server has it. */
export const sendPackage = async (
  version_id: number,
  file: File,
  onStep: (step: UploadStep) => void,
): Promise<AppVersion> => {
  onStep({ step: 'hashing' })
  const params = { id: version_id }
  const body = { file_name: file.name, size: file.size, sha256: await sha256Of(file) }
  const { received } = await call(api.appPackageUpload, { params, body })
  for (let at = received; at < file.size; at += LIMITS.package_part_bytes) {
    onStep({ step: 'sending', percent: Math.floor((at * 100) / file.size) })
    const data = await base64Of(file.slice(at, at + LIMITS.package_part_bytes))
    await call(api.appPackagePart, { params, body: { offset: at, data } })
  }
  onStep({ step: 'checking' })
  return call(api.appPackageFinish, { params })
}
