import type { AppContext } from '../../app-context.ts'
import { type ExportLimits, type ExportSource, listSource } from '../exports/public.ts'
import { maskDetail } from './mask-detail.ts'
import { listAudit } from './store.ts'

/** The audit log as a file, the newest entry first. */
export const auditLogExport = ({
  database: { db },
  config,
}: Pick<AppContext, 'database'> & { config: ExportLimits }): ExportSource<'audit-log'> =>
  listSource({
    needs: 'audit:export',
    list: (caller, { filter }, part) =>
      listAudit(db, caller.scopes.audit, { filter, count_max: config.HEATFLEET_EXPORT_ROWS }, part),
    keyOf: ({ audit_id }) => audit_id,
    toRows: (rows, caller) =>
      rows.map((row) => {
        const { before, after, ...detail } = maskDetail(caller, row.detail)
        return { ...row, before: jsonOf(before), after: jsonOf(after), detail: jsonOf(detail) }
      }),
    period: ({ filter }) => ({ from: filter.from ?? null, to: filter.to ?? null }),
  })

/** Empty for nothing. */
const jsonOf = (value: unknown): string | null => {
  const text = value === undefined || value === null ? '{}' : JSON.stringify(value)
  return text === '{}' ? null : text
}
