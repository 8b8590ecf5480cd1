export type { AuditEntry as AuditLine } from '../../handler.ts'
export { auditLogExport } from './export-log.ts'
export { insertAuditEntry as insertAuditLine } from './store.ts'
export { type AuditWriter, createAuditWriter } from './write-audit.ts'
