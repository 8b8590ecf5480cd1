import { makeToken } from '../../src/features/session/public.ts'
import { seal } from '../../src/platform/seal.ts'
import { SMALL_FLEET_KEY } from '../small-fleet.ts'
import type { NounRule } from './nouns.ts'
import { reaches } from './people.ts'
import { type AccessStage, type Subject, subjectOf } from './stage.ts'

const OWNERS = [null, 'A', 'A1', 'A11', 'A2', 'B'] as const
type Made = { agent_id: number | null; at: Date; name: string }
type Database = Pick<AccessStage['database'], 'db'>

/** A webhook that is off, with an address that is refused. */
export const addWebhook = async ({ db }: Database, { agent_id, at, name }: Made): Promise<number> => {
  const { webhook_id } = await db
    .insertInto('webhooks')
    .values({
      webhook_name: name,
      events: ['device_online'],
      target: 'http://127.0.0.1:9',
      address_sealed: seal(SMALL_FLEET_KEY, Buffer.from('http://127.0.0.1:9/')),
      secret_sealed: seal(SMALL_FLEET_KEY, Buffer.from('whsec_matrix')),
      old_secret_sealed: null,
      old_secret_until: null,
      enabled: false,
      agent_id,
      narrowed_uid: null,
      created_by: null,
      failing_since: null,
      wait_until: null,
      paused_at: null,
      last_sent_at: null,
      created_at: at,
      updated_at: at,
    })
    .returning('webhook_id')
    .executeTakeFirstOrThrow()
  return webhook_id
}

/** A call that was never to be made, about a device. */
export const addWebhookCall = async (database: Database, made: Made, device_id: number): Promise<string> => {
  const { db } = database
  const webhook_id = await addWebhook(database, made)
  const { event_id } = await db
    .insertInto('webhook_events')
    .values({
      identity: made.name,
      event: 'device_online',
      device_id,
      shipment_id: null,
      detail: '{}',
      happened_at: made.at,
      dispatched_at: made.at,
    })
    .returning('event_id')
    .executeTakeFirstOrThrow()
  const { delivery_id } = await db
    .insertInto('webhook_deliveries')
    .values({
      webhook_id,
      event_id,
      state: 'suppressed',
      reason: 'out_of_scope',
      status: null,
      took_ms: null,
      body: null,
      created_at: made.at,
      due_at: null,
      sent_at: null,
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

/** Who sees webhooks and calls: as what organisations make; of the manufacturer's calls one is about a device of B. */
export const webhookNouns = (seesOwned: NounRule['sees']) =>
  ({
    webhook: {
      key: 'webhook_id',
      hidden: 'webhook_not_found',
      sees: seesOwned,
      subjects: ofEachOwner('webhook', ({ database }, made) => addWebhook(database, made)),
      grows: true,
    },
    webhook_call: {
      key: 'call_id',
      hidden: 'webhook_call_not_found',
      sees: (person, subject, stage) =>
        seesOwned(person, subject, stage) && (subject.at !== null || reaches(person, 'B')),
      subjects: ofEachOwner('webhook call', ({ database, fleet }, made, at) => {
        const device = fleet.devices.find((one) => one.at === (at ?? 'B'))
        if (device === undefined) throw new Error(`No device at ${at}`)
        return addWebhookCall(database, made, device.device_id)
      }),
      grows: true,
    },
  }) as const satisfies Record<string, NounRule>
