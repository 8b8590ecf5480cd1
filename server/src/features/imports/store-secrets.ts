import { type Kysely, sql } from 'kysely'
import type { ListPart } from '../../platform/list-page.ts'
import { type Scope, withinScope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>

/** Notes that the secrets of a batch are taken; false = they were before. */
export const takeSecrets = async (
  trx: Db,
  { import_id, by, at }: { import_id: number; by: string; at: Date },
): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('device_imports')
    .set({ secrets_at: at, secrets_by: by })
    .where('import_id', '=', import_id)
    .where('secrets_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

const madeBy = (db: Db, scope: Scope, import_id: number, macs: readonly string[] | undefined) =>
  db
    .selectFrom('device_import_rows')
    .innerJoin('devices', 'devices.device_id', 'device_import_rows.device_id')
    .where('device_import_rows.import_id', '=', import_id)
    .where('device_import_rows.result', '=', 'imported')
    .where(withinScope(scope, 'devices'))
    .$if(macs !== undefined, (found) => found.where('devices.mac', '=', sql<string>`any(${[...(macs ?? [])]}::text[])`))

/** Units that a batch made and the scope sees, in the order of its lines, with what labels and secrets are made of. */
export const listMade = (
  db: Db,
  scope: Scope,
  { import_id, macs }: { import_id: number; macs?: readonly string[] | undefined },
  part: ListPart,
) =>
  madeBy(db, scope, import_id, macs)
    .innerJoin('products', 'products.product_key', 'devices.product_key')
    .select([
      'device_import_rows.row',
      'devices.mac',
      'devices.device_name',
      'devices.serial',
      'devices.hardware_version',
    ])
    .select(['devices.secret_sealed', 'devices.claim_generation', 'devices.product_key'])
    .select(['products.name as product_name', 'products.english_name as product_english_name'])
    .orderBy('device_import_rows.row')
    .$if('after' in part, (found) =>
      found.where('device_import_rows.row', '>', Number('after' in part ? (part.after ?? 0) : 0)),
    )
    .$if('offset' in part, (found) => found.offset('offset' in part ? part.offset : 0))
    .limit(part.limit)
    .execute()

export const countMade = async (
  db: Db,
  scope: Scope,
  { import_id, macs }: { import_id: number; macs?: readonly string[] | undefined },
): Promise<number> => {
  const { n } = await madeBy(db, scope, import_id, macs)
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow()
  return n
}
