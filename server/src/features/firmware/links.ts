import { createHash, randomBytes } from 'node:crypto'
import { buildPayload } from '@heatfleet/contract/device-protocol/json-payload.ts'
import { type OtaLink, otaIdOf } from '@heatfleet/contract/device-protocol/ota-messages.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type pg from 'pg'
import type { Clock } from '../../platform/clock.ts'
import type { DeviceTransport } from '../../transports/device-transport.ts'
import type { ImageServices } from '../../transports/http-images.ts'
import { imagePath } from './image-files.ts'
import { findLink, takeLinkBytes, upsertLink } from './store-links.ts'
import type { OpenUpgrade } from './store-runner.ts'

/** The module is part of it: a token is worth nothing under the id of another one. */
const hashOf = (mac: string, token: string): Buffer => createHash('sha256').update(`${mac}/${token}`).digest()

type IssuerDeps = {
  pool: pg.Pool
  clock: Pick<Clock, 'now'>
  transport: Pick<DeviceTransport, 'publish'>
  /** Where modules reach the console's port; null = images are sent over MQTT alone. */
  url: string | null
}

/** Sends a module the link to its image. */
export const createLinkIssuer = ({ pool, clock, transport, url }: IssuerDeps) => ({
  is_offered: url !== null,
  issue: async ({ upgrade_id, mac, size, limit_at }: OpenUpgrade): Promise<void> => {
    if (url === null) return
    const token = randomBytes(32).toString('base64url')
    const last_ms = limit_at?.getTime() ?? Number.POSITIVE_INFINITY
    const expires_at = new Date(Math.min(clock.now() + LIMITS.upgrade_link_ms, last_ms))
    const bytes = 2 * size + LIMITS.upgrade_link_spare_bytes
    const link = { upgrade_id, token_hash: hashOf(mac, token), bytes, expires_at }
    if (!(await upsertLink(pool, { ...link, issued_max: LIMITS.upgrade_links_max }))) return
    const message: OtaLink = {
      id: otaIdOf(upgrade_id),
      link: `${url.replace(/\/+$/, '')}/firmware/${mac}/${token}`,
      until: Math.floor(expires_at.getTime() / 1_000),
    }
    transport.publish(mac, 'ota', buildPayload(message))
  },
})

/** Images by link, for the HTTP side. */
export const imageServices = ({
  pool,
  clock,
  folder,
}: {
  pool: pg.Pool
  clock: Pick<Clock, 'now'>
  folder: string
}): ImageServices => ({
  findImage: async (did, token) => {
    const found = await findLink(pool, did, hashOf(did, token), new Date(clock.now()))
    if (found === undefined) return null
    const { upgrade_id, firmware_id, ...image } = found
    return { ...image, key: upgrade_id, path: imagePath(folder, firmware_id) }
  },
  takeImageBytes: (did, token, bytes) => takeLinkBytes(pool, hashOf(did, token), bytes),
})
