/** Refusals of single sign-on: code -> wire key. */
export const SINGLE_SIGN_ON_ERRORS = {
  single_sign_on_off: 'single sign-on off',
  single_sign_on_failed: 'single sign-on failed',
  single_sign_on_expired: 'single sign-on expired',
  single_sign_on_taken: 'single sign-on taken',
  single_sign_on_no_account: 'single sign-on no account',
  single_sign_on_no_second_factor: 'single sign-on no second factor',
} as const
