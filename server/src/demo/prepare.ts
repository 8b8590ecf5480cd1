import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { ensureFirmwareKey } from '../features/firmware/public.ts'
import type { ProductDefinition } from '../features/products/built-in.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db.ts'
import { writeDurably } from '../platform/durable-file.ts'
import { generatePassword } from '../platform/generate-password.ts'
import { type CreatedAdministrator, FIRST_ADMINISTRATOR } from '../start/first-administrator.ts'
import { seedFirmware } from './firmware.ts'
import { fleetFileOf, spareModuleOf } from './fleet-file.ts'
import type { Onboarding } from './onboard-households.ts'
import { compactedBounds } from './past-bounds.ts'
import { planHouseholds } from './people.ts'
import { planDemo } from './plan.ts'
import { DEMO_ACCOUNTS, seedDemo } from './seed.ts'
import { type DemoState, readDemoState } from './state.ts'
import { isWithoutFleet } from './store.ts'
import { settleHouseholds } from './store-households.ts'

/** A prepared demo. */
export type Demo = {
  login_file: string
  has_login_file: boolean
  /** Writes the simulator's fleet file for a broker; returns its path. */
  writeFleetFile: (mqtt_url: string) => string
  /** Records that the newest days were replayed. */
  markBackfilled: () => void
  /** Bounds of the compacted history still to be generated (unix ms, newest first); null = complete. */
  pastToMake: () => number[] | null
  markPastMade: () => void
  /** Remaining onboarding, for the product's URL; null = done. */
  onboard: (base_url: string) => Onboarding | null
}

/** Any seed works; another one generates another fleet. */
const SEED = 20_260_115

type Deps = { database: Database; clock: Clock }
type Input = {
  config: Config
  data_dir: string
  product: ProductDefinition
  secret_key_hex: string
  /** Folder of the firmware images. */
  firmware_folder: string
  made: CreatedAdministrator
}

/** Creates the demo in an empty database, or finds the one of an earlier start; null for a database with other data. */
export const prepareDemo = async ({ database, clock }: Deps, input: Input): Promise<Demo | null> => {
  const state_file = join(input.data_dir, 'demo', 'demo.json')
  const login_file = join(input.data_dir, 'demo-login.txt')
  const is_empty = await isWithoutFleet(database.db)
  const kept = readDemoState(state_file)
  if (kept === null && !is_empty) return null
  let state: DemoState = is_empty || kept === null ? freshState(input.config, clock.now()) : kept
  // Before the rows: an interrupted start keeps the same time zero.
  writeDurably(state_file, JSON.stringify(state))
  const plan = planDemo(state.seed, state.count)
  if (is_empty) {
    const password = input.made?.password ?? generatePassword()
    await seedDemo(
      { db: database.db, clock, config: input.config },
      {
        plan,
        product_key: input.product.product_key,
        secret_key_hex: input.secret_key_hex,
        made_at: state.made_at,
        days: state.days,
        password,
      },
    )
    const is_given = input.made !== null && !input.made.generated
    writeDurably(login_file, loginText(is_given ? null : password, input.made !== null))
  }
  const spare = spareModuleOf(plan, input.secret_key_hex)
  if (spare !== null) writeDurably(join(input.data_dir, 'demo', 'spare-module.json'), JSON.stringify(spare))
  const secret_key = Buffer.from(input.secret_key_hex, 'hex')
  const { product_key } = input.product
  if (is_empty)
    await seedFirmware(database.db, { secret_key, folder: input.firmware_folder, product_key, now_ms: clock.now() })
  const { public_key: firmware_key } = await ensureFirmwareKey(
    database.db,
    secret_key,
    product_key,
    new Date(clock.now()),
  )
  const keep = (change: Partial<DemoState>): void => {
    state = { ...state, ...change }
    writeDurably(state_file, JSON.stringify(state))
  }
  return {
    login_file,
    has_login_file: existsSync(login_file),
    writeFleetFile: (mqtt_url) => {
      const file = join(input.data_dir, 'demo', 'fleet.json')
      const where = { url: mqtt_url, secret_key_hex: input.secret_key_hex, firmware_key }
      writeDurably(file, JSON.stringify(fleetFileOf(plan, state, where)))
      return file
    },
    markBackfilled: () => {
      if (state.backfilled) return
      keep({ backfilled: true })
    },
    pastToMake: () => (state.past_made ? null : compactedBounds(state)),
    markPastMade: () => keep({ past_made: true }),
    onboard: (base_url) =>
      state.moved_in
        ? null
        : {
            base_url,
            secret_key_hex: input.secret_key_hex,
            households: planHouseholds(plan),
            staff: input.made === null ? null : { user_name: FIRST_ADMINISTRATOR, password: input.made.password },
            onDone: async () => {
              await settleHouseholds(database.pool, new Date(state.made_at))
              keep({ moved_in: true })
            },
          },
  }
}

const freshState = (config: Config, now: number): DemoState => {
  const days = config.HEATFLEET_DEMO_DAYS
  return {
    seed: SEED,
    count: config.HEATFLEET_DEMO,
    days,
    made_at: now,
    backfilled: days === 0,
    past_made: compactedBounds({ days, made_at: now }).length === 0,
    moved_in: false,
  }
}

const loginText = (password: string | null, with_administrator: boolean): string =>
  [
    'Log-ins of the demo, all with the same password.',
    '',
    `Password: ${password ?? 'the one of HEATFLEET_ADMIN_PASSWORD at the first start'}`,
    '',
    ...(with_administrator ? [`${FIRST_ADMINISTRATOR} - the manufacturer, sees everything`] : []),
    ...DEMO_ACCOUNTS.map(({ user_name, role_name, agent_name }) =>
      agent_name === null ? `${user_name} - ${role_name}` : `${user_name} - ${role_name} of ${agent_name}`,
    ),
    '',
  ].join('\n')
