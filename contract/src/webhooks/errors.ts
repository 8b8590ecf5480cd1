/** Refusals about webhooks: code -> wire key. */
export const WEBHOOK_ERRORS = {
  webhook_not_found: 'webhook not found',
  webhook_name_taken: 'webhook name taken',
  webhook_read_only: 'webhook is read-only',
  webhook_address_required: 'webhook address required',
  webhooks_full: 'webhooks full',
  webhook_event_right: 'right for event missing',
  webhook_call_not_found: 'webhook call not found',
  webhook_call_state: 'webhook call state',
  webhook_replay_range: 'replay range too large',
} as const
