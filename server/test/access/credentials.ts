import { api, type EndpointName } from '@heatfleet/contract/api.ts'
import {
  CONSOLE_APPLICATION_KEY,
  DATA_RECIPIENT_KEY,
  isAppCall,
  type Restriction,
} from '@heatfleet/contract/endpoint.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { clientWith, firstOf, inTurn, outcomeOf, sumOf, type Tried } from './matrix.ts'
import { type ConsoleCall, RIGHTS, requestOf } from './rows.ts'
import { type AccessStage, apiTokenOf, strangerOf } from './stage.ts'

/** What somebody comes with who is not, or not yet, or not wholly, a signed-in person. */
export type Credential = {
  says: string
  key: string
  secret?: string
  /** Fresh where a call may use it up. */
  token: () => Promise<string | null>
  /** The refusal of a console call that is expected; null = it comes through to its right. */
  refuses: (name: ConsoleCall) => string | null
  /** Rights it comes through with. */
  has?: (needs: string) => boolean
}

const NOT_LET_IN = { token: 'invalid_token', key: 'invalid_application_key' } as const
/** The only right of the program's token that is tried. */
const PROGRAM_RIGHT = 'device:view'

/** Everything that is not a token of a session, and sessions that are open for little. */
export const credentialsOf = async (stage: AccessStage): Promise<Credential[]> => {
  const { fleet, app, database, tokenOf } = stage
  const secret = fleet.devices[0]?.secret ?? Buffer.alloc(0)
  const strange = (says: string, token: string | null): Credential => ({
    says,
    key: CONSOLE_APPLICATION_KEY,
    token: async () => token,
    refuses: (name) => (RIGHTS[name].needs === 'application' ? null : NOT_LET_IN.token),
  })
  const keyless = (says: string, key: string, token: string): Credential => ({
    says,
    key,
    token: async () => token,
    refuses: () => NOT_LET_IN.key,
  })
  const restricted = (says: string, uid: number, during: Restriction, code: string): Credential => ({
    says,
    key: CONSOLE_APPLICATION_KEY,
    token: () => stage.sessionOf(uid),
    refuses: (name) => (isOpenDuring(name, during) ? null : code),
  })
  const hash = await database.db.selectFrom('sessions').select('token_hash').limit(1).executeTakeFirst()
  const program = openPrograms(stage)
  const powerless = await makePowerless(stage)
  return [
    strange('nobody', null),
    strange('a random token', 'x'.repeat(43)),
    strange('the secret of a device', secret.toString('base64url')),
    strange('the secret of a device in hex', secret.toString('hex')),
    strange('the id of a device', fleet.devices[0]?.mac ?? ''),
    strange('an app user', await strangerOf(stage)),
    strange('the stored hash of a session', hash?.token_hash.toString('base64url') ?? ''),
    keyless('the administrator without the key', 'wrong', await tokenOf('admin')),
    keyless('the administrator with the key of an app', app.app_key, await tokenOf('admin')),
    {
      says: 'a program of the administrator',
      key: CONSOLE_APPLICATION_KEY,
      token: program,
      refuses: (name) => (RIGHTS[name].closed_to_api_tokens ? 'closed_to_api_tokens' : null),
      has: (needs) => needs === PROGRAM_RIGHT || isForAnyone(needs),
    },
    {
      says: 'somebody whose role has no right',
      key: CONSOLE_APPLICATION_KEY,
      token: () => stage.sessionOf(powerless),
      refuses: () => null,
      has: isForAnyone,
    },
    restricted(
      'a session before the first change of password',
      await makeRestricted(stage, 'password'),
      'change_password',
      'password_change_required',
    ),
    restricted(
      'a session before the second factor is enrolled',
      await makeRestricted(stage, 'factor'),
      'enrol_second_factor',
      'second_factor_enrolment_required',
    ),
  ]
}

/** A token may call so often in some seconds, and the table holds more calls than that: a new one after each hundred. */
const CALLS_OF_ONE_PROGRAM = LIMITS.api_token_calls_per_10s / 2

