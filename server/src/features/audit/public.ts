export type { AuditLine } from '../../handler.ts'
export { auditLogExport } from './export-log.ts'
export { insertAuditLine } from './store.ts'
export { type AuditWriter, createAuditWriter } from './write-audit.ts'
