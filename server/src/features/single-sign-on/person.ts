/** Claims of an ID token and of the provider's user info that are read here. */
type Claims = { readonly [name: string]: unknown }

/** A person as the provider knows them. */
export type Person = {
  issuer: string
  subject: string
  /** Empty when the provider tells none. */
  email: string
  /** The provider has made sure that the e-mail is theirs. */
  email_confirmed: boolean
  second_factor: boolean
}

/** Methods of RFC 8176 that are more than something known. */
const SECOND_FACTORS: ReadonlySet<string> = new Set(['mfa', 'otp', 'hwk', 'swk', 'sc', 'fpt', 'face', 'iris'])

/** Reads claims; `always` = the operator knows that the provider asks everybody for a second factor. */
export const personOf = (claims: Claims & { iss: string; sub: string }, factor: 'amr' | 'always'): Person => {
  const email = typeof claims.email === 'string' && claims.email.length <= 254 ? claims.email : ''
  const methods: unknown[] = Array.isArray(claims.amr) ? claims.amr : []
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email,
    email_confirmed: email !== '' && claims.email_verified === true,
    second_factor: factor === 'always' || methods.some((method) => SECOND_FACTORS.has(String(method))),
  }
}
