import { api } from '@heatfleet/contract/api.ts'
import { imeiOf } from '@heatfleet/contract/identifiers.ts'
import type { SmallAccount, SmallDistributor } from '../small-fleet.ts'
import { addAlarm } from './alarms.ts'
import { addBindingTraces } from './binding-subjects.ts'
import { MATRIX_OPERATOR } from './cards.ts'
import { addControl } from './controls.ts'
import { addImport } from './imports.ts'
import { clientWith, inTurn, outcomeOf, subjectsOf, sumOf, type Tried } from './matrix.ts'
import { narrowedProgramOf } from './narrowed.ts'
import { NOUNS } from './nouns.ts'
import { addReplacement } from './replacement-seed.ts'
import { newRollout } from './rollouts.ts'
import { CONSOLE_CALLS, type ConsoleCall, isAboutOne, requestOf, rowsOf, type TestedRow } from './rows.ts'
import { addServiceOrder } from './service-orders.ts'
import type { AccessStage, Subject } from './stage.ts'

/** One of each reach. None of them sees anything new of B, and the province alone what is new below its own city A2. */
const VIEWERS = [
  { person: 'province_a', unseen: ['B'] },
  { person: 'city_a1', unseen: ['B', 'A2'] },
  { person: 'office_a', unseen: ['B', 'A2'] },
  { person: 'staff_hangzhou', unseen: ['B', 'A2'] },
  { person: 'factory', unseen: ['B', 'A2'] },
  // Programs narrowed to the city A1, of each kind of scope.
  { person: 'admin', like: 'city_a1', unseen: ['B', 'A2'] },
  { person: 'province_a', like: 'city_a1', unseen: ['B', 'A2'] },
  { person: 'office_a', like: 'city_a1', unseen: ['B', 'A2'] },
  { person: 'staff_hangzhou', like: 'city_a1', unseen: ['B', 'A2'] },
  { person: 'factory', like: 'city_a1', unseen: ['B', 'A2'] },
] as const satisfies readonly Viewer[]
type Viewer = {
  person: SmallAccount
  /** Of a program: who sees of the fleet what it sees at most. */
  like?: SmallAccount
  unseen: readonly SmallDistributor[]
}
/** Where things come to be, one after the other: below these. */
const PLACES = [
  { under: 'B', level: 2, region_code: '320100' },
  { under: 'A2', level: 3, region_code: '330203' },
] as const
type PlaceName = (typeof PLACES)[number]['under']

/** What an answer tells of elsewhere on purpose. */
const EXPECTED: Partial<Record<ConsoleCall, { places: RegExp; reason: string }>> = {
  accountGrantable: { places: /\.roles\./, reason: 'the manufacturer knows the roles that distributors made' },
  getRoles: { places: /./, reason: 'the manufacturer knows the roles that distributors made' },
  agentPerformance: {
    places: /\.(?:peers|not_worse_than)$/,
    reason: 'a rank among all of the level, nobody of them named',
  },
  roleAccounts: { places: /\.others$/, reason: 'how many have the role besides those in sight' },
  resourceGroupAccounts: { places: /\.others$/, reason: 'how many hold the group besides those in sight' },
}

/** The calls whose answers stay what they are, whatever comes to be out of sight. */
export const READS = CONSOLE_CALLS.filter((name) => api[name].kind === 'read' && !('gives' in api[name]))

/**
 * One call that reads, before and after something of every noun has come to be where the person does not see: the answer
 * is the same. Counts, sums and pickers are judged by it, whatever shape they have.
 */
