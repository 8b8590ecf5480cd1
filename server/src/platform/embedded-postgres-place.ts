import { createHash } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { canReach, type SystemAccount } from './system-account.ts'

/** Folders of one embedded PostgreSQL. */
export type PostgresPlace = {
  /** The cluster itself. */
  cluster_dir: string
  /** Holds the socket; only the owner may enter, which is all the protection `trust` needs. */
  socket_dir: string
  /** What PostgreSQL writes to its error output. */
  log_file: string
}

/** sun_path holds 107 bytes; the socket is called `.s.PGSQL.5432`. */
const SOCKET_DIR_MAX_BYTES = 107 - '/.s.PGSQL.5432'.length

/**
 * The folders for `data_dir`, made and owned by `account`. Where that account cannot walk into `data_dir` (a private home
 * and we are root) the cluster lies under /var/lib, named by the data folder so that each has its own.
 */
export const preparePlace = (data_dir: string, account: SystemAccount | null): PostgresPlace => {
  const real_dir = realpathSync(data_dir)
  const hash = createHash('sha1').update(real_dir).digest('hex').slice(0, 12)
  const away_dir = `/var/lib/heatfleet-${hash}`
  const home_dir = existsSync(join(away_dir, 'pg', 'PG_VERSION')) || !canReach(account, real_dir) ? away_dir : real_dir
  const own_socket_dir = join(home_dir, 'pg-socket')
  const place = {
    cluster_dir: join(home_dir, 'pg'),
    socket_dir: Buffer.byteLength(own_socket_dir) <= SOCKET_DIR_MAX_BYTES ? own_socket_dir : `/tmp/heatfleet-${hash}`,
    log_file: join(data_dir, 'logs', 'postgres.log'),
  }
  mkdirSync(home_dir, { recursive: true, mode: 0o755 })
  mkdirSync(join(data_dir, 'logs'), { recursive: true, mode: 0o750 })
  for (const folder of [place.cluster_dir, place.socket_dir]) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    chmodSync(folder, 0o700)
    if (account !== null) chownSync(folder, account.uid, account.gid)
  }
  return place
}
