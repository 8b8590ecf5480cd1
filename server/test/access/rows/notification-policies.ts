import type { AccessRows } from '../rows.ts'
import { NOWHERE } from '../stage.ts'

const updated_at = '2020-01-01T00:00:00.000Z'
const POLICY = {
  policy_name: 'New',
  events: ['alarm_raised'],
  to_distributor: true,
  quiet_hours: { on: false, from: '22:00', to: '07:00' },
  time_zone: 'UTC',
} as const satisfies object
const CHANNEL = { channel_name: 'New', kind: 'slack' } as const

/** Changes of policies and channels are refused by the rule that is checked last. */
export const rows: AccessRows = {
  createChannel: { sends: { body: CHANNEL }, answers: 'channel_address_required' },
  editChannel: { sends: { body: { channel_name: 'New', updated_at } }, answers: 'stale_edit' },
  enableChannel: { sends: { body: { enabled: true } } },
  deleteChannel: { sends: { query: { updated_at } }, answers: 'stale_edit' },
  // The address of the subjects is refused, which is an answer too.
  testChannel: { sends: { body: { to: '' } } },
  createPolicy: {
    sends: { body: { ...POLICY, events: ['alarm_raised'], channel_ids: [NOWHERE] } },
    answers: 'channel_not_found',
  },
  editPolicy: { sends: { body: { ...POLICY, events: ['alarm_raised'], updated_at } }, answers: 'stale_edit' },
  enablePolicy: { sends: { body: { enabled: false } } },
  deletePolicy: { sends: { query: { updated_at } }, answers: 'stale_edit' },
  // Their channels are gone.
  resendDelivery: { answers: 'delivery_state' },
  resendDeliveries: { sends: { body: { by: 'ids', ids: [String(NOWHERE)] } } },
}
