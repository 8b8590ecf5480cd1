export { type AuditLine, insertAuditLine } from './store.ts'
