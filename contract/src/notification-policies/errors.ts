import { WEBHOOK_ERRORS } from '../webhooks/errors.ts'

/** Refusals of notification policies, channels and the delivery log, and of webhooks; a part of ERRORS. */
export const NOTIFICATION_ERRORS = {
  channel_not_found: 'notification channel not found',
  channel_name_taken: 'notification channel name taken',
  channel_read_only: 'notification channel is read-only',
  channel_host_required: 'mail server required',
  channel_sender_required: 'sender required',
  channel_address_required: 'channel address required',
  channel_test_address: 'test address required',
  channels_full: 'notification channels full',
  policy_not_found: 'notification policy not found',
  policy_name_taken: 'notification policy name taken',
  policy_read_only: 'notification policy is read-only',
  policy_recipient_required: 'recipient required',
  policy_way_required: 'channel required',
  policies_full: 'notification policies full',
  delivery_not_found: 'delivery not found',
  deliveries_over_limit: 'deliveries over limit',
  delivery_state: 'delivery state',
  ...WEBHOOK_ERRORS,
} as const