const openPrograms = (stage: AccessStage) => {
  let calls = 0
  let token: Promise<string> | null = null
  return (): Promise<string> => {
    if (calls % CALLS_OF_ONE_PROGRAM === 0) token = null
    calls += 1
    token ??= apiTokenOf(stage, 'admin', [PROGRAM_RIGHT])
    return token
  }
}

/** Calls that need no session are open whatever comes with them. */
const isOpenDuring = (name: ConsoleCall, during: Restriction): boolean =>
  RIGHTS[name].needs === 'application' || RIGHTS[name].open_during?.includes(during) === true

const isForAnyone = (needs: string): boolean => needs === 'signed-in' || needs === 'application'

/** A new account of the manufacturer with nothing to it. */
const makePowerless = async ({ database: { db } }: AccessStage): Promise<number> => {
  const { role_id } = await db
    .insertInto('roles')
    .values({ role_name: 'Without rights', level: 'manufacturer', permissions: [], data_scope: 'all' })
    .returning('role_id')
    .executeTakeFirstOrThrow()
  const { uid } = await db
    .insertInto('accounts')
    .values({ user_name: 'powerless', password_hash: '', role_id })
    .returning('uid')
    .executeTakeFirstOrThrow()
  return uid
}

/** A new administrator who has something to do first. */
const makeRestricted = async (stage: AccessStage, first: 'password' | 'factor'): Promise<number> => {
  const { db } = stage.database
  const role = await db
    .selectFrom('roles')
    .select(['role_id', 'permissions'])
    .where('role_name', '=', 'Platform admin')
    .executeTakeFirstOrThrow()
  let { role_id } = role
  if (first === 'factor')
    ({ role_id } = await db
      .insertInto('roles')
      .values({
        role_name: 'With second factor',
        level: 'manufacturer',
        permissions: role.permissions,
        data_scope: 'all',
        requires_totp: true,
      })
      .returning('role_id')
      .executeTakeFirstOrThrow())
  const { uid } = await db
    .insertInto('accounts')
    .values({
      user_name: `restricted ${first}`,
      password_hash: '',
      role_id,
      must_change_password: first === 'password',
    })
    .returning('uid')
    .executeTakeFirstOrThrow()
  return uid
}

/** One call with every credential: refused in the way of its kind, or let through to its right. */
export const tryCredentials = async (
  stage: AccessStage,
  name: ConsoleCall,
  credentials: readonly Credential[],
): Promise<Tried> => {
  const { row, subject } = await firstOf(stage, name)
  const request = requestOf(stage, name, row, subject)
  return sumOf(
    await inTurn([...credentials, viewOf(stage)], async ({ says, key, token, refuses, has }) => {
      const { code } = await outcomeOf(clientWith(stage, await token(), key), name, request)
      const expected = refuses(name) ?? (has?.(RIGHTS[name].needs) === false ? 'no_permission' : null)
      // Let through: whatever the call says itself, it says nothing of credentials.
      const is_right = expected === null ? !REFUSALS.has(code) && !code.startsWith('failure') : code === expected
      const what = expected ?? 'to be let through'
      return { tried: 1, wrong: is_right ? [] : [`${name}: ${says}: ${code} instead of ${what}`] }
    }),
  )
}

const REFUSALS: ReadonlySet<string> = new Set([
  NOT_LET_IN.token,
  NOT_LET_IN.key,
  'closed_to_api_tokens',
  'password_change_required',
  'second_factor_enrolment_required',
  'read_only_view',
])

/** The administrator who looks through the eyes of a city: anew each time, for some calls end it. */
const viewOf = (stage: AccessStage): Credential => ({
  says: 'who looks through the eyes of a city',
  key: CONSOLE_APPLICATION_KEY,
  token: async () => {
    const token = await stage.tokenOf('admin')
    await stage.server.clientOf(token)(api.viewAsStart, { params: { id: stage.fleet.accounts.city_a1 } })
    return token
  },
  refuses: (name) => (api[name].kind === 'change' && !isOpenDuring(name, 'read_only_view') ? 'read_only_view' : null),
})

