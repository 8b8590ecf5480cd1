import { Refusal } from '@heatfleet/contract/errors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { PasswordLink, passwordLinks } from '@heatfleet/contract/password-links/password-links.ts'
import type { AppContext } from '../../app-context.ts'
import type { Caller } from '../../caller.ts'
import type { Changes } from '../../changes.ts'
import type { AuditNote, Handlers } from '../../handler.ts'
import { hashPassword } from '../../platform/password-hash.ts'
import { assertPassword, findCallerOfJobOwner, hashToken, makeToken } from '../session/public.ts'
import type { LinkSources } from './owners.ts'
import { findLink, insertLink, type LinkOwner, spendLink } from './store.ts'

type Deps = Pick<AppContext, 'database' | 'clock' | 'config'> & { changes: Changes; owners: LinkSources }
type By = { caller: Caller; note: (note: AuditNote) => void }

/** One-time password links. A link acts for its creator and is invalid once the creator may not reset the password. */
export const passwordLinkHandlers = (deps: Deps) => {
  const { clock, config, changes, owners } = deps
  const { db } = deps.database

  const createLink = async ({ caller, note }: By, owner: LinkOwner): Promise<PasswordLink> => {
    note({ object: `${owner.kind} ${owner.id}` })
    const { name, disabled } = await owners[owner.kind].read(caller, owner.id)
    if (disabled) throw new Refusal('account_disabled')
    const token = makeToken()
    const created_at = new Date(clock.now())
    const expires_at = new Date(created_at.getTime() + LIMITS.password_link_ms)
    await insertLink(db, { owner, token_hash: hashToken(token), creator: caller, created_at, expires_at })
    note({ detail: { name, expires_time: expires_at.toISOString() } })
    return { name, token, expires_time: expires_at.toISOString() }
  }

  /** Reads a valid link and its owner. Every reason of invalidity gives the same refusal. */
  const read = async (token: string) => {
    const link = await findLink(db, hashToken(token), new Date(clock.now()))
    if (link === null) throw new Refusal('password_link_invalid')
    const source = owners[link.owner.kind]
    const creator = await findCallerOfJobOwner(deps, link.creator)
    if (creator === null || !creator.permissions.has(source.needs)) throw new Refusal('password_link_invalid')
    const found = await source.read(creator, link.owner.id).catch((error: unknown) => {
      throw error instanceof Refusal ? new Refusal('password_link_invalid') : error
    })
    if (found.disabled) throw new Refusal('account_disabled')
    return { ...link, ...found, source }
  }

  return {
    accountPasswordLink: ({ params }, call) => createLink(call, { kind: 'account', id: params.id }),
    appUserPasswordLink: ({ params }, call) => createLink(call, { kind: 'app-user', id: params.id }),

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
      const is_first = await spendLink(db, hashToken(body.token), (trx) =>
        source.set(trx, owner.id, { password_hash, at }),
      )
      if (!is_first) throw new Refusal('password_link_invalid')
      if (owner.kind === 'account') changes.sessionsChanged.publish({ uid: owner.id })
      return null
    },
  } satisfies Pick<Handlers, keyof typeof passwordLinks>
}
