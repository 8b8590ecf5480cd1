import { appApi } from '@heatfleet/contract/app-api/app-api.ts'
import { sql } from 'kysely'
import type { AppContext } from '../../src/app-context.ts'
import { hashToken, makeToken } from '../../src/features/session/public.ts'
import type { Connections } from '../../src/platform/db.ts'
import { registerApp, type TestApp } from '../app-client.ts'
import { startConsole, type TestConsole } from '../console-world.ts'
import { type SmallAccount, type SmallDistributor, type SmallFleet, seedSmallFleet } from '../small-fleet.ts'
import { ACCESS_FAULT_CODE, seedFault } from './fault.ts'
import { openSession } from './open-session.ts'
import { addReplacement } from './replacement-seed.ts'

/** Something a call may be about, and where it belongs. */
export type Subject = {
  id: number
  label: string
  /** Null = the manufacturer. */
  at: SmallDistributor | null
  /** Of a device, or of the device of an app user. */
  mac: string
  /** Whose it is; of a device, who imported it. */
  owner: SmallAccount | null
  /** Shipped with the product. */
  built_in: boolean
}

/** The small fleet with something of every noun at every distributor, behind a real console process. */
export type AccessStage = {
  database: Connections
  server: TestConsole
  fleet: SmallFleet
  app: TestApp
  /** Another app, whose people these are not. */
  other_app: TestApp
  /** Owners of the devices, in their order. */
  app_users: Subject[]
  roles: Subject[]
  resource_groups: Subject[]
  shipments: Subject[]
  /** A fresh session of any account. */
  sessionOf: (uid: number) => Promise<string>
  /** A fresh session of a person. */
  tokenOf: (person: SmallAccount) => Promise<string>
  close: () => Promise<void>
}

/** A number that nothing has. */
export const NOWHERE = 999_999

/** An app that the owners of the stage's devices signed in to, and no other app user. */
export const COUNTED_APP = 4_711

const NOBODY: Subject = { id: 0, label: '', at: null, mac: '', owner: null, built_in: false }

/** A subject with what is not said left empty. */
export const subjectOf = (known: Partial<Subject> & Pick<Subject, 'id' | 'label'>): Subject => ({ ...NOBODY, ...known })

/** Fills an empty migrated database and starts a console on it. */
export const openAccessStage = async (
  database: Connections,
  changes: Partial<AppContext> = {},
): Promise<AccessStage> => {
  const { db } = database
  const fleet = await seedSmallFleet(db)
  // Wrong passwords are among the calls: many people at one address must not be one guesser here.
  const settings = { HEATFLEET_LOGIN_PER_ADDRESS: '100000', HEATFLEET_CALLS_PER_ADDRESS: '1000000' }
  const server = await startConsole(database, settings, changes)
  const app = await registerApp(db, server.base_url)
  const other_app = await registerApp(db, server.base_url, 'Other')
  await seedFault(database)
  const app_users = await seedAppUsers(database, fleet)
  await seedSignIns(database, app_users)
  await seedControls(database, fleet)
  // The tag that the matrix adds: every device has one, whichever call comes first.
  await sql`insert into device_tags (device_id, tag) select device_id, 'matrix' from devices`.execute(db)
  // The map shows every device, in two places.
  await sql`update devices set lat = 30.2 + device_id % 2, lon = 120.1`.execute(db)
  const roles = await seedRoles(database, fleet)
  const resource_groups = await seedGroups(database, fleet)
  const shipments = await seedShipments(database, fleet)
  await seedAssignees(database, fleet, roles, resource_groups)
  const sessionOf = (uid: number) => openSession(db, uid)
  return {
    database,
    server,
    fleet,
    app,
    other_app,
    app_users,
    roles,
    resource_groups,
    shipments,
    sessionOf,
    tokenOf: (person) => sessionOf(fleet.accounts[person]),
    close: () => server.close(),
  }
}

