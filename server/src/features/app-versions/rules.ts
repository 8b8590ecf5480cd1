import { createHash } from 'node:crypto'
import type { AppVersionDraft, UpdateType } from '@heatfleet/contract/app-versions/app-versions.ts'
import { compareVersions } from '@heatfleet/contract/version-number.ts'

/** What is known of the phone that asks. */
export type Phone = { version: string; installation: string; os_version: string }

/** A version that is out, as far as the judgement goes. */
export type Released = Pick<
  AppVersionDraft,
  'version' | 'min_os' | 'update_type' | 'minimum_version' | 'staged_percent'
> & { version_id: number }

const HUNDRED = 100

/** True when this installation is among the staged: the same answer each time, and still yes when the share grows. */
export const isStagedFor = (release: Pick<Released, 'version_id' | 'staged_percent'>, installation: string): boolean =>
  createHash('sha256').update(`${release.version_id}:${installation}`).digest().readUInt32BE(0) % HUNDRED <
  release.staged_percent

/**
 * What a phone is told: the highest version that is out for it, and whether it must go there. It must when any version
 * on the way is forced, or says that what is installed is too old.
 */
export const judgeUpdate = <Release extends Released>(
  phone: Phone,
  released: readonly Release[],
): { update: UpdateType; latest: Release } | null => {
  const offered = released
    .filter(({ version }) => compareVersions(version, phone.version) > 0)
    .filter(({ min_os }) => min_os === '' || phone.os_version === '' || compareVersions(min_os, phone.os_version) <= 0)
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
