import { api } from '@heatfleet/contract/api.ts'
import type { AppUser } from '@heatfleet/contract/app-users/app-users.ts'
import { type Call, createClient } from '@heatfleet/contract/client.ts'
import { type ErrorCode, Refusal } from '@heatfleet/contract/errors.ts'
import type { Logger } from 'pino'
import { claimCodeOf } from '../features/bindings/public.ts'
import type { Clock } from '../platform/clock.ts'
import { INSTALLED } from './app-versions.ts'
import { planOrders } from './order-scripts.ts'
import { fileOrders, processOrders, type Reporter } from './orders.ts'
import type { PlannedHousehold, PlannedPerson } from './people.ts'
import { demoAppKey, demoAppSecret, demoPassword, demoPushToken, demoSecret } from './secrets.ts'

/** The owner generation of a unit that comes from the factory. */
const FACTORY_GENERATION = 1
/** A pause between two households: the demo must not be felt by who looks at it. */
const PAUSE_MS = 60
/** How long to wait when the answer does not say. */
const PATIENCE_MS = 60_000
/** Who of the demo answers what people report; its password is that of the administrator. */
const SERVICE = 'service'

export type MoveIn = {
  /** Where the product answers, from this machine. */
  base_url: string
  secret_key_hex: string
  households: readonly PlannedHousehold[]
  /** Who marks some of them, and whose password all accounts of the demo have; null = it is not known any more. */
  staff: { user_name: string; password: string } | null
  /** Every household is in: not again at the next start. */
  onDone: () => void
}

/**
 * The demo's people use the product as anybody does, over its own app API: sign up, sign in, bind the unit with the code
 * of its label, share it with the family, report what troubles them. Repeats change nothing, so a start that was cut
 * short goes on. Runs beside the product until it is done or stopped.
 */
export const startMovingIn = (deps: { clock: Clock; log: Logger }, input: MoveIn): { stop: () => Promise<void> } => {
  const { clock, log } = deps
  let stopped = false
  let callOff = (): void => {}
  let wake = (): void => {}
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      wake = resolve
      callOff = clock.after(ms, resolve)
    })
  const work = async (): Promise<void> => {
    const scripts = planOrders(input.households)
    const reporters: Reporter[] = []
    const markers: { email: string; marks: AppUser['marks'] }[] = []
    for (const household of input.households) {
      if (stopped) return
      await patiently(
        async () => {
          const call = await moveIn(input, household)
          const script = scripts.get(household.mac)
          if (call !== null && script !== undefined) reporters.push({ mac: household.mac, call, script })
        },
        pause,
        () => stopped,
      )
      if (household.marks.length > 0)
        markers.push({ email: household.owner.email, marks: household.marks as AppUser['marks'] })
      await pause(PAUSE_MS)
    }
    if (stopped) return
    const isOver = () => stopped
    const filed = await fileOrders(reporters, isOver)
    if (input.staff !== null) {
      const { password } = input.staff
      await asStaff(input, input.staff, (call) => markSome(call, markers))
      await asStaff(input, { user_name: SERVICE, password }, (call) => processOrders(call, filed, isOver))
    }
    if (stopped) return
    input.onDone()
    log.info({ households: input.households.length }, 'the people of the demo have moved in')
  }
  const working = work().catch((error: unknown) => {
    if (!stopped) log.warn({ error }, 'the people of the demo have not all moved in; the next start goes on')
  })
  return {
    stop: async () => {
      stopped = true
      callOff()
      wake()
      await working
    },
  }
}

/** Waits as long as a brake asks for, then once more. */
const patiently = async (act: () => Promise<void>, pause: (ms: number) => Promise<void>, isOver: () => boolean) => {
  for (;;) {
    try {
      await act()
      return
    } catch (error) {
      if (isOver() || !(error instanceof Refusal) || error.code !== 'too_many_attempts') throw error
      await pause(Number(error.details?.minutes ?? 1) * PATIENCE_MS)
      if (isOver()) return
    }
  }
}

