import type { AuditLine } from '@heatfleet/contract/audit/audit.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { AppContext } from '../../app-context.ts'
import type { Handlers } from '../../handler.ts'
import { readCursorPage } from '../../platform/list-cursor.ts'
import { maskDetail } from './mask-detail.ts'
import { type AuditRow, listAudit } from './store.ts'

/** The audit log. */
export const auditHandlers = ({ database: { db }, secret_key }: Pick<AppContext, 'database' | 'secret_key'>) =>
  ({
    auditList: async ({ query, body }, { caller }) => {
      const count_max = LIMITS.audit_count_max
      const { rows, page, more } = await readCursorPage(secret_key, {
        call: 'auditList',
        uid: caller.uid,
        filter: body,
        query,
        count_max,
        list: (part) => listAudit(db, caller.scopes.audit, { filter: body, count_max }, part),
        keyOf: ({ audit_id }) => audit_id,
      })
      return { list: rows.map((row) => toLine(row, maskDetail(caller, row.detail))), ...page, more }
    },
  }) satisfies Pick<Handlers, 'auditList'>

const toLine = (row: AuditRow, detail: Record<string, unknown>): AuditLine => ({
  ...row,
  audit_id: Number(row.audit_id),
  at: row.at.toISOString(),
  detail,
})
