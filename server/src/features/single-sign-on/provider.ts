import { Refusal } from '@heatfleet/contract/errors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { CALLBACK_PATH } from '@heatfleet/contract/single-sign-on/single-sign-on.ts'
import * as openid from 'openid-client'
import type { AppContext } from '../../app-context.ts'
import type { Attempt } from './attempt.ts'
import { type Person, personOf } from './person.ts'

/** How long the provider's own description is relied on; its keys are fetched anew by the library. */
const DESCRIPTION_MS = 3_600_000

type Deps = Pick<AppContext, 'config' | 'clock' | 'log'>

/** The OpenID Connect provider of the settings; null when none is set. */
export const createProvider = ({ config, clock, log }: Deps) => {
  const { HEATFLEET_OIDC_ISSUER: issuer, HEATFLEET_OIDC_CLIENT_ID: client_id, HEATFLEET_PUBLIC_URL: url } = config
  if (issuer === undefined || client_id === undefined || url === undefined) return null
  const redirect_uri = `${url.replace(/\/$/, '')}${CALLBACK_PATH}`
  let description: { at_ms: number; read: Promise<openid.Configuration> } | null = null

  const discover = async (): Promise<openid.Configuration> => {
    if (description === null || clock.now() - description.at_ms > DESCRIPTION_MS)
      description = { at_ms: clock.now(), read: readDescription(config, issuer, client_id) }
    const { read } = description
    return read.catch((error: unknown) => {
      // Tried again by the next person.
      if (description?.read === read) description = null
      throw error
    })
  }

  /** A provider that does not answer, refuses or lies is one refusal for the person; the log has the reason. */
  const refusing = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work()
    } catch (error) {
      log.warn({ reason: reasonOf(error) }, 'single sign-on failed')
      throw new Refusal('single_sign_on_failed', { details: { name: config.HEATFLEET_OIDC_NAME } })
    }
  }

  return {
    name: config.HEATFLEET_OIDC_NAME,

    /** The page to open, and what must be the same when the browser returns. */
    begin: (links_uid: number | null): Promise<{ address: string; attempt: Attempt }> =>
      refusing(async () => {
        const state = openid.randomState()
        const nonce = openid.randomNonce()
        const code_verifier = openid.randomPKCECodeVerifier()
        const address = openid.buildAuthorizationUrl(await discover(), {
          redirect_uri,
          scope: 'openid email',
          state,
          nonce,
          code_challenge: await openid.calculatePKCECodeChallenge(code_verifier),
          code_challenge_method: 'S256',
        })
        return {
          address: address.href,
          attempt: { state, nonce, code_verifier, begun_ms: clock.now(), links_uid },
        }
      }),

    /** Exchanges the provider's answer for the person; every check of the protocol is the library's. */
    finish: (answer: string, attempt: Attempt): Promise<Person> =>
      refusing(async () => {
        const provider = await discover()
        const tokens = await openid.authorizationCodeGrant(provider, new URL(`${redirect_uri}?${answer}`), {
          expectedState: attempt.state,
          expectedNonce: attempt.nonce,
          pkceCodeVerifier: attempt.code_verifier,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (claims === undefined) throw new Error('no ID token')
        // Many providers tell the e-mail only there.
        const more =
          claims.email === undefined && provider.serverMetadata().userinfo_endpoint !== undefined
            ? await openid.fetchUserInfo(provider, tokens.access_token, claims.sub)
            : {}
        return personOf({ ...more, ...claims }, config.HEATFLEET_OIDC_SECOND_FACTOR)
      }),
  }
}

const readDescription = (
  { HEATFLEET_OIDC_CLIENT_SECRET: secret }: AppContext['config'],
  issuer: string,
  client_id: string,
): Promise<openid.Configuration> => {
  const server = new URL(issuer)
  return openid.discovery(
    server,
    client_id,
    undefined,
    secret === undefined ? openid.None() : openid.ClientSecretBasic(secret),
    {
      timeout: LIMITS.sign_on_wait_s,
      // An operator's own choice, for a provider behind the same proxy or on the same machine.
      ...(server.protocol === 'http:' ? { execute: [openid.allowInsecureRequests] } : {}),
    },
  )
}

/** Kind, message and OAuth error code; the library puts neither codes nor tokens into them. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const code = 'error' in error ? ` (${String(error.error)})` : ''
  return `${error.name}: ${error.message}${code}`
}
