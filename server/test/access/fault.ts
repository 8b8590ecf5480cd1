import type { Database } from '../../src/platform/db.ts'

/** The one fault code of the stage; every device raises it. */
export const ACCESS_FAULT_ID = 1_000_000
export const ACCESS_FAULT_CODE = 'E1'

/** Puts it into a set that the product of the small fleet looks codes up in. */
export const seedFault = async ({ pool }: Pick<Database, 'pool'>): Promise<void> => {
  await pool.query(
    `insert into fault_codes (fault_id, set_name, code, names, category, severity, causes, checks, remedies, updated_at)
     overriding system value
     values ($1, 'sprsun_cg248075', $2, '{"en": "x", "zh": "x", "pl": "x"}', 'other', 'fault', $3, $3, $3, now())`,
    [ACCESS_FAULT_ID, ACCESS_FAULT_CODE, '{"en": "", "zh": "", "pl": ""}'],
  )
}
