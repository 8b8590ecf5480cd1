import { api, type EndpointName } from '@heatfleet/contract/api.ts'
import { type Call, createClient } from '@heatfleet/contract/client.ts'
import { type Endpoint, isAppCall } from '@heatfleet/contract/endpoint.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import { ClientMessage } from '@heatfleet/contract/push.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ACCESS, type AccessRow, type ConsoleCall, SOCKET_ACCESS } from '../test/access-table.ts'
import { startConsole, type TestConsole } from '../test/console-world.ts'
import { seedSmallFleet, useDatabase } from '../test/database.ts'
import { openPushConsole, type PushConsole } from '../test/push-console.ts'
import { signIn } from '../test/sign-in.ts'
import {
  ROLE_OF,
  rightsOf,
  type SmallAccount,
  type SmallDevice,
  type SmallDistributor,
  type SmallFleet,
} from '../test/small-fleet.ts'
import { systemClock } from './platform/clock.ts'

/** The distributors in reach of each person; of own records, the devices the person imported. */
const PEOPLE = {
  admin: { reach: ['A', 'A1', 'A11', 'A2', 'B'] },
  auditor: { reach: ['A', 'A1', 'A11', 'A2', 'B'] },
  province_a: { reach: ['A', 'A1', 'A11', 'A2'] },
  city_a1: { reach: ['A1', 'A11'] },
  city_a2: { reach: ['A2'] },
  county_a11: { reach: ['A11'] },
  province_b: { reach: ['B'] },
  staff: { reach: ['A', 'A1', 'A11', 'A2', 'B'] },
  staff_hangzhou: { reach: ['A1', 'A11'] },
  factory: { reach: [], own_records: true },
  office_a: { reach: ['A'] },
} as const satisfies Record<SmallAccount, { reach: readonly SmallDistributor[]; own_records?: boolean }>
const PERSONS = Object.keys(PEOPLE) as SmallAccount[] // the keys of the table above

const database = useDatabase()
let console_: TestConsole
let fleet: SmallFleet
/** app_user_id of the owner by mac: one for each unit. */
const owners = new Map<string, number>()

beforeAll(async () => {
  fleet = await seedSmallFleet(database.db)
  // Wrong passwords are among the calls: many people at one address must not be one guesser here.
  console_ = await startConsole(database, { HEATFLEET_LOGIN_PER_ADDRESS: '100000' })
  await database.db
    .insertInto('applications')
    .values({ app_name: 'Home', app_key: 'app_home', secret_hash: Buffer.alloc(32) })
    .execute()
  for (const [at, { device_id, mac }] of fleet.devices.entries()) {
    const { app_user_id } = await database.db
      .insertInto('app_users')
      .values({ nick_name: `Owner ${at}`, phone: `1380000000${at}`, email: null })
      .returning('app_user_id')
      .executeTakeFirstOrThrow()
    owners.set(mac, app_user_id)
    await database.db
      .insertInto('bindings')
      .values({ device_id, app_user_id, role: 'owner', bind_way: 'scan' })
      .execute()
    await database.db
      .insertInto('control_log')
      .values({
        device_id,
        uid: fleet.accounts.admin,
        operator_name: 'admin',
        source: 'console',
        control_time: new Date(),
        expires_at: new Date(),
        point_key: 'sp_dhw',
        layout_id: fleet.layout_id,
        new_value: 45,
        state: 'failed',
      })
      .execute()
  }
})
afterAll(() => console_.close())

const isOwn = (person: SmallAccount, { at, imported_user }: SmallDevice): boolean =>
  'own_records' in PEOPLE[person]
    ? imported_user === person
    : PEOPLE[person].reach.some((distributor) => distributor === at)
const mayOf = (person: SmallAccount, needs: Endpoint['needs']): boolean =>
  needs === 'application' ||
  needs === 'signed-in' ||
  rightsOf(ROLE_OF[person]).some((permission) => permission === needs)
/** A fresh session for each call: one of the calls ends it. */
const tokenOf = async (person: SmallAccount) =>
  (await signIn({ database, clock: systemClock }, fleet.accounts[person])).token

/** `ok` with the answer, or the code of the refusal. */
const outcomeOf = async (call: Call, name: EndpointName, request: object) => {
  const endpoint: Endpoint = api[name]
  return call(endpoint, request as never).then(
    (answer) => ({ code: 'ok', answer }),
    (error: unknown) => {
      if (error instanceof Refusal) return { code: error.code, answer: null }
      throw error
    },
  )
}

describe('every call', () => {
  const rows = Object.entries(ACCESS) as [ConsoleCall, AccessRow][] // a mapped type loses its keys as entries

  it('has its row in the access table', () => {
    const calls = Object.entries<Endpoint>(api).filter(([, row]) => !isAppCall(row))
    expect(Object.keys(ACCESS).sort()).toEqual(calls.map(([name]) => name).sort())
  })

  it.each(rows)('%s is closed to who has no application key, and to who is not signed in', async (name, row) => {
    const token = await tokenOf('admin')
    const request = requestOf(row, subjectsOf(row)[0] as Subject)
    const stranger = createClient({ base_url: console_.base_url, key: 'wrong', token: () => token })
    expect((await outcomeOf(stranger, name, request)).code).toBe('invalid_application_key')
    const needs: Endpoint['needs'] = api[name].needs
    for (const forged of [null, 'x'.repeat(43)]) {
      const nobody = createClient({ base_url: console_.base_url, token: () => forged })
      const { code } = await outcomeOf(nobody, name, request)
      expect(code === 'invalid_token').toBe(needs !== 'application')
    }
  })

  it.each(rows)('%s gives each person what role and distributor allow, of each device', async (name, row) => {
    const wrong: string[] = []
    for (const person of PERSONS) {
      const may = mayOf(person, (row.about === 'own' ? row.needs : undefined) ?? api[name].needs)
      for (const subject of subjectsOf(row)) {
        const call = console_.clientOf(await tokenOf(person))
        const { code, answer } = await outcomeOf(call, name, requestOf(row, subject))
        const expected = !may ? 'no_permission' : expectedOf(row, person, subject)
        if (code !== expected) wrong.push(`${person} at ${subject.at}: ${code} instead of ${expected}`)
        if (row.about === 'list' && code === 'ok')
          expect(row.shown(answer as never)).toEqual(reachOf(person, row, answer))
        if (row.about !== 'own' && code === 'ok') expect(foreignNames(person, answer)).toEqual([])
      }
    }
    expect(wrong).toEqual([])
  })
})