const seedAppUsers = async ({ db }: AccessStage['database'], fleet: SmallFleet): Promise<Subject[]> => {
  const owners: Subject[] = []
  for (const [index, { device_id, mac, at, imported_user }] of fleet.devices.entries()) {
    const { app_user_id } = await db
      .insertInto('app_users')
      .values({ nick_name: `Owner ${index}`, phone: `1380000000${index}`, email: null })
      .returning('app_user_id')
      .executeTakeFirstOrThrow()
    await db.insertInto('bindings').values({ device_id, app_user_id, role: 'owner', bind_way: 'scan' }).execute()
    // News for the inbox of whoever has the device in his scope.
    const now = new Date()
    await db
      .insertInto('device_events')
      .values({
        device_id,
        at: now,
        kind: 'alarm',
        detail: JSON.stringify({ keys: ['e1'], codes: [ACCESS_FAULT_CODE] }),
      })
      .execute()
    await db
      .insertInto('binding_events')
      .values({ device_id, app_user_id, action: 'bound', bind_way: 'scan', at: now, by_uid: null })
      .execute()
    await addReplacement({ db }, device_id, mac)
    // Rights are what is asked here, so nothing may fail for want of the owner's consent.
    await db
      .insertInto('app_user_consents')
      .values({ app_user_id, consent: 'remote_service', given_at: new Date(0) })
      .execute()
    owners.push(subjectOf({ id: app_user_id, label: `owner ${index}`, at, mac, owner: imported_user }))
  }
  return owners
}

/** Their app and when they came: of these people alone, so that they can be counted. */
const seedSignIns = async ({ db }: AccessStage['database'], app_users: readonly Subject[]): Promise<void> => {
  await sql`insert into applications (app_id, app_name, app_key, secret_hash) overriding system value
    values (${COUNTED_APP}, 'Counted', 'app_counted', '')`.execute(db)
  await db
    .updateTable('app_users')
    .set({ app_id: COUNTED_APP, platform: 'ios', app_version: '1.0', last_login_at: new Date(0) })
    .where(
      'app_user_id',
      'in',
      app_users.map(({ id }) => id),
    )
    .execute()
}

const seedControls = async ({ db }: AccessStage['database'], fleet: SmallFleet): Promise<void> => {
  const rows = fleet.devices.map(({ device_id }) => ({
    device_id,
    uid: fleet.accounts.admin,
    operator_name: 'admin',
    source: 'console' as const,
    control_time: new Date(),
    expires_at: new Date(),
    point_key: 'sp_dhw',
    layout_id: fleet.layout_id,
    new_value: 45,
    state: 'failed' as const,
  }))
  await db.insertInto('control_log').values(rows).execute()
}

/** One of a unit to each distributor from the one above it, come back since: nobody's units are moved by the matrix. */
const seedShipments = async ({ db }: AccessStage['database'], fleet: SmallFleet): Promise<Subject[]> => {
  const subjects: Subject[] = []
  for (const { device_id, at, mac } of fleet.devices) {
    const { agent_id, agent_path } = fleet.distributors[at]
    const above = Number(agent_path.split('/').at(-3)) || null
    const sender = Object.entries(fleet.distributors).find(([, one]) => one.agent_id === above)
    const papers = { order_no: '', logistics_no: '', remark: '', operator: 'admin', uid: fleet.accounts.admin }
    const { shipment_id } = await db
      .insertInto('shipments')
      .values({
        ...papers,
        sender_id: above,
        sender_name: sender?.[0] ?? '',
        receiver_id: agent_id,
        receiver_path: agent_path,
        receiver_name: at,
        shipped_at: new Date(),
        device_count: 1,
      })
      .returning('shipment_id')
      .executeTakeFirstOrThrow()
    const back = { state: 'returned', returned_at: new Date(), returned_by: 'admin' } as const
    await db
      .insertInto('shipment_devices')
      .values({ shipment_id, device_id, ...back })
      .execute()
    subjects.push(subjectOf({ id: shipment_id, label: `shipment to ${at}`, at, mac }))
  }
  return subjects
}

