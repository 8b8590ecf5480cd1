import { beforeAll, describe, expect, it } from 'vitest'
import { seedSmallFleet, useDatabase } from '../../test/database.ts'
import type { SmallDevice, SmallDistributor, SmallFleet } from '../../test/small-fleet.ts'
import { groupScopeOf, NOTHING } from './group-scope.ts'
import {
  accountsWithin,
  agentsWithin,
  appUsersWithin,
  auditWithin,
  EVERYTHING,
  type GroupScope,
  mayBeWithin,
  needsSql,
  type Scope,
  withinScope,
} from './scope.ts'

const database = useDatabase()
let fleet: SmallFleet
/** app_user_id of the owner of each device, in the order of the fleet. */
let owners: number[]

beforeAll(async () => {
  fleet = await seedSmallFleet(database.db)
  owners = []
  for (const { device_id } of fleet.devices) {
    const { app_user_id } = await database.db
      .insertInto('app_users')
      .values({ nick_name: `Owner of ${device_id}`, phone: null, email: null })
      .returning('app_user_id')
      .executeTakeFirstOrThrow()
    await database.db
      .insertInto('bindings')
      .values({ device_id, app_user_id, role: 'owner', bind_way: 'scan' })
      .execute()
    owners.push(app_user_id)
  }
  // One of each distributor, and one of the manufacturer's own people.
  const actors = Object.entries(fleet.distributors).map(([name, { agent_path }]) => ({
    user_name: name,
    uid: null as number | null,
    agent_path: agent_path as string | null,
  }))
  for (const actor of [...actors, { user_name: 'factory', uid: fleet.accounts.factory, agent_path: null }])
    await database.db
      .insertInto('audit_log')
      .values({
        ...actor,
        at: new Date(),
        address: '',
        action: 'test',
        object: '',
        detail: '{}',
        result: 'ok',
        request_id: '',
      })
      .execute()
})

/** Who each distributor is below, and its region: what the predicates are held against. */
const ABOVE = {
  A: { above: ['A'], region: '330000' },
  A1: { above: ['A', 'A1'], region: '330100' },
  A2: { above: ['A', 'A2'], region: '330200' },
  A11: { above: ['A', 'A1', 'A11'], region: '330106' },
  B: { above: ['B'], region: '320000' },
} as const satisfies Record<SmallDistributor, { above: readonly SmallDistributor[]; region: string }>
const NAMES = Object.keys(ABOVE) as SmallDistributor[] // the keys of the table above

/** Where an account stands, and which kind of rows its role names. */
const PLACES = ['/', 'A', 'A1', 'A11', 'A2', 'B'] as const
const KINDS = ['subtree', 'own_agent', 'own_records'] as const
type Place = (typeof PLACES)[number]
type Kind = (typeof KINDS)[number]

/** What a group lists, by name; `devices` by their place in the fleet. */
type Listed = { agents?: SmallDistributor[]; regions?: string[]; products?: 'own' | 'other'; devices?: number[] }
const GROUPS: Record<string, Listed | null> = {
  'no group': null,
  nothing: {},
  'city A1': { agents: ['A1'] },
  'county A11 and province B': { agents: ['A11', 'B'] },
  'Zhejiang (33)': { regions: ['330000'] },
  'Hangzhou (3301)': { regions: ['330100'] },
  'Ningbo or county A11': { regions: ['330200'], agents: ['A11'] },
  'the product': { products: 'own' },
  'another product': { products: 'other' },
  'the product in city A1': { products: 'own', agents: ['A1'] },
  'another product in city A1': { products: 'other', agents: ['A1'] },
  'the product in Jiangsu (32)': { products: 'own', regions: ['320000'] },
  'two devices': { devices: [0, 5] },
  'city A2 and a device of A11': { agents: ['A2'], devices: [2] },
  'another product and a device': { products: 'other', devices: [1] },
}

const groupOf = (listed: Listed | null): GroupScope | null =>
  listed === null
    ? null
    : groupScopeOf({
        group_id: 9,
        agent_paths: (listed.agents ?? []).map((name) => fleet.distributors[name].agent_path),
        region_codes: listed.regions ?? [],
        product_keys: listed.products === undefined ? [] : [listed.products === 'own' ? fleet.product_key : 'other'],
        device_ids: (listed.devices ?? []).map((at) => fleet.devices[at]?.device_id ?? 0),
      })

