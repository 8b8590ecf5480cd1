import type { FaultCodeDraft } from '@heatfleet/contract/faults/codes.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../platform/tables.ts'
import type { FaultRow } from './store.ts'

/** All codes, including built-in ones: at most those and `fault_codes_max` own ones. */
export const listAllFaults = (db: Kysely<Tables>): Promise<FaultRow[]> =>
  db.selectFrom('fault_codes').selectAll().orderBy('set_name').orderBy('code').execute()

/** Locks the fault codes until the transaction ends. */
export const lockFaults = async (trx: Transaction<Tables>): Promise<void> => {
  await sql`lock table fault_codes in share row exclusive mode`.execute(trx)
}

/** Upserts own codes by set and code; built-in ones are unchanged. */
export const putFaults = async (
  trx: Transaction<Tables>,
  drafts: readonly FaultCodeDraft[],
  moment: { updated_by: string; updated_at: Date },
): Promise<void> => {
  if (drafts.length === 0) return
  await sql`insert into fault_codes
      (set_name, code, code_num, register, bit, names, category, severity, causes, checks, remedies, parts,
        manual_url, updated_by, updated_at)
    select set_name, code, code_num, register, bit, names, category, severity, causes, checks, remedies, parts,
      manual_url,      ${moment.updated_by}, ${moment.updated_at}
    from jsonb_to_recordset(${JSON.stringify(drafts)}::jsonb) as given(set_name text, code text, code_num int,
      register int, bit int, names jsonb, category text, severity text, causes jsonb, checks jsonb, remedies jsonb, parts text[],
      manual_url text)
    on conflict (set_name, code) do update set code_num = excluded.code_num, register = excluded.register,
      bit = excluded.bit, names = excluded.names, category = excluded.category, severity = excluded.severity,
      causes = excluded.causes, checks = excluded.checks, remedies = excluded.remedies, parts = excluded.parts, manual_url = excluded.manual_url, updated_by = excluded.updated_by,
      updated_at = excluded.updated_at
    where not fault_codes.built_in`.execute(trx)
}

/** Deletes own codes. */
export const removeFaults = async (
  trx: Transaction<Tables>,
  places: readonly { set_name: string; code: string }[],
): Promise<void> => {
  await sql`delete from fault_codes f
    using jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as gone(set_name text, code text)
    where f.set_name = gone.set_name and f.code = gone.code and not f.built_in`.execute(trx)
}
