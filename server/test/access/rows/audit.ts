import { AUDITED } from '../nouns.ts'
import type { AccessRows } from '../rows.ts'

export const rows: AccessRows = { auditList: { sends: { body: { object: AUDITED } } } }