const pathOf = (folders: Place) => (folders === '/' ? '/' : fleet.distributors[folders].agent_path)
const scopeOf = (folders: Place, kind: Kind, listed: Listed | null): Scope => ({
  agent_path: pathOf(folders),
  own_agent: kind === 'own_agent',
  own_records:
    kind === 'own_records' ? { uid: fleet.accounts.factory, user_name: 'factory', agent_path: pathOf(folders) } : null,
  group: groupOf(listed),
})

const isPlaced = (folders: Place, kind: Kind, at: SmallDistributor): boolean =>
  kind === 'own_agent' ? folders === at : folders === '/' || ABOVE[at].above.some((name) => name === folders)

/** A region's code without its closing pairs of zeros begins those within it. */
const beginningOf = (code: string): string => (code.endsWith('0000') ? code.slice(0, 2) : code.slice(0, 4))

const isThere = (listed: Listed, at: SmallDistributor): boolean =>
  (listed.agents === undefined && listed.regions === undefined) ||
  listed.agents?.some((name) => ABOVE[at].above.some((above) => above === name)) === true ||
  listed.regions?.some((code) => ABOVE[at].region.startsWith(beginningOf(code))) === true

const hasRule = ({ agents, regions, products }: Listed): boolean =>
  agents !== undefined || regions !== undefined || products !== undefined

/** The declared rule of device rows: place ∩ kind ∩ group. */
const isMine = (folders: Place, kind: Kind, listed: Listed | null, device: SmallDevice, at: number): boolean => {
  if (!isPlaced(folders, kind, device.at)) return false
  if (kind === 'own_records' && device.imported_user !== 'factory') return false
  if (listed === null || listed.devices?.includes(at) === true) return true
  return hasRule(listed) && isThere(listed, device.at) && listed.products !== 'other'
}

const cells = PLACES.flatMap((folders) =>
  KINDS.flatMap((kind) => Object.entries(GROUPS).map(([name, listed]) => ({ place: folders, kind, name, listed }))),
)
const titleOf = ({ place: folders, kind, name }: (typeof cells)[number]) => `${kind} at ${folders}, ${name}`

describe(`devices in ${cells.length} scopes`, () => {
  it('are those that place, kind of rows and group leave over', async () => {
    const wrong: string[] = []
    for (const cell of cells) {
      const { place: folders, kind, listed } = cell
      const rows = await database.db
        .selectFrom('devices')
        .select('mac')
        .where(withinScope(scopeOf(folders, kind, listed), 'devices'))
        .execute()
      const got = rows.map(({ mac }) => mac).toSorted()
      const mine = fleet.devices.filter((device, at) => isMine(folders, kind, listed, device, at))
      const want = mine.map(({ mac }) => mac).toSorted()
      if (got.join() !== want.join()) wrong.push(`${titleOf(cell)}: ${got.join()} instead of ${want.join()}`)
    }
    expect(wrong).toEqual([])
  })

  it('are evaluated alike in memory, which may only let through what SQL then checks', () => {
    const wrong: string[] = []
    for (const cell of cells) {
      const { place: folders, kind, listed } = cell
      const scope = scopeOf(folders, kind, listed)
      for (const [at, device] of fleet.devices.entries()) {
        const may = mayBeWithin(scope, { ...device, product_key: fleet.product_key })
        const is = isMine(folders, kind, listed, device, at)
        if (is && !may) wrong.push(`${titleOf(cell)}: ${device.mac} is kept back`)
        if (may && !is && !needsSql(scope)) wrong.push(`${titleOf(cell)}: ${device.mac} is let through`)
        // What memory cannot know are regions and who imported a unit; the rest it must know.
        if (may && !is && kind !== 'own_records' && listed?.regions === undefined)
          wrong.push(`${titleOf(cell)}: ${device.mac} is let through though its place says it all`)
      }
    }
    expect(wrong).toEqual([])
  })

  it('include their app users, and no others', async () => {
    const wrong: string[] = []
    for (const cell of cells) {
      const { place: folders, kind, listed } = cell
      const scope = scopeOf(folders, kind, listed)
      const rows = await database.db
        .selectFrom('app_users')
        .select('app_user_id')
        .where(appUsersWithin(scope, 'app_users'))
        .execute()
      const got = rows.map(({ app_user_id }) => app_user_id).toSorted((a, b) => a - b)
      const want = owners.filter((_, at) => {
        const device = fleet.devices[at]
        return device !== undefined && isMine(folders, kind, listed, device, at)
      })
      if (got.join() !== want.join()) wrong.push(`${titleOf(cell)}: ${got.join()} instead of ${want.join()}`)
    }
    expect(wrong).toEqual([])
  })
})

