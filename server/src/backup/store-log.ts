import type pg from 'pg'

type Sql = Pick<pg.Client, 'query'>

/** Keeps the log in the database's folder until it is archived. */
const SLOT = 'heatfleet_log'
/** SQLSTATE of a slot that was dropped because too much log waited for it. */
const UNUSABLE = '55000'

/** How the slot stands: `new` = made now, so the archive has a gap before it. */
export const ensureLogSlot = async (sql: Sql): Promise<'kept' | 'new'> => {
  const { rows } = await sql.query<{ status: string | null }>(
    'select wal_status as status from pg_replication_slots where slot_name = $1',
    [SLOT],
  )
  const [slot] = rows
  if (slot !== undefined && slot.status !== 'lost' && slot.status !== null) return 'kept'
  if (slot !== undefined) await dropLogSlot(sql)
  await sql.query('select pg_create_physical_replication_slot($1, true)', [SLOT])
  return 'new'
}

/** Without an archive nothing may keep the log: it would fill the disk. */
export const dropLogSlot = async (sql: Sql): Promise<void> => {
  await sql.query('select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1', [SLOT])
}

/** Ends the present file of the log if anything was written to it, and names the first file that is not complete. */
export const endLogFile = async (sql: Sql): Promise<string> => {
  await sql.query('select pg_switch_wal()')
  const { rows } = await sql.query<{ file: string }>('select pg_walfile_name(pg_current_wal_flush_lsn()) as file')
  return rows[0]?.file ?? ''
}

/** What is archived need not be kept any more: everything before `lsn`. False = the slot was dropped meanwhile. */
export const releaseLog = async (sql: Sql, lsn: string): Promise<boolean> => {
  try {
    await sql.query('select pg_replication_slot_advance($1, $2::pg_lsn)', [SLOT, lsn])
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === UNUSABLE) return false
    throw error
  }
}