export const tryElsewhere = async (stage: AccessStage, name: ConsoleCall): Promise<Tried> =>
  sumOf(
    await inTurn(rowsOf(name), async (row) => {
      const subjects = await subjectsOf(stage, row, 'read')
      // Signed in before the first look: a log-in is seen by those above.
      const viewers = await inTurn(VIEWERS, async ({ person, like, unseen }: Viewer) => ({
        person: like === undefined ? person : `a narrowed program of ${person}`,
        eyes: like ?? person,
        unseen,
        token: await (like === undefined ? stage.tokenOf(person) : narrowedProgramOf(stage, person)),
      }))
      const before = await inTurn(viewers, async ({ person, eyes, unseen, token }) => {
        const call = clientWith(stage, token)
        const subject = subjects.find((one) => isSeen(stage, row, eyes, one)) ?? subjects[0]
        if (subject === undefined) throw new Error(`${name} has nothing to be about`)
        const query = async () => valuesOf(await outcomeOf(call, name, requestOf(stage, name, row, subject)))
        const [first, second] = [await query(), await query()]
        return { person, unseen, query, first, second }
      })
      const beforeAfter = async (place: (typeof PLACES)[number]): Promise<Tried> => {
        await addElsewhere(stage, place)
        const blind = before.filter(({ unseen }) => unseen.some((at) => at === place.under))
        return sumOf(await inTurn(blind, (viewed) => compare(name, viewed, place.under)))
      }
      return sumOf(await inTurn(PLACES, beforeAfter))
    }),
  )

type Viewed = {
  person: string
  query: () => Promise<Map<string, string>>
  first: Map<string, string>
  second: Map<string, string>
}

const compare = async (name: ConsoleCall, { person, query, first, second }: Viewed, at: PlaceName): Promise<Tried> => {
  const third = await query()
  // What changes by itself, a time say, tells nothing.
  const places = [...new Set([...first.keys(), ...third.keys()])].filter(
    (place) => first.get(place) === second.get(place) && EXPECTED[name]?.places.test(place) !== true,
  )
  const changed = places.find((place) => first.get(place) !== third.get(place))
  const wrong = `${name}: ${person}: ${changed} becomes ${third.get(changed ?? '')} by what is below ${at}`
  return { tried: 1, wrong: changed === undefined ? [] : [wrong] }
}

const isSeen = (stage: AccessStage, row: TestedRow, person: SmallAccount, subject: Subject): boolean =>
  !isAboutOne(row) || NOUNS[row.about].sees(person, subject, stage)

/** Every single value of an answer by its place in it. */
const valuesOf = (answer: unknown, place = ''): Map<string, string> => {
  if (typeof answer !== 'object' || answer === null) return new Map([[place, String(answer)]])
  return new Map(Object.entries(answer).flatMap(([key, value]) => [...valuesOf(value, `${place}.${key}`)]))
}

let added = 0

