import { Refusal } from '@heatfleet/contract/errors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { MessageLanguage } from '@heatfleet/contract/notification-policies/channel.ts'
import { linkAddress } from '@heatfleet/contract/password-links/link-address.ts'
import type { PasswordLink, passwordLinks } from '@heatfleet/contract/password-links/password-links.ts'
import type { PasswordOwner } from '@heatfleet/contract/session/password-policy.ts'
import type { Caller } from '../../caller.ts'
import type { Changes } from '../../changes.ts'
import type { AuditNote, Handlers } from '../../handler.ts'
import type { JobOwner } from '../../platform/job-owner.ts'
import { hashPassword } from '../../platform/password-hash.ts'
import { findMailChannel, type SendDeps, SendFailed, sendDirectMail } from '../notification-policies/public.ts'
import {
  assertPassword,
  findAccountByUid,
  findCallerOfJobOwner,
  hashToken,
  isInForce,
  makeToken,
  unlockAccount,
} from '../session/public.ts'
import { passwordRecoveryHandlers } from './handlers-recovery.ts'
import { mailText } from './mail-text.ts'
import type { LinkSources } from './owners.ts'
import { claimMail, findLink, insertLink, type LinkOwner, releaseMail, spendLink } from './store.ts'

type Deps = SendDeps & { changes: Changes; owners: LinkSources }
type By = { caller: Caller; note: (note: AuditNote) => void }

/** One-time password links. A link acts for its creator and is invalid once the creator may not reset the password. */
export const passwordLinkHandlers = (deps: Deps) => {
  const { clock, config, changes, owners } = deps
  const { db } = deps.database

  const createLink = async ({ caller, note }: By, owner: LinkOwner): Promise<PasswordLink> => {
    note({ object: `${owner.kind} ${owner.id}` })
    const { name, disabled, person } = await owners[owner.kind].read(caller, owner.id)
    if (disabled) throw new Refusal('account_disabled')
    const token = makeToken()
    const created_at = new Date(clock.now())
    const expires_at = new Date(created_at.getTime() + LIMITS.password_link_ms)
    const link = { owner, token_hash: hashToken(token), creator: caller, created_at, expires_at }
    if (!(await insertLink(db, link))) throw new Refusal('account_disabled')
    note({ detail: { name, expires_time: expires_at.toISOString() } })
    const mail_to = await addressOf(caller, person)
    return { name, token, expires_time: expires_at.toISOString(), mail_to }
  }

  /** Where a link can be sent to. Without the product's own address a mail could not tell where its link leads. */
  const addressOf = async (caller: Caller, { email }: PasswordOwner): Promise<string | null> =>
    email && config.HEATFLEET_PUBLIC_URL !== undefined && (await findMailChannel(db, caller)) !== undefined
      ? email
      : null

  /** Reads a valid link and its owner. Every reason of invalidity gives the same refusal. */
  const read = async (token: string) => {
    const link = await findLink(db, hashToken(token), new Date(clock.now()))
    if (link === null) throw new Refusal('password_link_invalid')
    const source = owners[link.owner.kind]
    const found = link.creator === null ? await readOwn(link.owner) : await readFor(link.creator, link.owner)
    if (found.disabled) throw new Refusal('account_disabled')
    return { ...link, ...found, source }
  }

  /** The owner of a link, as far as its creator may still reset the password. */
  const readFor = async (creator: JobOwner, { kind, id }: LinkOwner) => {
    const source = owners[kind]
    const caller = await findCallerOfJobOwner(deps, creator)
    if (caller === null || !caller.permissions.has(source.needs)) throw new Refusal('password_link_invalid')
    return source.read(caller, id).catch((error: unknown) => {
      throw error instanceof Refusal ? new Refusal('password_link_invalid') : error
    })
  }

  /** The account that asked for a link. */
  const readOwn = async ({ id }: LinkOwner) => {
    const row = await findAccountByUid(db, id)
    if (row === undefined) throw new Refusal('password_link_invalid')
    return { name: row.user_name, disabled: !isInForce(row, clock.now()), person: row }
  }

  return {
    ...passwordRecoveryHandlers(deps),

    accountPasswordLink: ({ params }, call) => createLink(call, { kind: 'account', id: params.id }),
    appUserPasswordLink: ({ params }, call) => createLink(call, { kind: 'app-user', id: params.id }),

    sendPasswordLink: async ({ body: { token } }, { caller, note }) => {
      const { owner, creator, name, person } = await read(token)
      note({ object: `${owner.kind} ${owner.id}` })
      // Whoever was told the link cannot make the product write to its owner.
      if (creator?.uid !== caller.uid || creator.api_token_id !== caller.api_token_id)
        throw new Refusal('password_link_invalid')
      const to = await addressOf(caller, person)
      if (to === null) throw new Refusal('password_link_mail', { details: { answer: '' } })
      if (!(await claimMail(db, hashToken(token), new Date(clock.now())))) throw new Refusal('password_link_mailed')
      try {
        const link = linkAddress(config.HEATFLEET_PUBLIC_URL ?? '', token)
        await sendDirectMail(deps, caller, { to, link, write: (language) => textsOf(language, name) })
      } catch (error) {
        await releaseMail(db, hashToken(token))
        if (!(error instanceof SendFailed)) throw error
        throw new Refusal('password_link_mail', { details: { answer: error.message.slice(0, ANSWER_MAX) } })
      }
      note({ detail: { name, mail_to: to } })
      return { mail_to: to }
    },

    passwordLink: async ({ body }) => {
      const { owner, name, expires_at } = await read(body.token)
      const { HEATFLEET_PASSWORD_MIN: password_min } = config
      return { kind: owner.kind, name, password_min, expires_time: expires_at.toISOString() }
    },

    usePasswordLink: async ({ body }, { note }) => {
      const { owner, name, person, source } = await read(body.token)
      note({
        ...(owner.kind === 'account' ? { uid: owner.id } : {}),
        user_name: owner.kind === 'account' ? name : `app-user ${owner.id}`,
        object: `${owner.kind} ${owner.id}`,
      })
      assertPassword(config, body.new_password, person, 'new_password')
      const password_hash = await hashPassword(body.new_password)
      const at = new Date(clock.now())
      const is_first = await spendLink(db, hashToken(body.token), async (trx) => {
        await source.set(trx, owner.id, { password_hash, at })
        // Guesses at the password that is gone keep nobody from signing in with the new one.
        if (owner.kind === 'account') await unlockAccount(trx, name)
      })
      if (!is_first) throw new Refusal('password_link_invalid')
      if (owner.kind === 'account') changes.sessionsChanged.publish({ uid: owner.id })
      return null
    },
  } satisfies Pick<Handlers, keyof typeof passwordLinks>
}

const ANSWER_MAX = 200

const textsOf = (language: MessageLanguage, name: string) => ({
  title: mailText(language, 'mail.title', { name }),
  text: mailText(language, 'mail.text', { name }),
})
