export { auditLogExport } from './export-log.ts'
export { type AuditLine, insertAuditLine } from './store.ts'
export { type AuditWriter, createAuditWriter } from './write-audit.ts'
