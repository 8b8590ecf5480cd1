import type { SavedMapping } from '@heatfleet/contract/products/import-mappings.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>

const COLUMNS = ['mapping_id', 'name', 'titles', 'columns', 'answers', 'constants', 'saved_by', 'saved_at'] as const

/** The saved mappings by name. */
export const listImportMappings = (db: Db, limit: number) =>
  db.selectFrom('import_mappings').select(COLUMNS).orderBy('name').limit(limit).execute()

/** A mapping as it is kept. */
type NewMapping = Pick<SavedMapping, 'name' | 'titles' | 'columns' | 'answers' | 'constants'> & {
  saved_by: string
  saved_at: Date
}

export const findImportMapping = (db: Db, name: string) =>
  db.selectFrom('import_mappings').select(COLUMNS).where('name', '=', name).executeTakeFirst()

export const countImportMappings = async (db: Db): Promise<number> => {
  const { count } = await db
    .selectFrom('import_mappings')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Keeps a mapping; one of the same name is replaced and keeps its id. */
export const saveImportMapping = (db: Db, { name, titles, columns, answers, constants, ...saved }: NewMapping) => {
  const values = {
    titles,
    columns: JSON.stringify(columns),
    answers: JSON.stringify(answers),
    constants: JSON.stringify(constants),
    ...saved,
  }
  return db
    .insertInto('import_mappings')
    .values({ name, ...values })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(values))
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
}

/** Null = there is none. */
export const deleteImportMapping = async (db: Db, mapping_id: number): Promise<string | null> => {
  const row = await db
    .deleteFrom('import_mappings')
    .where('mapping_id', '=', mapping_id)
    .returning('name')
    .executeTakeFirst()
  return row?.name ?? null
}
