import type { AuditLine } from '@heatfleet/contract/audit/audit.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { AppContext } from '../../app-context.ts'
import type { Handlers } from '../../handler.ts'
import { maskDetail } from './mask-detail.ts'
import { type AuditRow, listAudit } from './store.ts'

/** The audit log. */
export const auditHandlers = ({ database: { db } }: Pick<AppContext, 'database'>) =>
  ({
    auditList: async ({ query, body }, { caller }) => {
      const { pageNo, size } = query
      const scope = caller.scopes.audit
      const count_max = LIMITS.audit_count_max
      const offset = (pageNo - 1) * size
      const limit = Math.max(0, Math.min(size, count_max - offset))
      const { rows, total: counted } = await listAudit(db, scope, { filter: body, count_max }, { offset, limit })
      const total = Math.min(counted, count_max)
      const list = rows.map((row) => toLine(row, maskDetail(caller, row.detail)))
      return { list, total, pageNo, size, more: counted > total }
    },
  }) satisfies Pick<Handlers, 'auditList'>

const toLine = (row: AuditRow, detail: Record<string, unknown>): AuditLine => ({
  ...row,
  audit_id: Number(row.audit_id),
  at: row.at.toISOString(),
  detail,
})
