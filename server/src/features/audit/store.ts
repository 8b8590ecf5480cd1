import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/tables.ts'

/** One line of the audit trail. */
export type AuditLine = {
  at: Date
  uid: number | null
  user_name: string
  address: string
  /** Name of the endpoint or socket command. */
  action: string
  object: string
  detail: Record<string, unknown>
  /** `ok` or the code of the refusal. */
  result: string
  request_id: string
  /** The browser of a call over HTTP. */
  user_agent?: string
}

/** Appends a line; nothing ever changes one. */
export const insertAuditLine = async (db: Kysely<Tables>, line: AuditLine): Promise<void> => {
  await db
    .insertInto('audit_log')
    .values({ ...line, detail: JSON.stringify(line.detail) })
    .execute()
}
