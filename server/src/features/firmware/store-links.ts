import type { UpgradeState } from '@heatfleet/contract/transitions.ts'
import type pg from 'pg'

type Pool = Pick<pg.Pool, 'query'>

/** States in which a module fetches its image. */
const FETCHING: readonly UpgradeState[] = ['announced', 'accepted', 'downloading']

/** Puts a link in the place of the one before; false = the upgrade has had `issued_max` of them. */
export const upsertLink = async (
  pool: Pool,
  {
    upgrade_id,
    token_hash,
    bytes,
    expires_at,
    issued_max,
  }: { upgrade_id: number; token_hash: Buffer; bytes: number; expires_at: Date; issued_max: number },
): Promise<boolean> => {
  const { rowCount } = await pool.query(
    `insert into upgrade_links (upgrade_id, token_hash, bytes_left, expires_at) values ($1, $2, $3, $4)
     on conflict (upgrade_id) do update set token_hash = excluded.token_hash, bytes_left = excluded.bytes_left,
       expires_at = excluded.expires_at, issued = upgrade_links.issued + 1
     where upgrade_links.issued < $5`,
    [upgrade_id, token_hash, bytes, expires_at, issued_max],
  )
  return (rowCount ?? 0) > 0
}

/** An image behind a link; `is_open` = it may be fetched now. */
type LinkedImage = { upgrade_id: number; firmware_id: number; size: number; sha256: string; is_open: boolean }

/** The image of a module's link; undefined = this module has no such link. */
export const findLink = async (
  pool: Pool,
  mac: string,
  token_hash: Buffer,
  now: Date,
): Promise<LinkedImage | undefined> => {
  const { rows } = await pool.query<LinkedImage>(
    `select upgrade_id, firmware_id, size, sha256, l.expires_at > $3 and u.state = any($4) as is_open
     from upgrade_links l join upgrades u using (upgrade_id) join firmware using (firmware_id) join devices using (device_id)
     where token_hash = $2 and mac = $1`,
    [mac, token_hash, now, FETCHING],
  )
  return rows[0]
}

/** Takes bytes from what a link still gives, or gives some back (below 0); false = it does not give so many. */
export const takeLinkBytes = async (pool: Pool, token_hash: Buffer, bytes: number): Promise<boolean> => {
  const { rowCount } = await pool.query(
    'update upgrade_links set bytes_left = bytes_left - $2 where token_hash = $1 and bytes_left >= $2',
    [token_hash, bytes],
  )
  return (rowCount ?? 0) > 0
}
