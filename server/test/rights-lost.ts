import { api } from '@heatfleet/contract/api.ts'
import type { Kysely } from 'kysely'
import type { FromGateway } from '../src/platform/bus.ts'
import type { Tables } from '../src/platform/tables.ts'
import { inTurn, outcomeOf, sumOf, type Tried } from './access-matrix.ts'
import type { AccessStage } from './access-stage.ts'
import { openPushConsole } from './push-console.ts'

/** An account of county A11 with a role of its own, signed in twice, looking at a device of A11. */
type Victim = { uid: number; role_id: number; mac: string; device_id: number; agent_id: number }

type Loss = {
  says: string
  /** By the calls of the product where there is one, past it where there is none yet. */
  lose: (stage: AccessStage, victim: Victim) => Promise<unknown>
  /** The answer to the next call about the device. */
  next: string
  /** Whether the session itself ends, and the socket with it. */
  ends: boolean
}

const asAdmin = async (stage: AccessStage) => stage.server.clientOf(await stage.tokenOf('admin'))
const dbOf = ({ database }: AccessStage): Kysely<Tables> => database.db

const LOSSES: readonly Loss[] = [
  {
    says: 'a right is taken from the role',
    lose: (stage, { role_id }) =>
      dbOf(stage).updateTable('roles').set({ permissions: [] }).where('role_id', '=', role_id).execute(),
    next: 'no_permission',
    ends: false,
  },
  {
    says: 'the account is disabled',
    lose: async (stage, { uid }) => (await asAdmin(stage))(api.accountDisable, { params: { id: uid } }),
    next: 'invalid_token',
    ends: true,
  },
  {
    says: 'the password is reset',
    lose: async (stage, { uid }) => (await asAdmin(stage))(api.accountResetPassword, { params: { id: uid } }),
    next: 'invalid_token',
    ends: true,
  },
  {
    says: 'the account is signed out everywhere',
    lose: async (stage, { uid }) => (await asAdmin(stage))(api.accountSignOut, { params: { id: uid } }),
    next: 'invalid_token',
    ends: true,
  },
  {
    says: 'the account runs out',
    lose: (stage, { uid }) =>
      dbOf(stage)
        .updateTable('accounts')
        .set({ valid_until: new Date(0) })
        .where('uid', '=', uid)
        .execute(),
    next: 'invalid_token',
    ends: true,
  },
  {
    says: 'the distributor is disabled',
    lose: async (stage, { agent_id }) =>
      (await asAdmin(stage))(api.disableAgent, { params: { id: agent_id }, body: { disabled: true } }),
    next: 'invalid_token',
    ends: true,
  },
  {
    says: 'the device goes to another distributor',
    lose: (stage, { device_id }) => {
      const { agent_id, agent_path } = stage.fleet.distributors.B
      return dbOf(stage)
        .updateTable('devices')
        .set({ agent_id, agent_path })
        .where('device_id', '=', device_id)
        .execute()
    },
    next: 'device_not_found',
    ends: false,
  },
  {
    says: 'the account goes to another distributor',
    lose: (stage, { uid }) =>
      dbOf(stage)
        .updateTable('accounts')
        .set({ agent_id: stage.fleet.distributors.B.agent_id })
        .where('uid', '=', uid)
        .execute(),
    next: 'device_not_found',
    ends: false,
  },
]

/** A check runs once a second; what the machine itself takes comes on top. */
const STOPS_WITHIN_MS = 1_000
const SLACK_MS = 500

/** Each loss: the next call and a second session of the same person, and what the socket still hears a second later. */
export const tryLosses = async (stage: AccessStage): Promise<Tried> =>
  sumOf(await inTurn(LOSSES, (loss) => tryLoss(stage, loss)))

const tryLoss = async (stage: AccessStage, { says, lose, next, ends }: Loss): Promise<Tried> => {
  const victim = await makeVictim(stage)
  const query = { query: { mac: victim.mac } }
  const [token, other] = [await stage.sessionOf(victim.uid), await stage.sessionOf(victim.uid)]
  const codeWith = async (of: string) => (await outcomeOf(stage.server.clientOf(of), 'deviceInfo', query)).code
  const socket = await openPushConsole(stage.server.port)
  await socket.authenticate({ uid: victim.uid, token })
  socket.send({ cmd: 'WatchDevices', macs: [victim.mac] })
  await socket.next()
  const wrong: string[] = []
  const expect = (what: string, got: string, wanted: string) => {
    if (got !== wanted) wrong.push(`${says}: ${what}: ${got} instead of ${wanted}`)
  }
  expect('before', await codeWith(token), 'ok')
  // While it may, it hears of the device: else silence afterwards would mean nothing.
  stage.server.gatewayTells(statusOf(stage, victim))
  while ((await socket.next()).cmd !== 'PushDeviceAttrStatus');
  await lose(stage, victim)
  const lost_ms = performance.now()
  expect('the next call', await codeWith(token), next)
  expect('the other session', await codeWith(other), next)
  const is_closed = await Promise.race([
    socket.closed.then(() => true),
    new Promise<false>((resolve) => setTimeout(resolve, STOPS_WITHIN_MS + SLACK_MS, false)),
  ])
  expect('the socket', is_closed ? 'closed' : 'open', ends ? 'closed' : 'open')
  if (is_closed && performance.now() - lost_ms > STOPS_WITHIN_MS + SLACK_MS) wrong.push(`${says}: closed late`)
  const heard = socket.messages('PushDeviceAttrStatus').length
  stage.server.gatewayTells(statusOf(stage, victim))
  await new Promise((resolve) => setTimeout(resolve, STOPS_WITHIN_MS + SLACK_MS))
  expect('pushes that came', String(socket.messages('PushDeviceAttrStatus').length - heard), '0')
  socket.ws.close()
  await dbOf(stage).updateTable('distributors').set({ disabled: false }).execute()
  return { tried: 6, wrong }
}

/** What the gateway would tell of the device, by the place it knew. */
const statusOf = ({ fleet }: AccessStage, { device_id, mac }: Victim): FromGateway => ({
  kind: 'status',
  device_id,
  mac,
  agent_path: fleet.distributors.A11.agent_path,
  product_key: fleet.product_key,
  at: Date.now(),
  online_status: 'online',
  bus_status: 'ok',
  rssi_dbm: null,
  alarm_keys: [],
  attrs: { t_out: 7 },
})

const makeVictim = async (stage: AccessStage): Promise<Victim> => {
  const { db } = stage.database
  const { agent_id, agent_path } = stage.fleet.distributors.A11
  const device = stage.fleet.devices[2]
  if (device === undefined) throw new Error('The small fleet has a device at A11.')
  await db.updateTable('devices').set({ agent_id, agent_path }).where('device_id', '=', device.device_id).execute()
  const name = `loser ${await db
    .selectFrom('accounts')
    .select('uid')
    .execute()
    .then((rows) => rows.length)}`
  const { role_id } = await db
    .insertInto('roles')
    .values({ role_name: name, level: 'distributor', permissions: ['device:view'], data_scope: 'subtree' })
    .returning('role_id')
    .executeTakeFirstOrThrow()
  const { uid } = await db
    .insertInto('accounts')
    .values({ user_name: name, password_hash: '', phone: '13800000000', role_id, agent_id })
    .returning('uid')
    .executeTakeFirstOrThrow()
  return { uid, role_id, mac: device.mac, device_id: device.device_id, agent_id }
}
