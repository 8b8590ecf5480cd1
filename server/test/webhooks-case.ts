import { api } from '@heatfleet/contract/api.ts'
import type { WebhookEvent } from '@heatfleet/contract/webhooks/payload.ts'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { readConfig } from '../src/config.ts'
import { createNetwork } from '../src/features/notification-policies/tasks.ts'
import { runTurn } from '../src/features/webhooks/tasks.ts'
import { useFleetConsole } from './fleet-console.ts'
import { startTarget } from './notifications-case.ts'
import { SMALL_FLEET_KEY, type SmallAccount } from './small-fleet.ts'

const SETTINGS = { HEATFLEET_NOTIFICATION_NETWORKS: '127.0.0.0/8', HEATFLEET_LOGIN_PER_ADDRESS: '100000' }

/** The console under test runs background jobs too: its turns, by the clock of the machine, must not take part. */
const NO_TURNS = `create function ignore_webhook_turns() returns trigger language plpgsql as $$
  begin
    if new.task_id = (select id from graphile_worker._private_tasks where identifier = 'webhooks') then return null; end if;
    return new;
  end $$;
  create trigger ignore_webhook_turns before insert on graphile_worker._private_jobs
    for each row execute function ignore_webhook_turns()`

/** The small fleet with a real receiver and turns by a clock that tests move. */
export const useWebhooks = () => {
  const { database, fleet, as } = useFleetConsole(SETTINGS)
  const config = readConfig(SETTINGS)
  let now_ms = Date.parse('2026-11-20T12:00:00Z')
  // Filled below, before any test reads it.
  const target = {} as Awaited<ReturnType<typeof startTarget>>
  beforeAll(async () => {
    await database.pool.query(NO_TURNS)
    Object.assign(target, await startTarget())
  })
  afterAll(() => target.close())
  afterEach(async () => {
    await database.db.deleteFrom('webhooks').execute()
    await database.db.deleteFrom('webhook_events').execute()
    await database.db.deleteFrom('device_events').execute()
    target.calls.length = 0
    target.answers((response) => response.end('ok'))
  })
  const deviceOf = (at: number) => {
    const device = fleet.devices[at]
    if (device === undefined) throw new Error(`No device ${at}`)
    return device
  }
  return {
    database,
    fleet,
    as,
    target,
    deviceOf,
    now: () => now_ms,
    turn: async (after_ms = 0): Promise<void> => {
      now_ms += after_ms
      await runTurn({
        database,
        config,
        clock: { now: () => now_ms, after: () => () => {} },
        secret_key: SMALL_FLEET_KEY,
        log: pino({ level: 'silent' }),
        network: createNetwork({ config }),
      })
    },
    /** A webhook to the receiver, with its secret. */
    make: async (events: WebhookEvent[], account: SmallAccount = 'admin', webhook_name = 'Desk') =>
      (await as(account))(api.createWebhook, { body: { webhook_name, events, address: target.url } }),
    /** The connection of a device begins or ends. */
    connection: (at: number, kind: 'online' | 'offline') =>
      database.db
        .insertInto('device_events')
        .values({ device_id: deviceOf(at).device_id, at: new Date(now_ms), kind, detail: '{}' })
        .execute(),
    bodies: () => target.calls.map(({ body }) => JSON.parse(body) as Record<string, unknown>),
    /** The delivery log, the oldest first. */
    log: async (account: SmallAccount = 'admin') =>
      (await (await as(account))(api.webhookCallList, { body: { sort_order: 'asc' } })).list,
  }
}
