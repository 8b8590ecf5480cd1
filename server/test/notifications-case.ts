import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import type { ChannelDraft } from '@heatfleet/contract/notification-policies/channel.ts'
import type { PolicyDraft } from '@heatfleet/contract/notification-policies/policy.ts'
import type { Severity } from '@heatfleet/contract/preferences.ts'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll } from 'vitest'
import type { z } from 'zod'
import { readConfig } from '../src/config.ts'
import { createNetwork, runTurn } from '../src/features/notification-policies/tasks.ts'
import { storeAlarmChanges } from '../src/ingest/store-alarms.ts'
import { inTransaction } from '../src/platform/transaction.ts'
import { useFleetConsole } from './fleet-console.ts'
import { ignoreJobs } from './ignore-jobs.ts'
import { startMailServer } from './mail-server.ts'
import { SMALL_FLEET_KEY, type SmallAccount } from './small-fleet.ts'

/** A call that a target received. */
type ReceivedCall = { headers: IncomingMessage['headers']; body: string; id: string }

/** A real HTTP target that can answer otherwise while it runs. */
export const startTarget = async () => {
  const calls: ReceivedCall[] = []
  let answer: (response: ServerResponse, call: ReceivedCall) => void = (response) => response.end('ok')
  const sockets = new Set<Socket>()
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const id = String(request.headers['x-heatfleet-delivery'] ?? '')
      const call = { headers: request.headers, body: Buffer.concat(pieces).toString('utf8'), id }
      calls.push(call)
      answer(response, call)
    })
  }).on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    calls,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, // listens at a port
    answers: (next: typeof answer) => {
      answer = next
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
}

/** A channel with the defaults of its draft. */
export const makeChannel = (
  call: Call,
  draft: Pick<z.input<typeof ChannelDraft>, 'kind' | 'channel_name'> & Partial<z.input<typeof ChannelDraft>>,
) => call(api.createChannel, { body: draft })

/** A policy about raised alarms from `info` on, to channels alone. */
export const makePolicy = (call: Call, some: Partial<z.input<typeof PolicyDraft>> & { policy_name: string }) =>
  call(api.createPolicy, {
    body: {
      events: ['alarm_raised'],
      least: 'info',
      in_app: false,
      quiet_hours: { on: false, from: '22:00', to: '07:00' },
      time_zone: 'UTC',
      ...some,
    },
  })

const SETTINGS = {
  HEATFLEET_NOTIFICATION_NETWORKS: '127.0.0.0/8',
  HEATFLEET_LOGIN_PER_ADDRESS: '100000',
}

/**
 * Call once at the top of a test file: the small fleet with a receiver of webhooks and a mail server, and turns of
 * notifications whose clock the test moves. Each test begins without policies, channels and alarms.
 */
export const useNotifications = (
  more_settings: Record<string, string> = {},
  changes: Parameters<typeof useFleetConsole>[1] = {},
) => {
  const settings = { ...SETTINGS, ...more_settings }
  const { database, fleet, console_, as } = useFleetConsole(settings, changes)
  const config = readConfig(settings)
  let now_ms = Date.parse('2026-11-20T12:00:00Z')
  // Filled below, before any test reads them.
  const target = {} as Awaited<ReturnType<typeof startTarget>>
  const mail = {} as Awaited<ReturnType<typeof startMailServer>>
  beforeAll(async () => {
    await ignoreJobs(database, 'notifications')
    await ignoreJobs(database, 'order-escalation')
    Object.assign(target, await startTarget())
    Object.assign(mail, await startMailServer())
  })
  afterAll(async () => {
    await target.close()
    await mail.close()
  })
  afterEach(async () => {
    await database.db.deleteFrom('notification_policies').execute()
    await database.db.deleteFrom('notification_channels').execute()
    await database.db.deleteFrom('notification_events').execute()
    await database.db.deleteFrom('alarms').execute()
    await database.db.updateTable('accounts').set({ preferences: '{}', email: null, language: '' }).execute()
    target.calls.length = 0
    mail.mails.length = 0
    target.answers((response) => response.end('ok'))
  })
  const turn = async (after_ms = 0): Promise<void> => {
    now_ms += after_ms
    await runTurn({
      database,
      config,
      clock: { now: () => now_ms, after: () => () => {} },
      secret_key: SMALL_FLEET_KEY,
      log: pino({ level: 'silent' }),
      network: createNetwork({ config }),
    })
  }
  const deviceOf = (at: number) => {
    const device = fleet.devices[at]
    if (device === undefined) throw new Error(`No device ${at}`)
    return device
  }
  /** Raises or recovers (null) a fault of a device. */
  const change = (at: number, rule_key: string, what: { severity: Severity } | null) =>
    inTransaction(database.pool, (client) =>
      storeAlarmChanges(client, [
        {
          device_id: deviceOf(at).device_id,
          type: 'device_fault',
          rule_key,
          at_ms: now_ms,
          ...(what === null ? { raised: false } : { raised: true, code: rule_key, value: 1, ...what }),
        },
      ]),
    )
  return {
    database,
    fleet,
    console_,
    as,
    target,
    mail,
    now: () => now_ms,
    /** Moves the clock of the turns. */
    setNow: (at_ms: number) => {
      now_ms = at_ms
    },
    turn,
    /** A turn that writes the messages, and one that sends them. */
    turns: async (): Promise<void> => {
      await turn()
      await turn(3_000)
    },
    deviceOf,
    change,
    raise: (at: number, rule_key: string, severity: Severity = 'major') => change(at, rule_key, { severity }),
    webhook: async (name = 'Desk'): Promise<number> => {
      const draft = { kind: 'webhook', channel_name: name, address: target.url, secret: 'key' } as const
      return (await makeChannel(await as('admin'), draft)).channel_id
    },
    mailChannel: async (account: SmallAccount = 'admin', shared = false): Promise<number> => {
      const server = { host: '127.0.0.1', port: mail.port, security: 'none', sender: 'fleet@example.com' } as const
      return (await makeChannel(await as(account), { kind: 'email', channel_name: 'Mail', ...server, shared }))
        .channel_id
    },
    /** The delivery log, the oldest first. */
    log: async (account: SmallAccount = 'admin') =>
      (await (await as(account))(api.deliveryList, { body: { sort_order: 'asc' } })).list,
    setEmail: (account: SmallAccount, language: 'en' | 'zh' | 'pl' = 'en') =>
      database.db
        .updateTable('accounts')
        .set({ email: `${account}@example.com`, language })
        .where('uid', '=', fleet.accounts[account])
        .execute(),
  }
}
