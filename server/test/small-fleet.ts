import { imeiOf } from '@heatfleet/contract/identifiers.ts'
import type { Permission } from '@heatfleet/contract/permissions.ts'
import { BUILT_IN_ROLES } from '@heatfleet/contract/roles/built-in.ts'
import type { Kysely } from 'kysely'
import { readBuiltInProduct } from '../src/features/products/built-in.ts'
import { ensureProduct } from '../src/features/products/store-built-in.ts'
import { seal } from '../src/platform/seal.ts'
import type { Tables } from '../src/platform/tables.ts'
import { writeBuiltInRoles } from '../src/start/store-first-start.ts'

/** Every account of the small fleet logs in with it. */
export const SMALL_FLEET_PASSWORD = 'Correct-Horse-42'
/**
 * Its hash with the least Argon2id settings, which the log-in reads from the hash: 0.1 ms of CPU for each log-in, not 11. A chosen
 * password is hashed with the product's own settings in tests too.
 */
const PASSWORD_HASH = '$argon2id$v=19$m=8,t=1,p=1$A7d8q7yR6jgINDLvHuNaCQ$ySTOHyWWyr/3QNWJwIT7vdXAPQ16l3g5HrF2Ph+Vkl8'
/** Seals the device secrets of the small fleet. */
export const SMALL_FLEET_KEY = Buffer.from('00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff', 'hex')
const IMPORTED_AT = new Date('2026-01-15T08:00:00Z')

/** Zhejiang with Hangzhou (and its district Xihu) and Ningbo; Jiangsu. */
const DISTRIBUTORS = [
  { name: 'A', level: 1, parent: null, region_code: '330000' },
  { name: 'A1', level: 2, parent: 'A', region_code: '330100' },
  { name: 'A2', level: 2, parent: 'A', region_code: '330200' },
  { name: 'A11', level: 3, parent: 'A1', region_code: '330106' },
  { name: 'B', level: 1, parent: null, region_code: '320000' },
] as const
export type SmallDistributor = (typeof DISTRIBUTORS)[number]['name']

/** A role that somebody made: a distributor's own units alone, without those of the lower ones. */
const OFFICE_ROLE = {
  role_name: 'Own office',
  description: 'The own units only.',
  level: 'distributor',
  data_scope: 'own_agent',
  permissions: [...BUILT_IN_ROLES['City agent'].permissions],
} as const
const ROLES = { ...BUILT_IN_ROLES, [OFFICE_ROLE.role_name]: OFFICE_ROLE }
type SmallRole = keyof typeof ROLES

/** Rights of each role of the small fleet. */
export const rightsOf = (role: SmallRole): readonly Permission[] => ROLES[role].permissions

/** Hangzhou and its districts. */
const CITY_GROUP = { group_name: 'Hangzhou', region_codes: ['330100'] }

const ACCOUNTS = [
  { user_name: 'admin', role: 'Platform admin', at: null },
  { user_name: 'province_a', role: 'Province agent', at: 'A' },
  { user_name: 'city_a1', role: 'City agent', at: 'A1' },
  { user_name: 'city_a2', role: 'City agent', at: 'A2' },
  { user_name: 'county_a11', role: 'County agent', at: 'A11' },
  { user_name: 'province_b', role: 'Province agent', at: 'B' },
  { user_name: 'auditor', role: 'Read-only auditor', at: null },
  { user_name: 'staff', role: 'Manufacturer staff', at: null },
  { user_name: 'staff_hangzhou', role: 'Manufacturer staff', at: null, group: CITY_GROUP.group_name },
  { user_name: 'factory', role: 'Factory line', at: null },
  { user_name: 'office_a', role: OFFICE_ROLE.role_name, at: 'A' },
] as const satisfies readonly { user_name: string; role: SmallRole; at: SmallDistributor | null; group?: string }[]
export type SmallAccount = (typeof ACCOUNTS)[number]['user_name']
/** Role of each account. One row for each account of the table. */
export const ROLE_OF = Object.fromEntries(ACCOUNTS.map(({ user_name, role }) => [user_name, role])) as Record<
  SmallAccount,
  SmallRole
>

/** Who imported a unit; the administrator, if not said. */
const DEVICES = [
  { mac: imeiOf('86000000000001'), at: 'A', net: '4g' },
  { mac: imeiOf('86000000000002'), at: 'A1', net: '4g' },
  { mac: imeiOf('86000000000003'), at: 'A11', net: '4g' },
  { mac: 'a4c138000004', at: 'A11', net: 'wifi' },
  { mac: imeiOf('86000000000005'), at: 'A2', net: '4g', imported_by: 'factory' },
  { mac: 'a4c138000006', at: 'B', net: 'wifi' },
] as const satisfies readonly {
  mac: string
  at: SmallDistributor
  net: 'wifi' | '4g'
  imported_by?: SmallAccount
}[]