/** Returns how the owner calls; null = the unit is somebody else's. */
const moveIn = async (input: MoveIn, { mac, owner, family }: PlannedHousehold): Promise<Call | null> => {
  const call = await enter(input, owner)
  const units = await call(api.appDevices)
  let unit = units.find(({ device_id }) => device_id === mac)
  if (unit === undefined) {
    const code = claimCodeOf(demoSecret(input.secret_key_hex, mac), mac, FACTORY_GENERATION)
    // Somebody may have bound it by hand meanwhile, or made a new code: then it is theirs.
    unit = await unless(['device_has_owner', 'claim_refused'], call(api.appBind, { body: { device_id: mac, code } }))
    if (unit === undefined) return null
    await call(api.appConsent, { params: { consent: 'remote_service' }, body: { given: true } })
  }
  const missing = family.slice(unit.shared_with.length)
  for (const member of missing) {
    const guest = await enter(input, member)
    const { code } = await call(api.appShare, { params: { device_id: mac } })
    await unless(['already_bound'], guest(api.appJoin, { body: { code } }))
  }
  return call
}

/** Signs a person up (which does nothing for one who exists) and in. */
const enter = async (input: MoveIn, person: PlannedPerson): Promise<Call> => {
  const { app, email, phone, phone_model, nick_name, language, country, region_text } = person
  const key = demoAppKey(input.secret_key_hex, app)
  const secret = demoAppSecret(input.secret_key_hex, app)
  const clientOf = (token: string | null) => createClient({ base_url: input.base_url, key, secret, token: () => token })
  const password = demoPassword(input.secret_key_hex, email)
  const profile = { nick_name, language, country, region_text }
  const anonymous = clientOf(null)
  await anonymous(api.appSignUp, { body: { ...profile, email, phone, password, accepts_privacy_policy: true } })
  const platform = platformOf(person)
  const app_version = await updated(anonymous, person, platform)
  const came = { app_version, phone_model, platform }
  const { token } = await anonymous(api.appSignIn, { body: { name: email, password, ...came } })
  const call = clientOf(token)
  const push_token = demoPushToken(input.secret_key_hex, email)
  if (platform !== 'wechat') await call(api.appRegisterPushToken, { body: { platform, push_token } })
  return call
}

/** The version the person comes with: what was installed, or what the phone fetched when it was told of it. */
const updated = async (call: Call, { app, email, language }: PlannedPerson, platform: Platform): Promise<string> => {
  const whim = Array.from(email).reduce((sum, letter) => sum + letter.charCodeAt(0), 0)
  const installed = INSTALLED[app][whim % INSTALLED[app].length] ?? ''
  const query = { platform, version: installed, installation: email, language }
  const { update, latest } = await call(api.appLatestVersion, { query })
  // Every third puts off what may wait.
  const waits = update === 'none' || (update === 'optional' && whim % 3 === 0)
  return waits || latest === null ? installed : latest.version
}

type Platform = 'ios' | 'android' | 'wechat'
const platformOf = ({ app, phone_model }: PlannedPerson): Platform =>
  app === 'mini' ? 'wechat' : phone_model.startsWith('iPhone') ? 'ios' : 'android'

type Staff = NonNullable<MoveIn['staff']>

/** Staff do something in the console's own way, and log off. */
const asStaff = async ({ base_url }: MoveIn, staff: Staff, act: (call: Call) => Promise<void>): Promise<void> => {
  const { token } = await createClient({ base_url, token: () => null })(api.login, { body: staff })
  const call = createClient({ base_url, token: () => token })
  await act(call)
  await call(api.logoff)
}

const markSome = async (call: Call, marked: readonly { email: string; marks: AppUser['marks'] }[]): Promise<void> => {
  for (const { email, marks } of marked) {
    const { list } = await call(api.appUserList, { body: { email } })
    const user = list.find((one) => one.email === email)
    if (user !== undefined) await call(api.markAppUser, { params: { id: user.app_user_id }, body: { marks } })
  }
}

/** The answer, or nothing when it was refused for one of these reasons. */
const unless = async <Answer>(codes: readonly ErrorCode[], answer: Promise<Answer>): Promise<Answer | undefined> => {
  try {
    return await answer
  } catch (error) {
    if (error instanceof Refusal && codes.includes(error.code)) return undefined
    throw error
  }
}
