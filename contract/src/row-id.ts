import { z } from 'zod'

/** Largest number of a row: what the database's `integer` holds. */
export const ROW_ID_MAX = 2_147_483_647

/** The number of a row, in a body or an answer. */
export const RowId = z.number().int().min(1).max(ROW_ID_MAX)

/** The number of a row in an address: a text of digits. */
export const RowIdText = z.coerce.number().int().min(1).max(ROW_ID_MAX)
