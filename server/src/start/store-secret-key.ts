import { createHmac } from 'node:crypto'
import type { Kysely } from 'kysely'
import { SettingError } from '../config.ts'
import type { Tables } from '../platform/tables.ts'

/**
 * Compares the secret key with the check value of the database, which the first start stores after it kept the key. Throws a
 * SettingError when they differ: every sealed secret (modules, second factors) would be refused, one by one and without a reason.
 */
export const assertSecretKey = async (
  db: Kysely<Tables>,
  secret_key: Buffer,
  keep: () => void = () => {},
): Promise<void> => {
  const key_check = createHmac('sha256', secret_key).update('heatfleet secret key').digest()
  if ((await db.selectFrom('secret_key_check').select('only_row').executeTakeFirst()) === undefined) {
    // Before its check value: a start that ends here finds the key again.
    keep()
    await db
      .insertInto('secret_key_check')
      .values({ key_check })
      .onConflict((conflict) => conflict.column('only_row').doNothing())
      .execute()
  }
  const stored = await db.selectFrom('secret_key_check').select('key_check').executeTakeFirstOrThrow()
  if (!stored.key_check.equals(key_check))
    throw new SettingError(
      'HEATFLEET_SECRET_KEY: the secret key is not the one this database was made with. Bring back that setting, or the file keys/secret-key of the data folder, from the backup.',
    )
}
