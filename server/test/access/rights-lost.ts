import { api } from '@heatfleet/contract/api.ts'
import type { FromGateway } from '../../src/platform/bus.ts'
import { openPushConsole, type PushConsole, settle } from '../push-console.ts'
import { LOSSES, type PermissionLoss, VIEWER_RIGHTS, type Victim, type Viewer } from './losses.ts'
import { inTurn, outcomeOf, sumOf, type Tried } from './matrix.ts'
import type { AccessStage } from './stage.ts'

/** Whoever still looks on by then is never stopped. */
const GIVEN_UP_MS = 60_000

/**
 * Each loss, with an open socket that watches a device: the next call, a second session, and the pushes. When the server
 * lets go of the watching is seen in what it asks of the gateway; no clock decides. How long it took is printed.
 */
export const tryLosses = async (stage: AccessStage): Promise<Tried> =>
  sumOf(await inTurn(LOSSES, (loss) => tryLoss(stage, loss)))

const tryLoss = async (stage: AccessStage, loss: PermissionLoss): Promise<Tried> => {
  const { says, lose, next, elsewhere = next, ends, in_view } = loss
  const victim = await makeVictim(stage)
  const viewer = await makeViewer(stage)
  const token = in_view ? viewer.token : victim.token
  if (in_view) await stage.server.clientOf(token)(api.viewAsStart, { params: { id: victim.uid } })
  const query = { query: { mac: victim.mac } }
  const codeWith = async (of: string) => (await outcomeOf(stage.server.clientOf(of), 'deviceInfo', query)).code
  const socket = await watchAs(stage, { uid: victim.uid, token }, victim)
  const wrong: string[] = []
  let tried = 0
  const expect = (what: string, got: string, wanted: string) => {
    tried += 1
    if (got !== wanted) wrong.push(`${says}: ${what}: ${got} instead of ${wanted}`)
  }
  expect('before', await codeWith(token), 'ok')
  // While it may, it hears of the device: else silence afterwards would mean nothing.
  stage.server.fromGateway(statusOf(stage, victim))
  while ((await socket.next()).cmd !== 'PushDeviceAttrStatus');
  if (in_view) expect('setting a point in the view', await controlBy(socket, victim), 'read_only_view')

  const before = stage.server.published.length
  await lose(stage, victim, viewer)
  const lost_ms = performance.now()
  const let_go = isLetGo(stage, victim, before)
  expect('the next call', await codeWith(token), next)
  expect('the other session', await codeWith(victim.other_token), elsewhere)
  const is_let_go = await let_go
  expect('the watching', is_let_go ? 'ended' : 'goes on', 'ended')
  const took_ms = Math.round(performance.now() - lost_ms)
  if (ends && is_let_go) await socket.closed
  if (!ends) expect('the socket', socket.ws.readyState === socket.ws.OPEN ? 'open' : 'closed', 'open')

  // A later report, which somebody who may see the device does hear.
  const heard = socket.messages('PushDeviceAttrStatus').length
  const admin = await watchAs(stage, { uid: stage.fleet.accounts.admin, token: await stage.tokenOf('admin') }, victim)
  stage.server.fromGateway(statusOf(stage, victim))
  while ((await admin.next()).cmd !== 'PushDeviceAttrStatus');
  if (socket.ws.readyState === socket.ws.OPEN) await settle(socket)
  expect('pushes that came', String(socket.messages('PushDeviceAttrStatus').length - heard), '0')
  for (const { ws, closed } of [admin, socket]) {
    ws.close()
    await closed
  }
  await stage.database.db.updateTable('distributors').set({ disabled: false }).execute()
  return { tried, wrong, figures: [{ what: says, took_ms }] }
}

/** Opens a socket that watches the device of the victim. */
const watchAs = async ({ server }: AccessStage, who: { uid: number; token: string }, { mac }: Victim) => {
  const socket = await openPushConsole(server.port)
  await socket.authenticate(who)
  await socket.answerTo(socket.send({ cmd: 'WatchDevices', macs: [mac] }))
  return socket
}

/** The refusal of a command to the device, over the socket. */
const controlBy = async (socket: PushConsole, { mac }: Victim): Promise<string> => {
  const sn = socket.send({ cmd: 'ControlDevice', mac, points: [{ key: 'sp_dhw', value: 45 }] })
  const answer = await socket.answerTo(sn)
  return answer.cmd === 'DeviceReportCommandAck' ? answer.state : (answer.error ?? 'none')
}

/** True once nobody watches the device any more, by what the server told the gateway since. */
const isLetGo = async ({ server }: AccessStage, { device_id }: Victim, since: number): Promise<boolean> => {
  const given_up = performance.now() + GIVEN_UP_MS
  while (performance.now() < given_up) {
    const last = server.published.slice(since).findLast(({ kind }) => kind === 'watch')
    if (last?.kind === 'watch' && !last.device_ids.includes(device_id)) return true
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  return false
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
  alarm_severity: null,
  attrs: { t_out: 7 },
  installer_keys: [],
})

const makeVictim = async (stage: AccessStage): Promise<Victim> => {
  const { db } = stage.database
  const { agent_id, agent_path } = stage.fleet.distributors.A11
  const device = stage.fleet.devices[2]
  if (device === undefined) throw new Error('The small fleet has a device at A11.')
  await db.updateTable('devices').set({ agent_id, agent_path }).where('device_id', '=', device.device_id).execute()
  const name = await freeName(stage, 'loser')
  const { group_id } = await db
    .insertInto('resource_groups')
    .values({ group_name: name, agent_id, agent_ids: [agent_id] })
    .returning('group_id')
    .executeTakeFirstOrThrow()
  const { uid, role_id } = await makeAccount(stage, {
    name,
    level: 'distributor',
    permissions: ['device:view', 'device:control'],
    agent_id,
    resource_group_id: group_id,
  })
  const [token, other_token] = [await stage.sessionOf(uid), await stage.sessionOf(uid)]
  const { mac, device_id } = device
  return { uid, role_id, resource_group_id: group_id, mac, device_id, agent_id, token, other_token }
}

const makeViewer = async (stage: AccessStage): Promise<Viewer> => {
  const account = { level: 'manufacturer', permissions: VIEWER_RIGHTS, agent_id: null } as const
  const made = await makeAccount(stage, { name: await freeName(stage, 'viewer'), ...account })
  return { ...made, token: await stage.sessionOf(made.uid) }
}

const freeName = async ({ database: { db } }: AccessStage, word: string): Promise<string> =>
  `${word} ${(await db.selectFrom('accounts').select('uid').execute()).length}`

/** An account with the password of the fleet, and a role of its own. */
const makeAccount = async (
  { database: { db } }: AccessStage,
  of: {
    name: string
    level: 'manufacturer' | 'distributor'
    permissions: readonly string[]
    agent_id: number | null
    resource_group_id?: number
  },
): Promise<{ uid: number; role_id: number }> => {
  const { name, level, permissions, ...place } = of
  const data_scope = level === 'manufacturer' ? 'all' : 'subtree'
  const { role_id } = await db
    .insertInto('roles')
    .values({ role_name: name, level, permissions: [...permissions], data_scope })
    .returning('role_id')
    .executeTakeFirstOrThrow()
  const { password_hash } = await db
    .selectFrom('accounts')
    .select('password_hash')
    .where('user_name', '=', 'admin')
    .executeTakeFirstOrThrow()
  const { uid } = await db
    .insertInto('accounts')
    .values({ user_name: name, password_hash, phone: '13800000000', role_id, ...place })
    .returning('uid')
    .executeTakeFirstOrThrow()
  return { uid, role_id }
}
