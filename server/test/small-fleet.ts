import { imeiOf } from '@heatfleet/contract/identifiers.ts'
import type { Kysely } from 'kysely'
import { readBuiltInProduct } from '../src/features/products/built-in.ts'
import { ensureProduct } from '../src/features/products/store-built-in.ts'
import { hashPassword } from '../src/platform/password-hash.ts'
import { seal } from '../src/platform/seal.ts'
import type { Tables } from '../src/platform/tables.ts'
import { writeBuiltInRoles } from '../src/start/store-first.ts'

/** Every account of the small fleet logs in with it. */
export const SMALL_FLEET_PASSWORD = 'Correct-Horse-42'
/** Seals the device secrets of the small fleet. */
export const SMALL_FLEET_KEY = Buffer.from('00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff', 'hex')
const IMPORTED_AT = new Date('2026-01-15T08:00:00Z')

const DISTRIBUTORS = [
  { name: 'A', level: 1, parent: null },
  { name: 'A1', level: 2, parent: 'A' },
  { name: 'A2', level: 2, parent: 'A' },
  { name: 'A11', level: 3, parent: 'A1' },
  { name: 'B', level: 1, parent: null },
] as const
export type SmallDistributor = (typeof DISTRIBUTORS)[number]['name']

const ACCOUNTS = [
  { user_name: 'admin', role: 'Platform admin', at: null },
  { user_name: 'province_a', role: 'Province agent', at: 'A' },
  { user_name: 'city_a1', role: 'City agent', at: 'A1' },
  { user_name: 'city_a2', role: 'City agent', at: 'A2' },
  { user_name: 'county_a11', role: 'County agent', at: 'A11' },
  { user_name: 'province_b', role: 'Province agent', at: 'B' },
  { user_name: 'auditor', role: 'Read-only auditor', at: null },
] as const
export type SmallAccount = (typeof ACCOUNTS)[number]['user_name']

const DEVICES = [
  { mac: imeiOf('86000000000001'), at: 'A', net: '4g' },
  { mac: imeiOf('86000000000002'), at: 'A1', net: '4g' },
  { mac: imeiOf('86000000000003'), at: 'A11', net: '4g' },
  { mac: 'a4c138000004', at: 'A11', net: 'wifi' },
  { mac: imeiOf('86000000000005'), at: 'A2', net: '4g' },
  { mac: 'a4c138000006', at: 'B', net: 'wifi' },
] as const

export type SmallDevice = {
  device_id: number
  mac: string
  at: SmallDistributor
  agent_path: string
  secret: Buffer
}
export type SmallFleet = {
  layout_id: number
  product_key: string
  /** agent_id and path by distributor. */
  distributors: Record<SmallDistributor, { agent_id: number; agent_path: string }>
  /** uid by account. */
  accounts: Record<SmallAccount, number>
  /** One at A, A1, A11, A11, A2, B, in this order; the first five of province A. */
  devices: SmallDevice[]
}

/** Fills a test's database: provinces A (cities A1 with county A11, A2) and B, an account of each role, six devices. */
export const seedSmallFleet = async (db: Kysely<Tables>): Promise<SmallFleet> => {
  const product = readBuiltInProduct()
  const { layout_id } = await ensureProduct(db, product, IMPORTED_AT)
  const distributors = await seedDistributors(db)
  const accounts = await seedAccounts(db, distributors)
  const devices: SmallDevice[] = []
  for (const [at, device] of DEVICES.entries()) {
    const secret = Buffer.alloc(32, at + 1)
    const { agent_id, agent_path } = distributors[device.at]
    const { device_id } = await db
      .insertInto('devices')
      .values({
        mac: device.mac,
        device_name: `House ${at + 1}`,
        product_key: product.product_key,
        agent_id,
        agent_path,
        net: device.net,
        iccid: device.net === '4g' ? `8986001234567890${String(1000 + at)}` : null,
        secret_sealed: seal(SMALL_FLEET_KEY, secret),
        import_time: IMPORTED_AT,
        import_tag: 'small fleet',
        identify_status: 'recognized',
        imported_user: 'admin',
      })
      .returning('device_id')
      .executeTakeFirstOrThrow()
    await db.insertInto('device_status').values({ device_id }).execute()
    devices.push({ device_id, mac: device.mac, at: device.at, agent_path, secret })
  }
  return { layout_id, product_key: product.product_key, distributors, accounts, devices }
}

const seedDistributors = async (db: Kysely<Tables>): Promise<SmallFleet['distributors']> => {
  const made = new Map<string, { agent_id: number; agent_path: string }>()
  for (const { name, level, parent } of DISTRIBUTORS) {
    const above = parent === null ? null : made.get(parent)
    const { agent_id } = await db
      .insertInto('distributors')
      .values({ agent_name: name, agent_level: level, parent_id: above?.agent_id ?? null, agent_path: `/new-${name}/` })
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
): Promise<SmallFleet['accounts']> => {
  await writeBuiltInRoles(db)
  const roles = await db.selectFrom('roles').select(['role_id', 'role_name']).execute()
  const password_hash = await hashPassword(SMALL_FLEET_PASSWORD)
  const made = await db
    .insertInto('accounts')
    .values(
      ACCOUNTS.map(({ user_name, role, at }) => ({
        user_name,
        nick_name: user_name,
        password_hash,
        role_id: roles.find(({ role_name }) => role_name === role)?.role_id ?? 0,
        agent_id: at === null ? null : distributors[at].agent_id,
      })),
    )
    .returning(['uid', 'user_name'])
    .execute()
  // One row for each account of the table.
  return Object.fromEntries(made.map(({ user_name, uid }) => [user_name, uid])) as SmallFleet['accounts']
}
