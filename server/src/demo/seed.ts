import { AccountDraft } from '@heatfleet/contract/accounts/draft.ts'
import { CHINA } from '@heatfleet/contract/countries.ts'
import { NewDistributor } from '@heatfleet/contract/distributors/distributors.ts'
import type { Kysely } from 'kysely'
import { type CreateDeps, createAccount, readBuiltInRoleId, readWholeFleetId } from '../features/accounts/public.ts'
import { hashAppSecret, insertApplication } from '../features/apps/public.ts'
import type { Created } from '../features/distributors/public.ts'
import { createDistributor } from '../features/distributors/public.ts'
import { generatePassword } from '../platform/generate-password.ts'
import { seal } from '../platform/seal.ts'
import type { Tables } from '../platform/tables.ts'
import { insertDemoVersions } from './app-versions.ts'
import { DEMO_APPS, type DemoApp } from './people.ts'
import type { DemoPlan, PlannedDistributor, PlannedUnit } from './plan.ts'
import { demoAppKey, demoAppSecret, demoSecret } from './secrets.ts'
import { firstHolderOf, historyDaysOf, shipDemo } from './shipments.ts'
import { insertDevices } from './store.ts'
import { insertDemoCards } from './store-iccids.ts'
import { insertDemoImports } from './store-imports.ts'
import { insertStory } from './store-story.ts'
import { storyOf } from './story.ts'

/** Creates the distributor tree by the product's own functions; the plan lists parents first. */
const createDistributors = async (deps: CreateDeps, planned: readonly PlannedDistributor[]): Promise<Created[]> => {
  const made: Created[] = []
  for (const [at, { place, country, level, parent }] of planned.entries()) {
    const { agent_name, region_code, address } = place
    const draft = NewDistributor.parse({
      agent_name,
      agent_level: level,
      parent_id: parent === null ? null : made[parent]?.agent_id,
      country,
      region_code,
      region_text: country === CHINA ? '' : townOf(address),
      address,
      email: `office-${at + 1}@example.com`,
    })
    made.push(await createDistributor(deps, 'system', draft))
  }
  return made
}

/** `ul. Lwowska 30, 33-100 Tarnów` -> `Tarnów`: the part after the postal code, or all of it. */
const townOf = (address: string): string => address.replace(/^.*\d{2}-?\d{3} /, '')

const DAY_MS = 86_400_000
/** Of what happened to units before the demo. */
const STORY_SEED = 28
const DEMO_APP_NAMES = Object.keys(DEMO_APPS) as DemoApp[] // the keys of the table

/** One log-in of the demo for each level and role; distributors are named by location, null = the manufacturer. */
export const DEMO_ACCOUNTS = [
  { user_name: 'zhejiang', role_name: 'Province agent', agent_name: '浙江暖源热泵' },
  { user_name: 'hangzhou', role_name: 'City agent', agent_name: '杭州暖源' },
  { user_name: 'yuhang', role_name: 'County agent', agent_name: '余杭暖源服务站' },
  { user_name: 'malopolska', role_name: 'Province agent', agent_name: 'Ciepło Małopolska' },
  { user_name: 'staff', role_name: 'Manufacturer staff', agent_name: null },
  { user_name: 'service', role_name: 'After-sales operator', agent_name: null },
  { user_name: 'auditor', role_name: 'Read-only auditor', agent_name: null },
  { user_name: 'engineer', role_name: 'Product engineer', agent_name: null },
] as const

/** Input of the demo's rows. */
type DemoSeed = {
  plan: DemoPlan
  product_key: string
  secret_key_hex: string
  /** Time zero of the demo, unix ms. */
  made_at: number
  /** Days of history that every live unit has, before that moment. */
  days: number
  /** Password of every demo account. */
  password: string
}

/** Fills an empty database with the demo in one transaction. */
export const seedDemo = async (deps: CreateDeps, seed: DemoSeed): Promise<void> => {
  await deps.db.transaction().execute(async (tx) => {
    // Created at the demo's time zero.
    const clock = { now: () => seed.made_at }
    const distributors = await createDistributors({ ...deps, db: tx, clock }, seed.plan.distributors)
    const devices = seed.plan.units.map((unit, at) => ({
      row: deviceOf(unit, at, distributors, seed),
      status: statusOf(unit, at, seed),
    }))
    const device_ids = await insertDevices(tx, devices)
    const names = distributors.map(
      ({ agent_id }, at) => [agent_id, seed.plan.distributors[at]?.place.agent_name ?? ''] as const,
    )
    await insertDemoImports(tx, devices, device_ids, new Map(names))
    await insertStory(tx, storyOf(seed.plan, STORY_SEED, seed), device_ids, seed.product_key)
    await shipDemo(tx, seed.plan, distributors, seed)
    await insertDemoCards(tx, seed.plan.units, seed.made_at)
    const app_ids = new Map<DemoApp, number>()
    for (const app of DEMO_APP_NAMES) app_ids.set(app, await insertDemoApp(tx, app, seed))
    await insertDemoVersions(tx, app_ids, seed.made_at)
    const resource_group_id = await readWholeFleetId(tx)
    for (const { user_name, role_name, agent_name } of DEMO_ACCOUNTS) {
      const at = seed.plan.distributors.findIndex(({ place }) => place.agent_name === agent_name)
      const draft = AccountDraft.parse({
        user_name,
        nick_name: agent_name ?? role_name,
        email: `${user_name}@example.com`,
        role_id: await readBuiltInRoleId(tx, role_name),
        resource_group_id,
        agent_id: distributors[at]?.agent_id ?? null,
        password: generatePassword(),
      })
      // The administrator's password may be longer than the wire allows.
      const own = { ...draft, password: seed.password }
      await createAccount({ ...deps, db: tx }, 'system', own, { keeps_password: true })
    }
  })
}

