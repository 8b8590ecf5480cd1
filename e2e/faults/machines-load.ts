import { setTimeout as wait } from 'node:timers/promises'
import { api } from '@heatfleet/contract/api.ts'
import type { UserInfo } from '@heatfleet/contract/session/session.ts'
import type pg from 'pg'
import { connectPush, type PushClient } from '../push-client.ts'
import type { Checks } from './checks.ts'
import { type FaultBitModule, startFaultBitModule } from './fault-bit-module.ts'
import { type Ledger, openLedger, type Sender, startSender } from './ledger.ts'
import type { Machine, MachinesStage } from './machines-stage.ts'
import { type SetPointModule, startSetPointModule } from './set-point-module.ts'
import { clientOf, compare, signInUser } from './stored.ts'

const SENDERS = 4
const MODULES = 2
const INTERVAL_MS = 15
export const REPORTS_AGO_S = 86_400
/** Until another gateway stores: R9 of the quality goals. */
export const TAKEN_OVER_MAX_MS = 15_000
const SETTLED_MAX_MS = 60_000
const SET_POINTS_C = [44, 46, 47, 48, 49, 43] as const

/** What comes while machines go and return. */
export type Load = {
  ledgers: Ledger[]
  senders: Sender[]
  first_ts: number
  modules: SetPointModule[]
  faulty: FaultBitModule
  user: UserInfo
  /** Of controls that a console accepted. */
  controls: number[]
}

/** Reports, commands and faults from now on. */
export const startLoad = async (stage: MachinesStage, first_ts: number): Promise<Load> => {
  const [faulty, ...rest] = stage.units
  if (faulty === undefined) throw new Error('the fleet has no unit')
  const chosen = rest.slice(0, SENDERS)
  const ledgers = chosen.map(({ did }) => openLedger(did))
  const modules = rest.slice(SENDERS, SENDERS + MODULES).map((unit) =>
    startSetPointModule(stage.broker_port, unit, {
      raw: 90,
      answer_ms: () => 50 + Math.random() * 300,
      announces: true,
    }),
  )
  return {
    ledgers,
    senders: chosen.map((unit, at) =>
      startSender(stage.broker_port, unit, first_ts, { interval_ms: INTERVAL_MS }, ledgers[at] ?? openLedger(unit.did)),
    ),
    first_ts,
    modules,
    faulty: await startFaultBitModule(stage.broker_port, faulty),
    // Signed in at one machine: the session is used at both.
    user: await signInUser(stage.machines[0].url()),
    controls: [],
  }
}

const openSocket = (machine: Machine, user: UserInfo): Promise<PushClient> => connectPush({ user }, machine.url())

/** Sets a point over the socket of a machine; a console that is being killed may refuse, and then nothing was accepted. */
export const control = async (machine: Machine, load: Load): Promise<void> => {
  const socket = await openSocket(machine, load.user).catch(() => null)
  if (socket === null) return
  const at = load.controls.length
  const module = load.modules[at % load.modules.length]
  const value = SET_POINTS_C[at % SET_POINTS_C.length]
  if (module === undefined || value === undefined) return
  const answer = await socket
    .send({ cmd: 'ControlDevice', mac: module.did, points: [{ key: 'sp_heat', value }] })
    .catch(() => null)
  if (answer?.cmd === 'DeviceReportCommandAck') load.controls.push(answer.control_id)
  socket.close()
}

/** Time until a report that was sent from now on is stored. */
export const untilStored = async (database: pg.Pool, { ledgers, first_ts }: Load): Promise<number> => {
  const began_ms = performance.now()
  const marks = ledgers.map(({ did, sent }) => ({ did, from_s: first_ts + sent.size }))
  for (;;) {
    const waited_ms = Math.round(performance.now() - began_ms)
    const { rows } = await database.query<{ found: boolean }>(
      `select exists (select from unnest($1::text[], $2::float8[]) u (did, from_s) join devices on mac = u.did
         join report_hot r on r.device_id = devices.device_id and r.at >= to_timestamp(u.from_s)
         and r.at < now() - interval '1 hour') as found`,
      [marks.map(({ did }) => did), marks.map(({ from_s }) => from_s)],
    )
    if (rows[0]?.found === true || waited_ms > SETTLED_MAX_MS) return waited_ms
    await wait(50)
  }
}

