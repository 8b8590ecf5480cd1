import { randomInt } from 'node:crypto'
import { Refusal } from '@heatfleet/contract/errors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { MessageLanguage } from '@heatfleet/contract/notification-policies/channel.ts'
import { linkAddress } from '@heatfleet/contract/password-links/link-address.ts'
import type { Handlers } from '../../handler.ts'
import { hasMailChannel, type SendDeps, SendFailed, sendDirectMail } from '../notification-policies/public.ts'
import { countRequest, hashToken, isInForce, listAccountsNamed, makeToken, sweepAttempts } from '../session/public.ts'
import { mailText } from './mail-text.ts'
import { hasIdentity, insertOwnLink } from './store.ts'

type Account = Awaited<ReturnType<typeof listAccountsNamed>>[number]
/** Keys of the texts of a mail, and where its link leads; undefined = to the sign-in. */
type Mail = { title: string; text: string; token?: string }

const MINUTES = LIMITS.own_password_link_ms / 60_000

/**
 * A link to a new password that a person asks for at the sign-in (product 3.1). What depends on the account (limit, link, mail)
 * happens after the answer, which is therefore the same, in the same time, for a name that nobody has.
 */
export const passwordRecoveryHandlers = (deps: SendDeps) => {
  const { clock, config, log } = deps
  const { db } = deps.database
  let on_their_way = 0

  const isOffered = async (): Promise<boolean> =>
    config.HEATFLEET_PUBLIC_URL !== undefined && (await hasMailChannel(db))

  /** Writes to the person of one account, at most so often. */
  const answerByMail = async (account: Account, language: MessageLanguage | ''): Promise<void> => {
    const { uid, email, user_name: name } = account
    if (email === null || email === '') return
    const at = new Date(clock.now())
    const limit = { at, max: LIMITS.own_password_links_max, window_ms: LIMITS.login_window_ms }
    if ((await countRequest(db, `link-account:${uid}`, limit)) > 0) return
    const { title, text, token } = await mailOf(account, at)
    const base = config.HEATFLEET_PUBLIC_URL ?? ''
    const link = token === undefined ? `${base.replace(/\/$/, '')}/#/login` : linkAddress(base, token)
    const values = { name, minutes: MINUTES, provider: config.HEATFLEET_OIDC_NAME }
    const sent = await sendDirectMail(
      deps,
      { agent_path: account.agent_path ?? '/' },
      {
        to: email,
        link,
        language: account.language || language || undefined,
        write: (spoken) => ({ title: mailText(spoken, title, values), text: mailText(spoken, text, values) }),
      },
    )
    if (sent === 'no_channel') log.warn({ uid }, 'no e-mail channel reaches the account: password link not sent')
  }

  const mailOf = async (account: Account, at: Date): Promise<Mail> => {
    const { uid } = account
    const disabled = { title: 'own_mail.disabled_title', text: 'own_mail.disabled' }
    if (!isInForce(account, at.getTime())) return disabled
    // Whoever left the provider must not come back by a password that the account never had in use.
    if (config.HEATFLEET_OIDC_ISSUER !== undefined && account.must_change_password && (await hasIdentity(db, uid)))
      return { title: 'own_mail.provider_title', text: 'own_mail.provider' }
    const token = makeToken()
    const expires_at = new Date(at.getTime() + LIMITS.own_password_link_ms)
    if (!(await insertOwnLink(db, { uid, token_hash: hashToken(token), created_at: at, expires_at }))) return disabled
    return { title: 'own_mail.title', text: 'own_mail.text', token }
  }

  const writeTo = async (accounts: readonly Account[], language: MessageLanguage | ''): Promise<void> => {
    for (const account of accounts)
      try {
        await answerByMail(account, language)
      } catch (error) {
        const reason = error instanceof SendFailed ? error.reason : 'error'
        log.warn({ uid: account.uid, reason, answer: (error as Error).message }, 'password link not sent')
      }
  }

  return {
    passwordRecovery: async () => ({ by_mail: await isOffered() }),

    requestPasswordLink: async ({ body: { user_name, language } }, { address, note }) => {
      if (!(await isOffered())) throw new Refusal('password_recovery_off')
      const at = new Date(clock.now())
      const minutes = await countRequest(db, `link-address:${address}`, {
        at,
        max: config.HEATFLEET_LOGIN_PER_ADDRESS,
        window_ms: LIMITS.login_address_window_ms,
      })
      if (minutes > 0) throw new Refusal('too_many_attempts', { details: { minutes } })
      await sweepAttempts(db, at)
      const accounts = await listAccountsNamed(db, user_name)
      const [first] = accounts
      // Unknown names are never logged: people type passwords into the wrong field.
      if (first !== undefined) {
        note({ uid: first.uid, user_name: first.user_name, object: `account ${first.uid}` })
        note({ detail: { accounts: accounts.map((account) => account.user_name) } })
      }
      if (on_their_way >= LIMITS.own_password_mails_max)
        log.warn({ on_their_way }, 'the mail server keeps password links waiting: one was not sent')
      else {
        on_their_way += 1
        // Not awaited: see above. A name that nobody has waits, too.
        const { min, max } = LIMITS.own_password_mail_pause_ms
        clock.after(randomInt(min, max), () => {
          void writeTo(accounts, language).finally(() => {
            on_their_way -= 1
          })
        })
      }
      return { minutes: MINUTES }
    },
  } satisfies Pick<Handlers, 'passwordRecovery' | 'requestPasswordLink'>
}