/** Registers the apps; their users are created over the app API (onboard-households.ts). */
const insertDemoApp = async (
  tx: Kysely<Tables>,
  app: DemoApp,
  { secret_key_hex, made_at }: DemoSeed,
): Promise<number> => {
  const app_id = await insertApplication(tx, {
    ...DEMO_APPS[app],
    platforms: [...DEMO_APPS[app].platforms],
    app_key: demoAppKey(secret_key_hex, app),
    secret_hash: hashAppSecret(demoAppSecret(secret_key_hex, app)),
    created_by: null,
    at: new Date(made_at),
  })
  if (app_id === null) throw new Error('The apps of the demo have names of their own.')
  return app_id
}

const deviceOf = (unit: PlannedUnit, at: number, distributors: readonly Created[], seed: DemoSeed) => {
  const distributor = distributors[firstHolderOf(seed.plan, unit, at)]
  if (distributor === undefined) throw new Error('Every unit of the plan has a distributor of the plan.')
  return {
    mac: unit.mac,
    device_name: unit.device_name,
    product_key: seed.product_key,
    agent_id: distributor.agent_id,
    agent_path: distributor.agent_path,
    net: unit.net,
    iccid: unit.iccid,
    secret_sealed: seal(Buffer.from(seed.secret_key_hex, 'hex'), demoSecret(seed.secret_key_hex, unit.mac)),
    generic: true,
    identify_status: IDENTIFY[unit.state],
    active: unit.state !== 'never',
    lat: unit.lat,
    lon: unit.lon,
    address: unit.address,
    import_tag: unit.import_tag,
    import_time: new Date(seed.made_at - (unit.imported_days_ago + historyDaysOf(unit, seed)) * DAY_MS),
    imported_user: 'admin',
    simulated: true,
  }
}

/** A live device registers itself at its first log-in. */
const IDENTIFY = { live: 'not_started', never: 'not_started', unrecognized: 'unrecognized' } as const

const FIRST_VISIT_DAYS_AGO = 3
const FIRST_VISIT_MS = 40 * 60_000

/** When a unit was online: a live one since before its history, after its shipments; its module comes back with the demo. */
const statusOf = (unit: PlannedUnit, at: number, seed: DemoSeed) => {
  if (unit.state === 'never') return {}
  if (unit.state === 'live') {
    const first_online_at = firstOnlineOf(unit, at, seed)
    return {
      first_online_at,
      last_online_at: first_online_at,
      last_offline_at: new Date(seed.made_at),
      online_times: 1,
    }
  }
  const on = seed.made_at - FIRST_VISIT_DAYS_AGO * DAY_MS
  return {
    first_online_at: new Date(on),
    last_online_at: new Date(on),
    last_offline_at: new Date(on + FIRST_VISIT_MS),
    online_times: 1,
  }
}

/** Between the last receipt of a unit (shipments.ts) and its history: so many days before the history, units spread over them. */
const FIRST_ONLINE_DAYS = { '01': { latest: 20, spread: 80 }, '02': { latest: 2, spread: 10 } } as const
/** Installers work in the morning: minutes after midnight UTC, for China and Europe alike. */
const FIRST_ONLINE_MINUTES = { from: 6 * 60, spread: 5 * 60 } as const

const firstOnlineOf = (unit: PlannedUnit, at: number, { made_at, days }: DemoSeed): Date => {
  const { latest, spread } = FIRST_ONLINE_DAYS[unit.import_tag.endsWith('01') ? '01' : '02']
  const midnight = made_at - (made_at % DAY_MS) - (days + latest + ((at * 7) % spread)) * DAY_MS
  return new Date(midnight + (FIRST_ONLINE_MINUTES.from + ((at * 37) % FIRST_ONLINE_MINUTES.spread)) * 60_000)
}
