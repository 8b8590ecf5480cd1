import { createHash } from 'node:crypto'
import type { AppVersionDraft, UpdateType } from '@heatfleet/contract/app-versions/app-versions.ts'
import { compareVersions } from '@heatfleet/contract/version-number.ts'

/** The installation that checks for an update. */
export type Phone = { version: string; installation: string; os_version: string; country?: string | undefined }

/** A released version, as far as the rules use it. */
export type Released = Pick<
  AppVersionDraft,
  'version' | 'min_os' | 'update_type' | 'minimum_version' | 'staged_percent' | 'countries'
> & { version_id: number }

const HUNDRED = 100

/** True when the staged rollout includes this installation: deterministic, and still true when the share grows. */
export const isStagedFor = (release: Pick<Released, 'version_id' | 'staged_percent'>, installation: string): boolean =>
  createHash('sha256').update(`${release.version_id}:${installation}`).digest().readUInt32BE(0) % HUNDRED <
  release.staged_percent

/**
 * The highest version released for an installation, and whether the update is forced: when any version in between is
 * forced, or has a minimum version above the installed one.
 */
export const evaluateUpdate = <Release extends Released>(
  phone: Phone,
  released: readonly Release[],
): { update: UpdateType; latest: Release } | null => {
  const offered = released
    .filter(({ version }) => compareVersions(version, phone.version) > 0)
    .filter(({ min_os }) => min_os === '' || phone.os_version === '' || compareVersions(min_os, phone.os_version) <= 0)
    .filter(
      ({ countries }) => countries.length === 0 || (phone.country !== undefined && countries.includes(phone.country)),
    )
    .filter((release) => isStagedFor(release, phone.installation))
    .toSorted((one, other) => compareVersions(other.version, one.version))
  const [latest] = offered
  if (latest === undefined) return null
  const must = offered.some(
    ({ update_type, minimum_version }) =>
      update_type === 'forced' || (minimum_version !== '' && compareVersions(phone.version, minimum_version) < 0),
  )
  return { update: must ? 'forced' : latest.update_type, latest }
}