/** What a call is tried at: a device, or a distributor by its name. */
type Subject = { at: SmallDistributor; device: SmallDevice | null }

const subjectsOf = (row: AccessRow): Subject[] => {
  if (row.about === 'distributor')
    return (Object.keys(fleet.distributors) as SmallDistributor[]).map((at) => ({ at, device: null }))
  const devices = fleet.devices.map((device) => ({ at: device.at, device }))
  return row.about === 'device' || row.about === 'app_user' ? devices : devices.slice(0, 1)
}

const requestOf = (row: AccessRow, { at, device }: Subject): object => {
  if (row.about === 'distributor') return row.request(fleet.distributors[at].agent_id, fleet)
  const mac = device?.mac ?? ''
  if (row.about === 'app_user') return row.request(owners.get(mac) ?? 0, mac)
  return row.about === 'device' ? row.request(mac, fleet) : row.request(fleet)
}

const expectedOf = (row: AccessRow, person: SmallAccount, { at, device }: Subject): string => {
  if (row.about === 'own') return row.refusal ?? 'ok'
  if (row.about === 'list') return 'ok'
  const sees = device !== null && isOwn(person, device)
  if (row.about === 'app_user') return sees ? (row.passed ?? 'ok') : 'app_user_not_found'
  if (row.about === 'device') return sees ? 'ok' : 'device_not_found'
  if (!PEOPLE[person].reach.some((distributor) => distributor === at)) return 'distributor_not_found'
  return (fleet.at[person] === at ? row.of_own : undefined) ?? row.within ?? 'ok'
}

/** What a list must show, in the form and order in which it shows it. */
const reachOf = (person: SmallAccount, row: AccessRow & { about: 'list' }, answer: unknown) => {
  const shown = row.shown(answer as never)
  const devices = fleet.devices.filter((device) => isOwn(person, device))
  if ('devices' in shown) return { devices: devices.length }
  const sameOrder = <T>(own: T[], order: T[]) => own.toSorted((a, b) => order.indexOf(a) - order.indexOf(b))
  if ('macs' in shown)
    return {
      macs: sameOrder(
        devices.map(({ mac }) => mac),
        shown.macs,
      ),
    }
  if ('app_users' in shown)
    return {
      app_users: sameOrder(
        devices.map(({ mac }) => owners.get(mac) ?? 0),
        shown.app_users,
      ),
    }
  const agents = PEOPLE[person].reach.map((name) => fleet.distributors[name].agent_id)
  return { agents: sameOrder(agents, shown.agents) }
}

/** Names of distributors and ids of devices in an answer that are not the person's to know. */
const foreignNames = (person: SmallAccount, answer: unknown): string[] => {
  const text = JSON.stringify(answer)
  const known = new Set<SmallDistributor>(PEOPLE[person].reach)
  for (const device of fleet.devices) if (isOwn(person, device)) known.add(device.at)
  const names = (Object.keys(fleet.distributors) as SmallDistributor[]).filter((name) => !known.has(name))
  const macs = fleet.devices.filter((device) => !isOwn(person, device)).map(({ mac }) => mac)
  return [...names, ...macs].filter((word) => text.includes(`"${word}"`))
}

describe('every command of the socket', () => {
  const commands = Object.entries(SOCKET_ACCESS)

  it('has its row in the access table', () => {
    const declared = ClientMessage.options.map(({ shape }) => shape.cmd.value).filter((cmd) => cmd !== 'Authenticate')
    expect(Object.keys(SOCKET_ACCESS).sort()).toEqual([...declared].sort())
  })

  it.each(commands)('%s serves each person for the own devices, and tells nothing of others', async (_, row) => {
    const wrong: string[] = []
    for (const person of PERSONS) {
      const socket = await openPushConsole(console_.port)
      await socket.authenticate(await signIn({ database, clock: systemClock }, fleet.accounts[person]))
      for (const device of fleet.devices) {
        socket.send(row.message(device.mac) as Parameters<PushConsole['send']>[0])
        const answer = await socket.next()
        const error = 'error' in answer ? answer.error : null
        // Nobody's device is on line here: to be told so is to be let in.
        const allowed = row.needs === 'device:control' ? 'device_offline' : null
        const expected = !mayOf(person, row.needs)
          ? 'no_permission'
          : isOwn(person, device)
            ? allowed
            : 'device_not_found'
        if (error !== expected) wrong.push(`${person} at ${device.at}: ${error} instead of ${expected}`)
      }
      socket.ws.close()
      await socket.closed
    }
    expect(wrong).toEqual([])
  })
})