type AppCall = Exclude<EndpointName, ConsoleCall>

export const APP_CALLS = (Object.keys(api) as EndpointName[]).filter((name): name is AppCall => isAppCall(api[name]))

/** One call of the app API with what opens none of it: the console's key and people, a stranger's app, no secret. */
export const tryApp = async (stage: AccessStage, name: AppCall): Promise<Tried> => {
  const { app, tokenOf } = stage
  const person = await tokenOf('admin')
  const user = await strangerOf(stage)
  const { needs } = RIGHTS[name]
  const cells: (readonly [says: string, code: string, token: string | null, key: string, secret?: string])[] = [
    ['the console', NOT_LET_IN.key, person, CONSOLE_APPLICATION_KEY, app.secret],
    ['an app user with the key of the console', NOT_LET_IN.key, user, CONSOLE_APPLICATION_KEY, app.secret],
    ['an unknown app', NOT_LET_IN.key, user, 'app_unknown', app.secret],
    ...(needs === 'data-recipient'
      ? ([
          ['an app', NOT_LET_IN.key, user, app.app_key, app.secret],
          ['nobody', NOT_LET_IN.token, null, DATA_RECIPIENT_KEY],
          ['the administrator', NOT_LET_IN.token, person, DATA_RECIPIENT_KEY],
          ['an app user', NOT_LET_IN.token, user, DATA_RECIPIENT_KEY],
        ] as const)
      : []),
    ...(needs === 'app-user'
      ? ([
          ['nobody', NOT_LET_IN.token, null, app.app_key],
          ['the administrator', NOT_LET_IN.token, person, app.app_key],
          ['an app user of another app', NOT_LET_IN.token, user, stage.other_app.app_key],
        ] as const)
      : []),
    ...(needs === 'app'
      ? ([
          ['the app without its secret', NOT_LET_IN.key, null, app.app_key],
          ['the app with a wrong secret', NOT_LET_IN.key, null, app.app_key, 'wrong'],
        ] as const)
      : []),
  ]
  return sumOf(
    await inTurn(cells, async ([says, expected, token, key, secret]) => {
      const { code } = await outcomeOf(clientWith(stage, token, key, secret), name, NOWHERE)
      return { tried: 1, wrong: code === expected ? [] : [`${name}: ${says}: ${code} instead of ${expected}`] }
    }),
  )
}

/** Enough to make a path of; nobody looks further before he is let in. */
const NOWHERE = { params: { device_id: 'a4c138ffffff', app_user_id: 1, grant_id: 1, consent: 'marketing' } }

const CALLS_OF_A_DEVICE = [
  'appUnbind',
  'appShare',
  'appUnshare',
  'appDataMetadata',
  'appDataLatest',
  'appDataHistory',
  'appDataGrants',
  'appDataExport',
  'appRequestDataExport',
  'appDataExportFile',
  'appRevokeData',
] as const

/** An app user at each device of others: as if it did not exist. Bound to nothing, he is shown nothing. */
export const tryAppDevices = async (stage: AccessStage): Promise<Tried> => {
  const call = clientWith(stage, await strangerOf(stage), stage.app.app_key, stage.app.secret)
  const shown = await outcomeOf(call, 'appDevices', {})
  const list: Tried = {
    tried: 1,
    wrong: JSON.stringify(shown.answer) === '[]' ? [] : [`appDevices: a stranger is shown ${JSON.stringify(shown)}`],
  }
  const cells = stage.fleet.devices.flatMap(({ mac }) => CALLS_OF_A_DEVICE.map((name) => ({ name, mac })))
  const tried = await inTurn(cells, async ({ name, mac }) => {
    const app_user_id = stage.app_users[0]?.id ?? 0
    const { code } = await outcomeOf(call, name, { params: { device_id: mac, app_user_id, grant_id: 1 } })
    return {
      tried: 1,
      wrong: code === 'not_bound' ? [] : [`${name}: a stranger: ${code} instead of not_bound`],
    }
  })
  return sumOf([list, ...tried])
}
