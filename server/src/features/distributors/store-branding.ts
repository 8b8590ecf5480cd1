import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/tables.ts'
import { idsOf } from './rules.ts'

type Db = Kysely<Tables>
/** A stored branding. */
export type BrandingRow = { brand_name: string; brand_colour: string | null; logo: Buffer | null }
const COLUMNS = ['brand_name', 'brand_colour', 'logo'] as const

/** The branding of a distributor that is visible to the caller; undefined = none. */
export const findBranding = (db: Db, agent_id: number): Promise<BrandingRow | undefined> =>
  db.selectFrom('distributor_brandings').select(COLUMNS).where('agent_id', '=', agent_id).executeTakeFirst()

/**
 * What an account at this place sees: the branding of its distributor, else of the nearest one above that has any, else of
 * the manufacturer.
 */
export const findBrandingOf = async (db: Db, agent_path: string): Promise<BrandingRow | undefined> => {
  const agent_ids = idsOf(agent_path)
  const nearest =
    agent_ids.length === 0
      ? undefined
      : await db
          .selectFrom('distributor_brandings')
          .innerJoin('distributors', 'distributors.agent_id', 'distributor_brandings.agent_id')
          .select(COLUMNS)
          .where('distributor_brandings.agent_id', 'in', agent_ids)
          .orderBy('agent_level', 'desc')
          .limit(1)
          .executeTakeFirst()
  return nearest ?? findManufacturerBranding(db)
}

/** Replaces a branding. */
export const saveBranding = async (db: Db, agent_id: number, row: BrandingRow, at: Date): Promise<void> => {
  const values = { ...row, updated_at: at }
  await db
    .insertInto('distributor_brandings')
    .values({ agent_id, ...values })
    .onConflict((conflict) => conflict.column('agent_id').doUpdateSet(values))
    .execute()
}

/** The branding of the manufacturer; undefined = none. */
export const findManufacturerBranding = (db: Db): Promise<BrandingRow | undefined> =>
  db.selectFrom('manufacturer_branding').select(COLUMNS).executeTakeFirst()

/** Replaces the branding of the manufacturer; null = none. */
export const saveManufacturerBranding = async (db: Db, row: BrandingRow | null, at: Date): Promise<void> => {
  if (row === null) {
    await db.deleteFrom('manufacturer_branding').execute()
    return
  }
  const values = { ...row, updated_at: at }
  await db
    .insertInto('manufacturer_branding')
    .values(values)
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet(values))
    .execute()
}

/** Deletes a branding. */
export const deleteBranding = async (db: Db, agent_id: number): Promise<void> => {
  await db.deleteFrom('distributor_brandings').where('agent_id', '=', agent_id).execute()
}
