import { Refusal } from '@heatfleet/contract/errors.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/tables.ts'
import { isViolation } from '../../platform/violations.ts'
import { findTakenRegister, insertRegisters } from './store-registers.ts'

/** Gives a product names, all or none, each once; refuses one that is taken, and a product that is none. Gives how many. */
export const addRegisters = async (
  db: Kysely<Tables>,
  product_key: string,
  register_names: readonly string[],
  made: { note: string; created_by: string; created_at: Date },
): Promise<number> => {
  const names = [...new Set(register_names)]
  const taken = await findTakenRegister(db, names)
  if (taken !== null) {
    const details = { name: taken.register_name, product: taken.product_key }
    throw new Refusal('register_name_exists', { field: 'register_names', details })
  }
  await insertRegisters(db, product_key, names, made).catch((error: unknown) => {
    if (isViolation(error, 'unique')) throw new Refusal('register_name_exists', { field: 'register_names' })
    if (isViolation(error, 'reference')) throw new Refusal('product_unknown', { field: 'product_key' })
    throw error
  })
  return names.length
}
