import { OTA_CHUNK_BYTES } from '@heatfleet/contract/device-protocol/ota-frame.ts'
import { type OtaAnnouncement, otaIdOf } from '@heatfleet/contract/device-protocol/ota-messages.ts'
import type { OpenUpgrade } from './store-runner.ts'

/** What a module is told of its upgrade. */
export const announcementOf = (job: OpenUpgrade, has_links: boolean): OtaAnnouncement => ({
  id: otaIdOf(job.upgrade_id),
  job: job.upgrade_id,
  mod: job.module,
  ver: job.software_version,
  hw: job.hardware_version,
  min: job.min_software_version,
  size: job.size,
  crc32: job.crc32,
  sha256: job.sha256,
  sig: job.signature.toString('base64'),
  chunk: OTA_CHUNK_BYTES,
  exp: Math.floor(job.expires_at.getTime() / 1_000),
  ...(has_links ? { http: 1 as const } : {}),
})
