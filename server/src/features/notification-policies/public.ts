export { listPolicyNotices } from './store-notices.ts'
export { enqueueReport, findMailChannel } from './store-report-mails.ts'