/** The declared rule of distributor rows: of own records the own one alone; a group of products alone is everywhere. */
const isMyAgent = (folders: Place, kind: Kind, listed: Listed | null, at: SmallDistributor): boolean => {
  if (kind === 'own_records' ? folders !== at : !isPlaced(folders, kind, at)) return false
  if (listed === null) return true
  const has_where = listed.agents !== undefined || listed.regions !== undefined
  if (!has_where && listed.products !== undefined) return true
  if (has_where && isThere(listed, at)) return true
  return listed.devices?.some((index) => fleet.devices[index]?.at === at) === true
}

describe(`distributors in ${cells.length} scopes`, () => {
  it('are those of the place that the group names, or that have a device it lists', async () => {
    const wrong: string[] = []
    for (const cell of cells) {
      const { place: folders, kind, listed } = cell
      const rows = await database.db
        .selectFrom('distributors')
        .select('agent_name')
        .where(agentsWithin(scopeOf(folders, kind, listed), 'distributors'))
        .execute()
      const got = rows.map(({ agent_name }) => agent_name).toSorted()
      const want = NAMES.filter((at) => isMyAgent(folders, kind, listed, at)).toSorted()
      if (got.join() !== want.join()) wrong.push(`${titleOf(cell)}: ${got.join()} instead of ${want.join()}`)
    }
    expect(wrong).toEqual([])
  })

  it('bring their accounts; those of the manufacturer only to its own people whom no group narrows', async () => {
    const wrong: string[] = []
    const all = await database.db.selectFrom('accounts').select(['uid', 'agent_id']).orderBy('uid').execute()
    const nameOf = new Map(NAMES.map((name) => [fleet.distributors[name].agent_id, name]))
    for (const cell of cells) {
      const { place: folders, kind, listed } = cell
      const rows = await database.db
        .selectFrom('accounts')
        .leftJoin('distributors', 'distributors.agent_id', 'accounts.agent_id')
        .select('accounts.uid')
        .where(accountsWithin(scopeOf(folders, kind, listed), 'accounts'))
        .orderBy('accounts.uid')
        .execute()
      const want = all.filter(({ uid, agent_id }) => {
        if (kind === 'own_records') return uid === fleet.accounts.factory
        const name = agent_id === null ? undefined : nameOf.get(agent_id)
        if (name === undefined) return folders === '/' && listed === null
        return isMyAgent(folders, kind, listed, name)
      })
      const [got, wanted] = [rows, want].map((list) => list.map(({ uid }) => uid).join())
      if (got !== wanted) wrong.push(`${titleOf(cell)}: ${got} instead of ${wanted}`)
    }
    expect(wrong).toEqual([])
  })

  it.each(KINDS)('bring the audit lines of their people, %s: never more than the place', async (kind) => {
    for (const folders of PLACES) {
      const rows = await database.db
        .selectFrom('audit_log')
        .select('user_name')
        .where('action', '=', 'test')
        .where(auditWithin(scopeOf(folders, kind, null), 'audit_log'))
        .execute()
      const of_agents = NAMES.filter((at) => isPlaced(folders, kind, at))
      const of_place = folders === '/' ? [...of_agents, 'factory'] : of_agents
      const want = kind === 'own_records' ? ['factory'] : of_place.toSorted()
      expect([folders, rows.map(({ user_name }) => user_name).toSorted()]).toEqual([folders, want])
    }
  })
})

describe('the ends of the scale', () => {
  it('everything is every device, a group of nothing none', async () => {
    const count = async (scope: Scope) =>
      (await database.db.selectFrom('devices').select('mac').where(withinScope(scope, 'devices')).execute()).length
    expect(await count(EVERYTHING)).toBe(fleet.devices.length)
    expect(await count({ ...EVERYTHING, group: NOTHING })).toBe(0)
  })

  it.each([
    ['a path that begins alike is another', '/1/', '/12/'],
    ['a lower one is not the higher', '/1/2/', '/1/'],
  ])('%s', (_, own, other) => {
    expect(mayBeWithin({ ...EVERYTHING, agent_path: own }, { agent_path: other, device_id: 1 })).toBe(false)
  })
})
