import { Refusal } from '@heatfleet/contract/errors.ts'
import type { AppContext } from '../../app-context.ts'
import type { Changes } from '../../changes.ts'
import type { Handlers } from '../../handler.ts'
import { endSessions, findAccountByUid, isInForce, openSession } from '../session/public.ts'
import { openAttempt, sealAttempt } from './attempt.ts'
import { createProvider } from './provider.ts'
import { deleteIdentity, findLinkedUid, findUidByEmail, linkPerson, listIdentities } from './store.ts'

type Deps = Pick<AppContext, 'database' | 'clock' | 'config' | 'secret_key' | 'log'> & { changes: Changes }
type Names =
  | 'signOnProvider'
  | 'startSignOn'
  | 'finishSignOn'
  | 'ownIdentities'
  | 'startIdentityLink'
  | 'linkIdentity'
  | 'forgetOwnIdentity'

/** Sign-in of staff at the operator's OpenID Connect provider (decision 0068). */
export const singleSignOnHandlers = (deps: Deps) => {
  const { clock, config, secret_key, changes } = deps
  const { db } = deps.database
  const provider = createProvider(deps)

  const begin = async (links_uid: number | null) => {
    if (provider === null) throw new Refusal('single_sign_on_off')
    const { address, attempt } = await provider.begin(links_uid)
    return { address, attempt: sealAttempt(secret_key, attempt) }
  }

  /** The person behind what the browser brought back; `links_uid` must be that of the beginning. */
  const readPerson = async (body: { attempt: string; answer: string }, links_uid: number | null) => {
    if (provider === null) throw new Refusal('single_sign_on_off')
    const attempt = openAttempt(secret_key, body.attempt, clock.now())
    if (attempt === null || attempt.links_uid !== links_uid) throw new Refusal('single_sign_on_expired')
    return provider.finish(body.answer, attempt)
  }

  return {
    signOnProvider: async () => ({ name: provider?.name ?? null }),
    startSignOn: () => begin(null),

    finishSignOn: async ({ body }, { address, user_agent, note }) => {
      const person = await readPerson(body, null)
      const { issuer, email } = person
      note({ detail: { issuer, email } })
      const by_email = config.HEATFLEET_OIDC_LINK_EMAIL === '1' && person.email_confirmed
      const uid = (await findLinkedUid(db, person)) ?? (by_email ? await findUidByEmail(db, email) : undefined)
      const account = uid === undefined ? undefined : await findAccountByUid(db, uid)
      if (account === undefined)
        throw new Refusal('single_sign_on_no_account', { details: { email: email === '' ? issuer : email } })
      note({ uid: account.uid, user_name: account.user_name, object: `account ${account.uid}` })
      const at = new Date(clock.now())
      if (!isInForce(account, at.getTime())) throw new Refusal('account_disabled')
      const needs_second = account.requires_totp || account.totp_enrolled_at !== null
      if (needs_second && !person.second_factor) throw new Refusal('single_sign_on_no_second_factor')
      // Linked to another account meanwhile, by a sign-in at the same moment.
      if (!(await linkPerson(db, account.uid, person, at))) throw new Refusal('single_sign_on_expired')
      return openSession(deps, account, { at, address, user_agent, second_factor: person.second_factor })
    },

    ownIdentities: (_, { caller }) => listIdentities(db, caller.uid),
    startIdentityLink: (_, { caller }) => begin(caller.uid),

    linkIdentity: async ({ body }, { caller, note }) => {
      note({ object: `account ${caller.uid}` })
      const person = await readPerson(body, caller.uid)
      note({ detail: { issuer: person.issuer, email: person.email } })
      if (!(await linkPerson(db, caller.uid, person, new Date(clock.now())))) throw new Refusal('single_sign_on_taken')
      return null
    },

    forgetOwnIdentity: async ({ body: { identity_id } }, { caller, note }) => {
      note({ object: `account ${caller.uid}` })
      const forgotten = await deleteIdentity(db, caller.uid, identity_id)
      if (forgotten === undefined) throw new Refusal('not_found', { field: 'identity_id' })
      note({ detail: forgotten })
      await endSessions({ ...deps, changes }, caller.uid, { by_provider: true, keep: caller.session_hash })
      return null
    },
  } satisfies Pick<Handlers, Names>
}
