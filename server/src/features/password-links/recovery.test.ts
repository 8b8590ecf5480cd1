import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { api } from '@heatfleet/contract/api.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { makeChannel, useNotifications } from '../../../test/notifications-case.ts'
import { codeOf, refusalOf } from '../../../test/refusals.ts'
import { SMALL_FLEET_PASSWORD, type SmallAccount } from '../../../test/small-fleet.ts'
import { type Clock, systemClock } from '../../platform/clock.ts'
import { hashToken } from '../session/public.ts'

const FRESH = 'Copper-Kettle-7'
/** Without pauses: no mail of one test comes in the next. */
const AT_ONCE: Clock = {
  now: systemClock.now,
  after: (_, task) => {
    const timer = setImmediate(task)
    return () => clearImmediate(timer)
  },
}
const { database, fleet, console_, as, mail, mailChannel, setEmail } = useNotifications(
  {
    HEATFLEET_PUBLIC_URL: 'https://fleet.example.com/',
    HEATFLEET_OIDC_ISSUER: 'https://id.example.com',
    HEATFLEET_OIDC_CLIENT_ID: 'console',
    HEATFLEET_OIDC_NAME: 'Company ID',
  },
  { clock: AT_ONCE },
)
const ask = (user_name: string, language: '' | 'en' | 'zh' | 'pl' = '') =>
  console_.anonymous(api.requestPasswordLink, { body: { user_name, language } })
const mailsCome = (count: number) => vi.waitFor(() => expect(mail.mails).toHaveLength(count), { timeout: 10_000 })
const tokenOf = (at: number): string =>
  /login\?link=([\w-]+)/.exec(
    `${mail.mails[at]?.text} ${mail.mails[at]?.raw.replaceAll('=\r\n', '').replaceAll('=3D', '=')}`,
  )?.[1] ?? ''
const use = (token: string, new_password = FRESH) =>
  console_.anonymous(api.usePasswordLink, { body: { token, new_password } })
const logIn = (user_name: string, password: string) => console_.anonymous(api.login, { body: { user_name, password } })

const password_hash = async (account: SmallAccount) =>
  (
    await database.db
      .selectFrom('accounts')
      .select('password_hash')
      .where('uid', '=', fleet.accounts[account])
      .executeTakeFirstOrThrow()
  ).password_hash
const set = (account: SmallAccount, change: object) =>
  database.db.updateTable('accounts').set(change).where('uid', '=', fleet.accounts[account]).execute()

afterEach(async () => {
  await database.db.deleteFrom('login_failures').execute()
  await database.db.deleteFrom('password_links').execute()
  await set('city_a1', { password_hash: await password_hash('admin'), disabled: false, must_change_password: false })
})

