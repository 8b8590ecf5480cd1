import type { AppContext } from '../../app-context.ts'
import type { ExportLimits, ExportSource } from '../exports/public.ts'
import { maskDetail } from './mask-detail.ts'
import { countAudit, listAuditBelow } from './store.ts'

/** The audit log as a file, the newest line first. */
export const auditLogExport = ({
  database: { db },
  config,
}: Pick<AppContext, 'database'> & { config: ExportLimits }): ExportSource<'audit-log'> => ({
  needs: 'audit:export',
  count: (caller, { filter }) => countAudit(db, caller.scopes.audit, filter, config.HEATFLEET_EXPORT_ROWS),
  list: async (caller, { filter }, after, limit) => {
    const lines = await listAuditBelow(db, caller.scopes.audit, filter, after, limit)
    const rows = lines.map((line) => {
      const { before, after: now, ...detail } = maskDetail(caller, line.detail)
      return { ...line, before: jsonOf(before), after: jsonOf(now), detail: jsonOf(detail) }
    })
    return { rows, last: lines.length < limit ? null : (lines.at(-1)?.audit_id ?? null) }
  },
  period: ({ filter }) => ({ from: filter.from ?? null, to: filter.to ?? null }),
})

/** Empty for nothing. */
const jsonOf = (value: unknown): string | null => {
  const text = value === undefined || value === null ? '{}' : JSON.stringify(value)
  return text === '{}' ? null : text
}
