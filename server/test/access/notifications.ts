import { sealSecrets } from '../../src/features/notification-policies/secrets.ts'
import { makeToken } from '../../src/features/session/public.ts'
import { SMALL_FLEET_KEY } from '../small-fleet.ts'
import type { NounRule } from './nouns.ts'
import { reaches } from './people.ts'
import { type AccessStage, type Subject, subjectOf } from './stage.ts'

const OWNERS = [null, 'A', 'A1', 'A11', 'A2', 'B'] as const
type Made = { agent_id: number | null; at: Date; name: string }

/** A channel to an address that is refused. */
export const addChannel = async (
  { db }: Pick<AccessStage['database'], 'db'>,
  { agent_id, at, name }: Made,
): Promise<number> => {
  const { channel_id } = await db
    .insertInto('notification_channels')
    .values({
      channel_name: name,
      kind: 'webhook',
      settings: JSON.stringify({ host: '', port: 587, security: 'starttls', user_name: '', sender: '' }),
      target: 'http://127.0.0.1:9',
      secrets_sealed: sealSecrets(SMALL_FLEET_KEY, { address: 'http://127.0.0.1:9/', secret: '' }),
      agent_id,
      created_by: null,
      paused_until: null,
      last_sent_at: null,
      created_at: at,
      updated_at: at,
    })
    .returning('channel_id')
    .executeTakeFirstOrThrow()
  return channel_id
}

/** A policy that is switched off, so that nothing that the matrix does becomes a message. */
export const addPolicy = async (
  { db }: Pick<AccessStage['database'], 'db'>,
  { agent_id, at, name }: Made,
): Promise<number> => {
  const { policy_id } = await db
    .insertInto('notification_policies')
    .values({
      policy_name: name,
      events: ['alarm_raised'],
      least: 'critical',
      role_ids: [],
      to_distributor: true,
      to_app_users: false,
      in_app: true,
      quiet_hours: JSON.stringify({ on: false, from: '22:00', to: '07:00' }),
      time_zone: 'UTC',
      digest_minutes: 0,
      escalation: '[]',
      enabled: false,
      agent_id,
      narrowed_uid: null,
      created_by: null,
      created_at: at,
      updated_at: at,
    })
    .returning('policy_id')
    .executeTakeFirstOrThrow()
  return policy_id
}

/** A message that was sent, about a device. */
export const addDelivery = async (
  { db }: Pick<AccessStage['database'], 'db'>,
  { agent_id, at, name }: Made,
  device_id: number,
): Promise<string> => {
  const { event_id } = await db
    .insertInto('notification_events')
    .values({
      identity: name,
      event: 'alarm_raised',
      severity: 'major',
      device_id,
      alarm_id: null,
      order_id: null,
      rollout_id: null,
      happened_at: at,
      dispatched_at: at,
    })
    .returning('event_id')
    .executeTakeFirstOrThrow()
  const { delivery_id } = await db
    .insertInto('notification_deliveries')
    .values({
      event_id,
      policy_id: null,
      channel_id: null,
      recipient_key: 'channel',
      uid: null,
      app_user_id: null,
      agent_id,
      policy_name: name,
      channel_kind: 'webhook',
      channel_name: name,
      recipient: '',
      recipient_address: '',
      language: 'en',
      state: 'sent',
      reason: null,
      message_id: null,
      created_at: at,
      due_at: null,
      sent_at: at,
    })
    .returning('delivery_id')
    .executeTakeFirstOrThrow()
  return delivery_id
}

const ofEachOwner =
  (noun: string, add: (stage: AccessStage, made: Made, at: (typeof OWNERS)[number]) => Promise<number | string>) =>
  async (stage: AccessStage): Promise<Subject[]> => {
    const subjects: Subject[] = []
    for (const at of OWNERS) {
      const agent_id = at === null ? null : stage.fleet.distributors[at].agent_id
      const id = Number(await add(stage, { agent_id, at: new Date(), name: makeToken().slice(0, 12) }, at))
      subjects.push(subjectOf({ id, label: `${noun} of ${at ?? 'the manufacturer'}`, at }))
    }
    return subjects
  }

/** Who sees channels, policies and messages: as what organisations make; of the manufacturer's messages one is about a device of B. */
export const notificationNouns = (seesOwned: NounRule['sees']) =>
  ({
    notification_channel: {
      key: 'channel_id',
      hidden: 'channel_not_found',
      sees: seesOwned,
      subjects: ofEachOwner('channel', ({ database }, made) => addChannel(database, made)),
      grows: true,
    },
    notification_policy: {
      key: 'policy_id',
      hidden: 'policy_not_found',
      sees: seesOwned,
      subjects: ofEachOwner('policy', ({ database }, made) => addPolicy(database, made)),
      grows: true,
    },
    notification_delivery: {
      key: 'delivery_id',
      hidden: 'delivery_not_found',
      sees: (person, subject, stage) =>
        seesOwned(person, subject, stage) && (subject.at !== null || reaches(person, 'B')),
      subjects: ofEachOwner('delivery', ({ database, fleet }, made, at) => {
        const device = fleet.devices.find((one) => one.at === (at ?? 'B'))
        if (device === undefined) throw new Error(`No device at ${at}`)
        return addDelivery(database, made, device.device_id)
      }),
      grows: true,
    },
  }) as const satisfies Record<string, NounRule>