export type SmallDevice = {
  device_id: number
  mac: string
  at: SmallDistributor
  agent_path: string
  imported_user: SmallAccount
  secret: Buffer
}
export type SmallFleet = {
  layout_id: number
  product_key: string
  /** agent_id and path by distributor. */
  distributors: Record<SmallDistributor, { agent_id: number; agent_path: string }>
  /** uid by account. */
  accounts: Record<SmallAccount, number>
  /** The distributor an account belongs to; null = the manufacturer. */
  at: Record<SmallAccount, SmallDistributor | null>
  /** role_id by role. */
  roles: Record<SmallRole, number>
  /** The resource group of `staff_hangzhou`. */
  city_group_id: number
  /** One at A, A1, A11, A11, A2, B, in this order; the first five of province A. */
  devices: SmallDevice[]
}

/**
 * Fills a test's database: provinces A (cities A1 with county A11, A2) and B, people of many roles, one of them with a
 * resource group, one with a role that was made, six devices.
 */
export const seedSmallFleet = async (db: Kysely<Tables>): Promise<SmallFleet> => {
  const product = readBuiltInProduct()
  const { layout_id } = await ensureProduct(db, product, IMPORTED_AT)
  const distributors = await seedDistributors(db)
  const { roles, city_group_id, accounts } = await seedAccounts(db, distributors)
  const devices: SmallDevice[] = []
  for (const [at, device] of DEVICES.entries()) {
    const secret = Buffer.alloc(32, at + 1)
    const { agent_id, agent_path } = distributors[device.at]
    const imported_user = 'imported_by' in device ? device.imported_by : 'admin'
    const { device_id } = await db
      .insertInto('devices')
      .values({
        mac: device.mac,
        device_name: `House ${at + 1}`,
        product_key: product.product_key,
        agent_id,
        agent_path,
        net: device.net,
        iccid: device.net === '4g' ? `898600123456789${String(1000 + at)}0` : null,
        secret_sealed: seal(SMALL_FLEET_KEY, secret),
        import_time: IMPORTED_AT,
        import_tag: 'small fleet',
        identify_status: 'recognized',
        imported_user,
      })
      .returning('device_id')
      .executeTakeFirstOrThrow()
    await db.insertInto('device_status').values({ device_id }).execute()
    devices.push({ device_id, mac: device.mac, at: device.at, agent_path, imported_user, secret })
  }
  // One row for each account of the table.
  const belongs_to = Object.fromEntries(ACCOUNTS.map((account) => [account.user_name, account.at])) as SmallFleet['at']
  return {
    layout_id,
    product_key: product.product_key,
    distributors,
    accounts,
    roles,
    city_group_id,
    devices,
    at: belongs_to,
  }
}

const seedDistributors = async (db: Kysely<Tables>): Promise<SmallFleet['distributors']> => {
  const made = new Map<string, { agent_id: number; agent_path: string }>()
  for (const { name, level, parent, region_code } of DISTRIBUTORS) {
    const above = parent === null ? null : made.get(parent)
    const { agent_id } = await db
      .insertInto('distributors')
      .values({
        agent_name: name,
        agent_level: level,
        parent_id: above?.agent_id ?? null,
        agent_path: `/new-${name}/`,
        region_code,
      })
      .returning('agent_id')
      .executeTakeFirstOrThrow()
    const agent_path = `${above?.agent_path ?? '/'}${agent_id}/`
    await db.updateTable('distributors').set({ agent_path }).where('agent_id', '=', agent_id).execute()
    made.set(name, { agent_id, agent_path })
  }
  // Every name of the table was put in just above.
  return Object.fromEntries(made) as SmallFleet['distributors']
}

const seedAccounts = async (
  db: Kysely<Tables>,
  distributors: SmallFleet['distributors'],
): Promise<Pick<SmallFleet, 'accounts' | 'roles' | 'city_group_id'>> => {
  await writeBuiltInRoles(db)
  await db
    .insertInto('roles')
    .values({ ...OFFICE_ROLE, permissions: [...OFFICE_ROLE.permissions], agent_id: distributors.A.agent_id })
    .execute()
  const rows = await db.selectFrom('roles').select(['role_id', 'role_name']).execute()
  // Every role of the table was put in just above.
  const roles = Object.fromEntries(rows.map(({ role_name, role_id }) => [role_name, role_id])) as SmallFleet['roles']
  const { group_id: city_group_id } = await db
    .insertInto('resource_groups')
    .values(CITY_GROUP)
    .returning('group_id')
    .executeTakeFirstOrThrow()
  const made = await db
    .insertInto('accounts')
    .values(
      ACCOUNTS.map(({ user_name, role, at, ...row }) => ({
        user_name,
        nick_name: user_name,
        password_hash: PASSWORD_HASH,
        role_id: roles[role],
        agent_id: at === null ? null : distributors[at].agent_id,
        ...('group' in row ? { resource_group_id: city_group_id } : {}),
      })),
    )
    .returning(['uid', 'user_name'])
    .execute()
  // One row for each account of the table.
  const accounts = Object.fromEntries(made.map(({ user_name, uid }) => [user_name, uid])) as SmallFleet['accounts']
  return { roles, city_group_id, accounts }
}
