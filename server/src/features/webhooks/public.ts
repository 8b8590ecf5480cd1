export { listPausedWebhooks } from './store-webhooks.ts'
