import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { LIMITS } from '../limits.ts'
import { RowId } from '../row-id.ts'

/** Six digits of an authenticator app, or a recovery code; spaces and dashes do not matter. */
export const SecondFactorCode = z.string().trim().min(6).max(LIMITS.second_factor_code_max)

const Password = z.string().min(1).max(64)
const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) })
const exampleCodes = { recovery_codes: ['k7m2p-x9q4r', '3hv8w-n6tzc'] }

/** Where the second factor of the own account stands. */
export const SecondFactor = z.object({
  enrolled_at: z.string().nullable(),
  /** Required by the role: it can be changed, not removed. */
  required: z.boolean(),
  recovery_codes_left: z.number().int(),
  trusted_browsers: z.array(
    z.object({
      browser_id: RowId,
      browser: z.string(),
      system: z.string(),
      created_at: z.string(),
      expires_at: z.string(),
    }),
  ),
})
export type SecondFactor = z.infer<typeof SecondFactor>

/** The second factor by time-based codes (RFC 6238), recovery codes and trusted browsers; all about the own account. */
export const secondFactor = endpoints({
  ownSecondFactor: {
    method: 'GET',
    path: '/center/second-factor',
    kind: 'read',
    of: 'second-factor',
    needs: 'signed-in',
    about: 'unscoped',
    open_during: ['enrol_second_factor'],
    result: SecondFactor,
    fails: [],
    says: 'Whether the own account has a second factor, how many recovery codes are left, and which browsers are trusted.',
    example: { enrolled_at: null, required: false, recovery_codes_left: 0, trusted_browsers: [] },
  },
  startSecondFactor: {
    method: 'POST',
    path: '/center/second-factor-start',
    kind: 'change',
    of: 'second-factor',
    needs: 'signed-in',
    about: 'unscoped',
    closed_to_api_tokens: true,
    open_during: ['enrol_second_factor'],
    body: z.object({ password: Password }),
    result: z.object({ secret: z.string(), uri: z.string() }),
    fails: ['password_error', 'second_factor_enrolled', 'too_many_attempts'],
    says: 'Begins to enrol: gives a new shared secret for an authenticator app; nothing is asked for until a code confirms it.',
    example: {
      secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
      uri: 'otpauth://totp/Heatfleet:admin?issuer=Heatfleet&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
    },
  },
  confirmSecondFactor: {
    method: 'POST',
    path: '/center/second-factor-confirm',
    kind: 'change',
    of: 'second-factor',
    needs: 'signed-in',
    about: 'unscoped',
    closed_to_api_tokens: true,
    open_during: ['enrol_second_factor'],
    body: z.object({ code: SecondFactorCode }),
    result: RecoveryCodes,
    fails: ['second_factor_wrong', 'second_factor_enrolled', 'second_factor_not_started', 'too_many_attempts'],
    says: 'Ends the enrolment with a code of the app; gives the recovery codes, this once.',
    example: exampleCodes,
  },
  renewRecoveryCodes: {
    method: 'POST',
    path: '/center/recovery-codes',
    kind: 'change',
    of: 'second-factor',
    needs: 'signed-in',
    about: 'unscoped',
    closed_to_api_tokens: true,
    body: z.object({ password: Password, code: SecondFactorCode }),
    result: RecoveryCodes,
    fails: ['password_error', 'second_factor_wrong', 'second_factor_not_started', 'too_many_attempts'],
    says: 'Makes new recovery codes; the old ones are void.',
    example: exampleCodes,
  },
  removeSecondFactor: {
    method: 'POST',
    path: '/center/second-factor-remove',
    kind: 'change',
    of: 'second-factor',
    needs: 'signed-in',
    about: 'unscoped',
    closed_to_api_tokens: true,
    body: z.object({ password: Password, code: SecondFactorCode }),
    result: z.null(),
    fails: [
      'password_error',
      'second_factor_wrong',
      'second_factor_not_started',
      'second_factor_by_role',
      'too_many_attempts',
    ],
    says: 'Gives the second factor up, with password and a code; recovery codes and trusted browsers go with it.',
    example: null,
  },
  forgetBrowser: {
    method: 'POST',
    path: '/center/forget-browser',
    kind: 'change',
    of: 'second-factor',
    needs: 'signed-in',
    about: 'unscoped',
    closed_to_api_tokens: true,
    body: z.object({ browser_id: RowId }),
    result: z.null(),
    fails: ['not_found'],
    says: 'A trusted browser is asked for a code again at its next log-in.',
    example: null,
  },
})
