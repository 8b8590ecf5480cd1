import { createHash } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdirSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { canReach, type SystemAccount } from './system-account.ts'

/** Folders of one embedded PostgreSQL. */
export type PostgresFolders = {
  /** The cluster itself. */
  cluster_dir: string
  /** Contains the socket; accessible by the owner only, which protects `trust` authentication. */
  socket_dir: string
  /** PostgreSQL's error output. */
  log_file: string
}

/** sun_path holds 107 bytes; the socket is called `.s.PGSQL.5432`. */
const SOCKET_DIR_MAX_BYTES = 107 - '/.s.PGSQL.5432'.length

/**
 * Creates the folders for `data_dir`, owned by `account`. Where that account cannot enter `data_dir` (a private home, started
 * by root) the cluster is under /var/lib, named after the data folder so that each has its own.
 */
export const prepareFolders = (data_dir: string, account: SystemAccount | null): PostgresFolders => {
  const folders = findFolders(data_dir, account)
  mkdirSync(dirname(folders.cluster_dir), { recursive: true, mode: 0o755 })
  mkdirSync(join(data_dir, 'logs'), { recursive: true, mode: 0o750 })
  for (const folder of [folders.cluster_dir, folders.socket_dir]) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    chmodSync(folder, 0o700)
    if (account !== null) chownSync(folder, account.uid, account.gid)
  }
  return folders
}

/** Where the folders of {@link prepareFolders} are; creates nothing. */
export const findFolders = (data_dir: string, account: SystemAccount | null): PostgresFolders => {
  const real_dir = realpathSync(data_dir)
  const hash = createHash('sha1').update(real_dir).digest('hex').slice(0, 12)
  const away_dir = `/var/lib/heatfleet-${hash}`
  const home_dir = existsSync(join(away_dir, 'pg', 'PG_VERSION')) || !canReach(account, real_dir) ? away_dir : real_dir
  const own_socket_dir = join(home_dir, 'pg-socket')
  return {
    cluster_dir: join(home_dir, 'pg'),
    socket_dir: Buffer.byteLength(own_socket_dir) <= SOCKET_DIR_MAX_BYTES ? own_socket_dir : `/tmp/heatfleet-${hash}`,
    log_file: join(data_dir, 'logs', 'postgres.log'),
  }
}