describe('asking for a link at the sign-in', () => {
  it('is offered where a mail channel is on and the console knows its own address', async () => {
    expect(await console_.anonymous(api.passwordRecovery)).toEqual({ by_mail: false })
    expect(await refusalOf(ask('city_a1'))).toBe('password_recovery_off')
    await mailChannel('admin', true)
    expect(await console_.anonymous(api.passwordRecovery)).toEqual({ by_mail: true })
  })

  it.each(['city_a1', 'City_A1@example.com'])('sends one that works once, asked for by %s', async (name) => {
    await mailChannel('admin', true)
    await setEmail('city_a1')
    const own = await as('city_a1')
    expect(await ask(name)).toEqual({ minutes: LIMITS.own_password_link_ms / 60_000 })
    await mailsCome(1)
    expect(mail.mails[0]).toMatchObject({ to: ['city_a1@example.com'], subject: 'Choose a new password, city_a1' })
    expect(mail.mails[0]?.text).toContain('within 30 minutes')
    const token = tokenOf(0)
    expect(await console_.anonymous(api.passwordLink, { body: { token } })).toMatchObject({ name: 'city_a1' })
    expect(await codeOf(use(token, 'password'))).toBe('password_common')
    await use(token)
    expect(await refusalOf(own(api.roleMenu)), 'sessions end').toBe('invalid_token')
    expect(await refusalOf(logIn('city_a1', FRESH))).toBe('ok')
    expect(await refusalOf(logIn('city_a1', SMALL_FLEET_PASSWORD))).toBe('account_or_password_error')
    expect(await codeOf(use(token))).toBe('password_link_invalid')
  })

  it('answers alike for a name that nobody has, for an account without e-mail, and while the mail server hangs', async () => {
    await setEmail('city_a1')
    const hanging = createServer(() => {}).listen(0, '127.0.0.1')
    await once(hanging, 'listening')
    const { port } = hanging.address() as AddressInfo // listens at a port
    const server = { host: '127.0.0.1', port, security: 'none', sender: 'fleet@example.com', shared: true } as const
    await makeChannel(await as('admin'), { kind: 'email', channel_name: 'Hangs', ...server })
    const arrived = once(hanging, 'connection')
    const answers = await Promise.all([ask('city_a1'), ask('nobody-here'), ask('city_a2')])
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(new Set(['{"minutes":30}']))
    const [socket] = await arrived
    socket.destroy()
    hanging.close()
  })

  it.each([
    ['zh', '', 'city_a1，请设置新密码'],
    ['pl', '', 'city_a1: ustaw nowe hasło'],
    ['', 'pl', 'city_a1: ustaw nowe hasło'],
    ['en', 'zh', 'Choose a new password, city_a1'],
  ] as const)('writes in the language of the person (%s), else of the page (%s)', async (own, page, subject) => {
    await mailChannel('admin', true)
    await setEmail('city_a1')
    await set('city_a1', { language: own })
    await ask('city_a1', page)
    await mailsCome(1)
    expect(mail.mails[0]?.subject).toBe(subject)
  })

  it('writes to each account that has the e-mail, and names it', async () => {
    await mailChannel('admin', true)
    await setEmail('city_a1')
    await set('city_a2', { email: 'city_a1@example.com' })
    await ask('city_a1@example.com')
    await mailsCome(2)
    expect(mail.mails.map(({ subject }) => subject).toSorted()).toEqual([
      'Choose a new password, city_a1',
      'Choose a new password, city_a2',
    ])
  })

  it('makes the one before worthless, and leaves alone one that an administrator handed over', async () => {
    await mailChannel('admin', true)
    await setEmail('city_a1')
    const handed = await (await as('admin'))(api.accountPasswordLink, { params: { id: fleet.accounts.city_a1 } })
    await ask('city_a1')
    await mailsCome(1)
    await ask('city_a1')
    await mailsCome(2)
    expect(await codeOf(use(tokenOf(0)))).toBe('password_link_invalid')
    expect(await refusalOf(console_.anonymous(api.passwordLink, { body: { token: handed.token } }))).toBe('ok')
    await use(tokenOf(1))
    expect(await codeOf(use(handed.token)), 'it stood for the password there was').toBe('password_link_invalid')
  })

  it('sends an account so many in a quarter of an hour, whoever asks, without another answer', async () => {
    await mailChannel('admin', true)
    await setEmail('city_a1')
    for (let at = 0; at < LIMITS.own_password_links_max + 2; at += 1) await ask('city_a1')
    await mailsCome(LIMITS.own_password_links_max)
    await setEmail('city_a2')
    await ask('city_a2')
    await mailsCome(LIMITS.own_password_links_max + 1)
    expect(mail.mails.at(-1)?.to).toEqual(['city_a2@example.com'])
  })

  it('ends a lock of the account: the guesses were at another password', async () => {
    await mailChannel('admin', true)
    await setEmail('city_a1')
    const at = new Date()
    const failures = Array.from({ length: LIMITS.login_failures_max }, () => [
      { subject: 'account:city_a1|127.0.0.1', failed_at: at },
      { subject: 'account:city_a1', failed_at: at },
    ]).flat()
    await database.db.insertInto('login_failures').values(failures).execute()
    expect(await codeOf(logIn('city_a1', SMALL_FLEET_PASSWORD))).toBe('account_locked')
    await ask('city_a1')
    await mailsCome(1)
    await use(tokenOf(0))
    expect(await refusalOf(logIn('city_a1', FRESH))).toBe('ok')
  })

  it('tells a disabled account so, without a link', async () => {
    await mailChannel('admin', true)
    await setEmail('city_a1')
    await set('city_a1', { disabled: true })
    await ask('city_a1')
    await mailsCome(1)
    expect(mail.mails[0]?.subject).toBe('Your account city_a1 is disabled')
    expect(tokenOf(0)).toBe('')
    expect(await database.db.selectFrom('password_links').selectAll().execute()).toEqual([])
  })

  it('refers an account that has only ever signed in by the provider to it', async () => {
    await mailChannel('admin', true)
    await setEmail('city_a1')
    await set('city_a1', { must_change_password: true })
    const person = { uid: fleet.accounts.city_a1, issuer: 'https://id.example.com', subject: '7', email: '' }
    const at = new Date()
    await database.db
      .insertInto('account_identities')
      .values({ ...person, linked_at: at, last_used_at: at })
      .execute()
    await ask('city_a1')
    await mailsCome(1)
    expect(mail.mails[0]?.text).toContain('Company ID')
    expect(tokenOf(0)).toBe('')
    await database.db.deleteFrom('account_identities').execute()
  })

  it('is kept as its hash alone, and is a line of the audit log without link and unknown names', async () => {
    await mailChannel('admin', true)
    await setEmail('city_a1')
    await ask('city_a1')
    await ask('Typed-Into-The-Wrong-Field')
    await mailsCome(1)
    const kept = await database.db.selectFrom('password_links').select(['token_hash', 'created_by']).execute()
    expect(kept).toEqual([{ token_hash: hashToken(tokenOf(0)), created_by: null }])
    const lines = await database.db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'requestPasswordLink')
      .orderBy('audit_id', 'desc')
      .limit(2)
      .execute()
    expect(lines.map(({ uid, user_name, result }) => ({ uid, user_name, result }))).toEqual([
      { uid: null, user_name: '', result: 'ok' },
      { uid: fleet.accounts.city_a1, user_name: 'city_a1', result: 'ok' },
    ])
    for (const secret of [tokenOf(0), 'Typed-Into']) expect(JSON.stringify(lines)).not.toContain(secret)
  })

  it('is worthless after half an hour', async () => {
    await mailChannel('admin', true)
    await setEmail('city_a1')
    await ask('city_a1')
    await mailsCome(1)
    await database.db
      .updateTable('password_links')
      .set((row) => ({ expires_at: row.ref('created_at') }))
      .execute()
    expect(await codeOf(use(tokenOf(0)))).toBe('password_link_invalid')
  })
})

describe('one address', () => {
  const limited = useNotifications({
    HEATFLEET_PUBLIC_URL: 'https://fleet.example.com/',
    HEATFLEET_LOGIN_PER_ADDRESS: '2',
  })
  it('asks so often, for names that exist and that do not', async () => {
    await limited.mailChannel('admin')
    const asked = ['admin', 'nobody', 'admin', 'nobody']
    const codes = []
    for (const user_name of asked)
      codes.push(await codeOf(limited.console_.anonymous(api.requestPasswordLink, { body: { user_name } })))
    expect(codes).toEqual(['ok', 'ok', 'too_many_attempts', 'too_many_attempts'])
  })
})
