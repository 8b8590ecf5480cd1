import { api } from '@heatfleet/contract/api.ts'
import type { AppUser } from '@heatfleet/contract/app-users/app-users.ts'
import { type Call, createClient } from '@heatfleet/contract/client.ts'
import { type ErrorCode, Refusal } from '@heatfleet/contract/errors.ts'
import type { Logger } from 'pino'
import { claimCodeOf } from '../features/bindings/public.ts'
import type { Clock } from '../platform/clock.ts'
import { INSTALLED } from './app-versions.ts'
import { grantDemoData } from './data-grants.ts'
import { planOrders } from './order-scripts.ts'
import { fileOrders, processOrders, type Reporter } from './orders.ts'
import type { PlannedHousehold, PlannedPerson } from './people.ts'
import { demoAppKey, demoAppSecret, demoPassword, demoPushToken, demoSecret } from './secrets.ts'

/** Owner generation of a new device. */
const FACTORY_GENERATION = 1
/** Pause between households, so that the demo does not slow the console. */
const PAUSE_MS = 60
/** Unit of the delay in `too_many_attempts`. */
const RETRY_DELAY_MS = 60_000
/** Account that processes service orders; it has the administrator's password. */
const SERVICE = 'service'

export type Onboarding = {
  /** Where the product answers, from this machine. */
  base_url: string
  secret_key_hex: string
  households: readonly PlannedHousehold[]
  /** Administrator that marks app users; all demo accounts share the password; null = unknown. */
  staff: { user_name: string; password: string } | null
  /** Called once, after the last household. */
  onDone: () => Promise<void> | void
}

/**
 * Onboards the demo's app users over the app API: sign-up, sign-in, binding by label code, sharing, service orders.
 * Idempotent, so an interrupted run continues at the next start. Runs in the background until done or stopped.
 */
export const startOnboarding = (
  deps: { clock: Clock; log: Logger },
  input: Onboarding,
): { stop: () => Promise<void> } => {
  const { clock, log } = deps
  let stopped = false
  let cancelPause = (): void => {}
  let wake = (): void => {}
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      wake = resolve
      cancelPause = clock.after(ms, resolve)
    })
  const work = async (): Promise<void> => {
    const scripts = planOrders(input.households)
    const reporters: Reporter[] = []
    const markers: { email: string; marks: AppUser['marks'] }[] = []
    for (const household of input.households) {
      if (stopped) return
      await withRetry(
        async () => {
          const call = await onboard(input, household)
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
      await withStaffSession(input, input.staff, (call) => markSome(call, markers))
      await withStaffSession(input, { user_name: SERVICE, password }, (call) => processOrders(call, filed, isOver))
    }
    if (stopped) return
    await input.onDone()
    log.info({ households: input.households.length }, 'the people of the demo have moved in')
  }
  const working = work().catch((error: unknown) => {
    if (!stopped) log.warn({ error }, 'the people of the demo have not all moved in; the next start goes on')
  })
  return {
    stop: async () => {
      stopped = true
      cancelPause()
      wake()
      await working
    },
  }
}

/** Retries after the delay of a rate limit. */
const withRetry = async (act: () => Promise<void>, pause: (ms: number) => Promise<void>, isOver: () => boolean) => {
  for (;;) {
    try {
      await act()
      return
    } catch (error) {
      if (isOver() || !(error instanceof Refusal) || error.code !== 'too_many_attempts') throw error
      await pause(Number(error.details?.minutes ?? 1) * RETRY_DELAY_MS)
      if (isOver()) return
    }
  }
}

/** Returns the owner's client; null = the device has another owner. */
const onboard = async (input: Onboarding, { mac, owner, family }: PlannedHousehold): Promise<Call | null> => {
  const call = await signIn(input, owner)
  const units = await call(api.appDevices)
  let unit = units.find(({ device_id }) => device_id === mac)
  if (unit === undefined) {
    const code = claimCodeOf(demoSecret(input.secret_key_hex, mac), mac, FACTORY_GENERATION)
    // The device may have been bound manually, or have a new code.
    unit = await ignoringRefusal(
      ['device_has_owner', 'claim_refused'],
      call(api.appBind, { body: { device_id: mac, code } }),
    )
    if (unit === undefined) return null
    await call(api.appConsent, { params: { consent: 'remote_service' }, body: { given: true } })
  }
  const missing = family.slice(unit.shared_with.length)
  for (const member of missing) {
    const guest = await signIn(input, member)
    const { code } = await call(api.appShare, { params: { device_id: mac } })
    await ignoringRefusal(['already_bound'], guest(api.appJoin, { body: { code } }))
  }
  if (unit.role === 'owner') await grantDemoData(input.base_url, call, { mac, owner })
  return call
}

/** Signs an app user up (no effect if registered) and in. */
const signIn = async (input: Onboarding, person: PlannedPerson): Promise<Call> => {
  const { app, email, phone, phone_model, nick_name, language, country, region_text } = person
  const key = demoAppKey(input.secret_key_hex, app)
  const secret = demoAppSecret(input.secret_key_hex, app)
  const clientOf = (token: string | null) => createClient({ base_url: input.base_url, key, secret, token: () => token })
  const password = demoPassword(input.secret_key_hex, email)
  const profile = { nick_name, language, country, region_text }
  const anonymous = clientOf(null)
  await anonymous(api.appSignUp, { body: { ...profile, email, phone, password, accepts_privacy_policy: true } })
  const platform = platformOf(person)
  const app_version = await updatedVersion(anonymous, person, platform)
  const client_info = { app_version, phone_model, platform }
  const { token } = await anonymous(api.appSignIn, { body: { name: email, password, ...client_info } })
  const call = clientOf(token)
  const push_token = demoPushToken(input.secret_key_hex, email)
  if (platform !== 'wechat') await call(api.appRegisterPushToken, { body: { platform, push_token } })
  return call
}

/** App version of a user: the installed one, or the update that the server offers. */
const updatedVersion = async (
  call: Call,
  { app, email, language }: PlannedPerson,
  platform: Platform,
): Promise<string> => {
  const hash = Array.from(email).reduce((sum, letter) => sum + letter.charCodeAt(0), 0)
  const installed = INSTALLED[app][hash % INSTALLED[app].length] ?? ''
  const query = { platform, version: installed, installation: email, language }
  const { update, latest } = await call(api.appLatestVersion, { query })
  // Every third user postpones optional updates.
  const waits = update === 'none' || (update === 'optional' && hash % 3 === 0)
  return waits || latest === null ? installed : latest.version
}

type Platform = 'ios' | 'android' | 'wechat'
const platformOf = ({ app, phone_model }: PlannedPerson): Platform =>
  app === 'mini' ? 'wechat' : phone_model.startsWith('iPhone') ? 'ios' : 'android'

type Staff = NonNullable<Onboarding['staff']>

/** Runs actions in a console session. */
const withStaffSession = async (
  { base_url }: Onboarding,
  staff: Staff,
  act: (call: Call) => Promise<void>,
): Promise<void> => {
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

/** undefined when refused with one of these codes. */
const ignoringRefusal = async <Answer>(
  codes: readonly ErrorCode[],
  answer: Promise<Answer>,
): Promise<Answer | undefined> => {
  try {
    return await answer
  } catch (error) {
    if (error instanceof Refusal && codes.includes(error.code)) return undefined
    throw error
  }
}
