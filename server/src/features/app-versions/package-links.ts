import { createHmac, timingSafeEqual } from 'node:crypto'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { AppContext } from '../../app-context.ts'
import type { PackageServices } from '../../transports/http-packages.ts'
import { packagePath } from './package-files.ts'
import { countDownload, findPackage } from './store-packages.ts'

type Link = { version_id: number; expires_s: number; sha256: string }

/** The file is part of it: a link of a package that was replaced opens nothing. */
const signatureOf = (secret_key: Buffer, { version_id, expires_s, sha256 }: Link): Buffer =>
  createHmac('sha256', secret_key).update(`app package|${version_id}|${expires_s}|${sha256}`).digest()

/** A link to the package of a version: all that a phone needs to fetch it until it ends. */
export const packageLink = (
  { secret_key, config }: Pick<AppContext, 'secret_key' | 'config'>,
  version_id: number,
  sha256: string,
  now_ms: number,
): { url: string; expires_time: string } => {
  const expires_s = Math.ceil((now_ms + LIMITS.package_link_ms) / 1_000)
  const signature = signatureOf(secret_key, { version_id, expires_s, sha256 }).toString('base64url')
  const base = (config.HEATFLEET_PUBLIC_URL ?? '').replace(/\/+$/, '')
  return {
    url: `${base}/app-package/${version_id}/${expires_s}/${signature}`,
    expires_time: new Date(expires_s * 1_000).toISOString(),
  }
}

/** Packages by link, for the HTTP side. */
export const packageServices = ({
  database: { db },
  clock,
  secret_key,
  firmware_folder,
}: Pick<AppContext, 'database' | 'clock' | 'secret_key' | 'firmware_folder'>): PackageServices => ({
  findPackage: async (version_id, expires_s, signature) => {
    const found = await findPackage(db, version_id)
    if (found === null) return null
    const given = Buffer.from(signature, 'base64url')
    const expected = signatureOf(secret_key, { version_id, expires_s, sha256: found.sha256 })
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
    const is_open = found.is_open && expires_s * 1_000 > clock.now()
    return { ...found, is_open, path: packagePath(firmware_folder, version_id) }
  },
  countDownload: (version_id) => countDownload(db, version_id),
})
