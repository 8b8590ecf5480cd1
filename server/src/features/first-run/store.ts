import type { FirstStep } from '@heatfleet/contract/first-run/first-run.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>

/** The installation begins empty: the console opens with the first run. */
export const beginFirstRun = async (db: Db, at: Date): Promise<void> => {
  await db.updateTable('first_run').set({ begun_at: at }).where('begun_at', 'is', null).execute()
}

export const findFirstRun = (db: Db) =>
  db.selectFrom('first_run').select(['begun_at', 'set_aside', 'dismissed_at']).executeTakeFirstOrThrow()

export const updateFirstRun = async (
  db: Db,
  change: { set_aside?: FirstStep[]; dismissed_at?: Date | null },
): Promise<void> => {
  if (Object.keys(change).length > 0) await db.updateTable('first_run').set(change).execute()
}

/** Whether the database holds what a step asks for; the database cannot tell of a backup. */
type Stored = Record<Exclude<FirstStep, 'backup'>, boolean>

/**
 * What the database holds. The first product is one of one's own that is published, or the built-in one as soon as a unit
 * has it; a virtual unit is a unit.
 */
export const findDone = async (db: Db): Promise<Stored> => {
  const { rows } = await sql<Stored>`
    select exists (select from manufacturer_branding) as company,
      exists (select from products where not built_in and trial_of is null and layout_id is not null)
        or exists (select from devices) as product,
      exists (select from devices) as units,
      exists (select from distributors) as distributor,
      exists (select from notification_channels where kind = 'email' and enabled and agent_id is null) as mail`.execute(
    db,
  )
  return rows[0] ?? { company: false, product: false, units: false, distributor: false, mail: false }
}