const ORGANISATIONS = [null, 'A', 'A1', 'A11', 'A2', 'B'] as const satisfies readonly (SmallDistributor | null)[]

/** Two built-in roles, one that the manufacturer made and one of each distributor, and that of the office of A. */
const seedRoles = async ({ db }: AccessStage['database'], fleet: SmallFleet): Promise<Subject[]> => {
  const names = new Map<string, SmallDistributor | null>(
    ORGANISATIONS.map((at) => [`Made by ${at ?? 'the manufacturer'}`, at]),
  )
  const made = [...names].map(([role_name, at]) => ({
    role_name,
    level: 'distributor' as const,
    permissions: [],
    data_scope: 'own_records' as const,
    agent_id: at === null ? null : fleet.distributors[at].agent_id,
  }))
  await db.insertInto('roles').values(made).execute()
  const rows = await db.selectFrom('roles').select(['role_id', 'role_name', 'built_in', 'level']).execute()
  return rows.map(({ role_id, role_name, built_in, level }) =>
    subjectOf({
      id: role_id,
      label: `${level} role ${role_name}`,
      at: role_name === 'Own office' ? 'A' : (names.get(role_name) ?? null),
      built_in,
    }),
  )
}

/** The group of everybody, that of Hangzhou, and one of each distributor. */
const seedGroups = async ({ db }: AccessStage['database'], fleet: SmallFleet): Promise<Subject[]> => {
  const names = new Map<string, SmallDistributor>()
  for (const at of ORGANISATIONS) {
    if (at === null) continue
    const group_name = `Group of ${at}`
    names.set(group_name, at)
    const { agent_id } = fleet.distributors[at]
    await db
      .insertInto('resource_groups')
      .values({ group_name, agent_id, agent_ids: [agent_id] })
      .execute()
  }
  const rows = await db.selectFrom('resource_groups').select(['group_id', 'group_name', 'built_in']).execute()
  return rows.map(({ group_id, group_name, built_in }) =>
    subjectOf({ id: group_id, label: group_name, at: names.get(group_name) ?? null, built_in }),
  )
}

/** An account for each role and group that was made: what is used is not deleted, whoever may delete it. */
const seedAssignees = async (
  { db }: AccessStage['database'],
  fleet: SmallFleet,
  roles: readonly Subject[],
  groups: readonly Subject[],
): Promise<void> => {
  const person = { password_hash: '', disabled: true }
  const organisationOf = ({ at }: Subject) => fleet.distributors[at ?? 'B'].agent_id
  const of_roles = roles.map((role) => ({
    ...person,
    user_name: `assignee of role ${role.id}`,
    role_id: role.id,
    agent_id: organisationOf(role),
  }))
  const of_groups = groups.map((group) => ({
    ...person,
    user_name: `assignee of group ${group.id}`,
    role_id: fleet.roles['County agent'],
    resource_group_id: group.id,
    agent_id: organisationOf(group),
  }))
  await db.insertInto('accounts').values(of_roles).execute()
  await db.insertInto('accounts').values(of_groups).execute()
}

/** A program's token of a person, with these rights; of all it reaches, or of one distributor and those below. */
export const apiTokenOf = async (
  { database, fleet }: AccessStage,
  person: SmallAccount,
  permissions: string[],
  agent_id: number | null = null,
) => {
  const token = `hft_${makeToken()}`
  const now = Date.now()
  await database.db
    .insertInto('api_tokens')
    .values({
      uid: fleet.accounts[person],
      token_name: 'Matrix',
      token_hash: hashToken(token),
      token_hint: token.slice(0, 8),
      permissions,
      agent_id,
      created_at: new Date(now),
      expires_at: new Date(now + 3_600_000),
    })
    .execute()
  return token
}

/** An app user of the stage's app, signed in, who owns nothing. */
export const strangerOf = async ({ app }: AccessStage): Promise<string> => {
  const { token, call } = await app.join(`stranger-${makeToken().slice(0, 8).toLowerCase()}@example.com`)
  await call(appApi.appDevices)
  return token
}