/** A distributor with one of everything: a person who does things, a role, a group, a unit on line with its owner. */
const addElsewhere = async (
  stage: AccessStage,
  { under, level, region_code }: (typeof PLACES)[number],
): Promise<void> => {
  const { fleet, database } = stage
  const { db } = database
  added += 1
  const name = `Elsewhere ${added}`
  const at = new Date()
  const { agent_id } = await db
    .insertInto('distributors')
    .values({
      agent_name: name,
      agent_level: level,
      parent_id: fleet.distributors[under].agent_id,
      agent_path: `/new-${name}/`,
      region_code,
    })
    .returning('agent_id')
    .executeTakeFirstOrThrow()
  const agent_path = `${fleet.distributors[under].agent_path}${agent_id}/`
  await db.updateTable('distributors').set({ agent_path }).where('agent_id', '=', agent_id).execute()
  const { role_id } = await db
    .insertInto('roles')
    .values({ role_name: name, level: 'distributor', permissions: ['device:view'], data_scope: 'subtree', agent_id })
    .returning('role_id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('resource_groups')
    .values({ group_name: name, agent_id, agent_ids: [agent_id] })
    .execute()
  await db
    .insertInto('device_groups')
    .values({
      group_name: name,
      filter: null,
      agent_id,
      created_by: null,
      created_at: new Date(),
      updated_at: new Date(),
    })
    .execute()
  const { uid } = await db
    .insertInto('accounts')
    .values({ user_name: name, password_hash: '', phone: '13900000000', role_id, agent_id })
    .returning('uid')
    .executeTakeFirstOrThrow()
  await addHolders(stage, name, { role_id, agent_id })
  await stage.sessionOf(uid)
  const by = { at, uid, user_name: name, address: '', detail: '{}', result: 'ok', request_id: '', agent_path }
  await db
    .insertInto('audit_log')
    .values(['login', 'matrix'].map((action) => ({ ...by, action, object: `account ${uid}` })))
    .execute()
  await addUnit(stage, { name, at, uid, agent_id, agent_path })
}

/** Somebody elsewhere has each role that others have too, and somebody each resource group. */
const addHolders = async (
  { roles, resource_groups, database: { db } }: AccessStage,
  name: string,
  { role_id, agent_id }: { role_id: number; agent_id: number },
): Promise<void> => {
  const person = { password_hash: '', disabled: true, agent_id }
  const of_roles = roles.map(({ id }) => ({ ...person, user_name: `${name} role ${id}`, role_id: id }))
  const of_groups = resource_groups.map(({ id }) => ({
    ...person,
    user_name: `${name} group ${id}`,
    role_id,
    resource_group_id: id,
  }))
  await db
    .insertInto('accounts')
    .values([...of_roles, ...of_groups])
    .execute()
}

const addUnit = async (
  stage: AccessStage,
  { name, at, uid, ...place }: { name: string; at: Date; uid: number; agent_id: number; agent_path: string },
): Promise<void> => {
  const { fleet, database } = stage
  const { db } = database
  const { device_id } = await db
    .insertInto('devices')
    .values({
      ...place,
      mac: imeiOf(`87${String(added).padStart(12, '0')}`),
      device_name: name,
      product_key: fleet.product_key,
      net: '4g',
      iccid: `8986009${String(added).padStart(12, '0')}0`,
      secret_sealed: Buffer.alloc(32),
      import_time: at,
      import_tag: name,
      hardware_version: name,
      identify_status: 'recognized',
      imported_user: name,
    })
    .returning('device_id')
    .executeTakeFirstOrThrow()
  const mac = imeiOf(`87${String(added).padStart(12, '0')}`)
  await addImport(stage, { ...place, uid, imported_user: name, agent_name: name, device_id, mac })
  const { shipment_id } = await db
    .insertInto('shipments')
    .values({
      sender_name: name,
      receiver_id: place.agent_id,
      receiver_path: place.agent_path,
      receiver_name: name,
      order_no: name,
      logistics_no: name,
      remark: name,
      uid,
      operator: name,
      shipped_at: at,
      device_count: 1,
    })
    .returning('shipment_id')
    .executeTakeFirstOrThrow()
  await db.insertInto('shipment_devices').values({ shipment_id, device_id, state: 'returned' }).execute()
  await db
    .insertInto('rollouts')
    .values({ ...newRollout(fleet.product_key, place.agent_path, at), name, creator: name, uid })
    .execute()
  const moments = { online_since: at, first_online_at: at, last_online_at: at, last_report_at: at, last_alarm_at: at }
  await db
    .insertInto('device_status')
    .values({ device_id, online: true, ...moments, alarm_keys: ['elsewhere'], alarm_count: 1 })
    .execute()
  await db
    .insertInto('unknown_faults')
    .values({
      device_id,
      product_key: fleet.product_key,
      point_key: 'fault',
      value: added,
      times: 1,
      first_seen_at: at,
      last_seen_at: at,
    })
    .execute()
  await db
    .insertInto('iccids')
    .values({
      iccid: `8986009${String(added).padStart(12, '0')}`,
      checksum_wrong: false,
      operator: MATRIX_OPERATOR,
      status: 'active',
      expires_at: at,
      device_id,
      moved_at: at,
      imported_user: name,
      imported_at: at,
    })
    .execute()
  await db.insertInto('device_favourites').values({ uid, device_id }).execute()
  await db.insertInto('device_tags').values({ device_id, tag: name }).execute()
  const { app_user_id } = await db
    .insertInto('app_users')
    .values({ nick_name: name, phone: `139${String(added).padStart(8, '0')}`, email: null })
    .returning('app_user_id')
    .executeTakeFirstOrThrow()
  await db.insertInto('bindings').values({ device_id, app_user_id, role: 'owner', bind_way: 'scan' }).execute()
  await addAlarm({ db }, device_id, name)
  await addReplacement({ db }, device_id, name, uid)
  await addBindingTraces({ db }, { device_id, app_user_id, at, uid, name })
  for (const state of ['unresolved', 'resolved'] as const)
    await addServiceOrder({ db }, { device_id, app_user_id, agent_id: place.agent_id }, state)
  await addControl(db, { device_id, uid, operator_name: name, control_time: at, layout_id: fleet.layout_id })
}
