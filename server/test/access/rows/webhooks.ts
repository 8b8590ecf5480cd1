import type { AccessRows } from '../rows.ts'

const updated_at = '2020-01-01T00:00:00.000Z'
const DRAFT = { webhook_name: 'New', events: ['device_online' as const] }

/** Changes of webhooks are refused by the rule that is checked last. */
export const rows: AccessRows = {
  createWebhook: { sends: { body: DRAFT }, answers: 'webhook_address_required' },
  editWebhook: { sends: { body: { ...DRAFT, updated_at } }, answers: 'stale_edit' },
  enableWebhook: { sends: { body: { enabled: false } } },
  deleteWebhook: { sends: { query: { updated_at } }, answers: 'stale_edit' },
  rotateWebhookSecret: { sends: { body: { overlap_hours: 1 } } },
  // The address of the subjects is refused, which is an answer too.
  testWebhook: {},
  replayWebhook: { sends: { body: { from: '2020-01-01T00:00:00.000Z', to: '2020-01-02T00:00:00.000Z' } } },
  // It was never to be sent.
  resendWebhookCall: { answers: 'webhook_call_state' },
}
