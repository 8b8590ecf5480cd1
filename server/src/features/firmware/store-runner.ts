import type { FirmwareModule } from '@heatfleet/contract/device-protocol/ota-messages.ts'
import { isUpgradeOver, type UpgradeState, upgradeStatesBefore } from '@heatfleet/contract/transitions.ts'
import type pg from 'pg'

type Pool = Pick<pg.Pool, 'query'>

/** An upgrade that has not ended, with all that its announcement says. */
export type OpenUpgrade = {
  upgrade_id: number
  firmware_id: number
  device_id: number
  mac: string
  state: UpgradeState
  percent: number
  announcements: number
  moved_at: Date
  deadline_at: Date
  expires_at: Date
  limit_at: Date | null
  module: FirmwareModule
  hardware_version: string
  software_version: string
  min_software_version: string
  size: number
  sha256: string
  crc32: string
  signature: Buffer
}

/** Open upgrades of all units, or those with these ids; the system's own work, no scope. */
export const listOpenUpgrades = async (pool: Pool, ids: readonly number[] | null): Promise<OpenUpgrade[]> => {
  const { rows } = await pool.query<OpenUpgrade>(
    `select upgrade_id, firmware_id, device_id, mac, state, percent, announcements, moved_at, deadline_at, expires_at, limit_at,
       module, firmware.hardware_version, firmware.software_version, min_software_version, size, sha256, crc32, signature
     from upgrades join firmware using (firmware_id) join devices using (device_id)
     where finished_at is null and ($1::int[] is null or upgrade_id = any($1))
     order by upgrade_id`,
    [ids],
  )
  return rows
}

/** What a move writes beside the state. */
export type UpgradeFacts = {
  at: Date
  deadline_at?: Date
  reason?: string | null
  percent?: number
  announcements?: number
}

/**
 * Moves an upgrade; false = the transition is no longer legal. The same state again writes its facts. Only the end waits for the
 * disk: what the power takes of the way there the module says again, and reports would wait behind a thousand such commits.
 */
export const moveUpgrade = async (
  pool: Pool,
  upgrade_id: number,
  to: UpgradeState,
  { at, deadline_at, reason, percent, announcements }: UpgradeFacts,
): Promise<boolean> => {
  const from = isUpgradeOver(to) ? upgradeStatesBefore(to) : [...upgradeStatesBefore(to), to]
  const { rowCount } = await pool.query(
    `update upgrades set state = $2, moved_at = $3, deadline_at = coalesce($4, deadline_at), reason = coalesce($5, reason),
       percent = greatest(percent, coalesce($6, 0)), announcements = coalesce($7, announcements),
       finished_at = case when $8 then $3::timestamptz end
     from (select set_config('synchronous_commit', case when $8 then 'on' else 'off' end, true)) commits
     where upgrade_id = $1 and state = any($9)`,
    [
      upgrade_id,
      to,
      at,
      deadline_at ?? null,
      reason ?? null,
      percent ?? null,
      announcements ?? null,
      isUpgradeOver(to),
      from,
    ],
  )
  return (rowCount ?? 0) > 0
}

/** How far a download is. */
export type Progress = { upgrade_id: number; percent: number; deadline_at: Date }

/** Writes how far downloads are, many at a time; the ids of those that are no longer downloading. */
export const saveProgress = async (pool: Pool, progress: readonly Progress[], at: Date): Promise<number[]> => {
  const ids = progress.map(({ upgrade_id }) => upgrade_id)
  const { rows } = await pool.query<{ upgrade_id: number }>(
    `update upgrades set percent = greatest(upgrades.percent, now.percent), moved_at = $4, deadline_at = now.deadline_at
     from unnest($1::int[], $2::int[], $3::timestamptz[]) now (upgrade_id, percent, deadline_at),
       (select set_config('synchronous_commit', 'off', true)) commits
     where upgrades.upgrade_id = now.upgrade_id and state = 'downloading' returning upgrades.upgrade_id`,
    [ids, progress.map(({ percent }) => percent), progress.map(({ deadline_at }) => deadline_at.toISOString()), at],
  )
  const written = new Set(rows.map(({ upgrade_id }) => upgrade_id))
  return ids.filter((id) => !written.has(id))
}