/** Nothing that was acknowledged, accepted or raised is lost or doubled; sockets and sessions work at both machines. */
export const judge = async (
  stage: MachinesStage,
  load: Load,
  database: pg.Pool,
  checks: Checks,
  began_s: number,
): Promise<void> => {
  const [, b] = stage.machines
  // Both consoles, whichever gateway takes the reports.
  for (const machine of stage.machines) {
    const socket = await openSocket(machine, load.user)
    await socket.send({ cmd: 'WatchDevices', macs: [load.faulty.did] })
    await settle(
      () => Promise.resolve(socket.pushesOf(load.faulty.did).length),
      (pushes) => pushes >= 3,
    )
    const pushes = socket.pushesOf(load.faulty.did).length
    checks.expect(`pushes reach a socket at console ${machine.name}`, pushes >= 3, `${pushes} pushes`)
    const { total } = await clientOf(machine.url(), load.user.token)(api.deviceList, { query: { pageNo: 1, size: 1 } })
    checks.expect(`the session of one console is one of console ${machine.name}`, total > 0, `${total} units`)
    socket.close()
  }
  load.faulty.recover()
  const drained = await Promise.all(load.senders.map((sender) => sender.drained(30_000)))
  checks.expect('the broker acknowledged every report', drained.every(Boolean))
  const look = () => compare(b.url(), stage.database, load.ledgers, load.first_ts, began_s - 3_600)
  const reports = await settle(look, ({ lost }) => lost === 0)
  const { acked, lost, invented, twice } = reports
  checks.expect('every acknowledged report is stored', acked > 0 && lost === 0, `${acked} acknowledged, ${lost} lost`)
  checks.expect('nothing is stored that was not sent, nothing twice', invented + twice === 0, `${invented}, ${twice}`)

  const open = async () => {
    const { rows } = await database.query<{ state: string; n: number }>(
      'select state, count(*)::int as n from control_log where control_id = any($1::bigint[]) group by 1',
      [load.controls],
    )
    return Object.fromEntries(rows.map(({ state, n }) => [state, n]))
  }
  const states = await settle(open, (one) => (one.verified ?? 0) === load.controls.length)
  const verified = states.verified ?? 0
  checks.expect(
    'every accepted control is carried out',
    load.controls.length > 0 && verified === load.controls.length,
    JSON.stringify(states),
  )
  const ids = load.modules.flatMap(({ written }) => written.map(({ id }) => id))
  checks.expect('no control is carried out twice', new Set(ids).size === ids.length, `${ids.length} writes`)

  const alarms = async () => {
    const { rows } = await database.query<{ rows: number; raised: number; active: number }>(
      `select count(*)::int as rows, coalesce(sum(count), 0)::int as raised, count(*) filter (where recovered_at is null)::int as active
       from alarms join devices using (device_id) where mac = $1 and type = 'device_fault'`,
      [load.faulty.did],
    )
    return rows[0] ?? { rows: 0, raised: 0, active: 0 }
  }
  const raised = load.faulty.raised()
  const found = await settle(alarms, (one) => one.active === 0 && one.rows === raised)
  checks.expect(
    'every alarm is raised once and recovers',
    found.rows === raised && found.raised === raised && found.active === 0,
    `${raised} faults, ${JSON.stringify(found)}`,
  )
  checks.note(
    `${acked} reports acknowledged, ${lost} lost, ${twice} twice; ${load.controls.length} controls, ${load.controls.length - verified} lost; ${raised} alarms, ${raised - found.rows} lost, ${found.raised - found.rows} doubled`,
  )
}

/** Reads until it is as expected, at most a minute. */
const settle = async <Seen>(read: () => Promise<Seen>, isRight: (seen: Seen) => boolean): Promise<Seen> => {
  let seen = await read()
  for (let waited_ms = 0; !isRight(seen) && waited_ms < SETTLED_MAX_MS; waited_ms += 500) {
    await wait(500)
    seen = await read()
  }
  return seen
}

/** Ends the modules. */
export const stopLoad = async ({ modules, senders, faulty }: Load): Promise<void> => {
  for (const module of modules) module.stop()
  await Promise.all(senders.map((sender) => sender.stop()))
  await faulty.stop()
}
