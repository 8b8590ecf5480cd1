/** Refusals about commissioning reports: code -> wire key. */
export const COMMISSIONING_ERRORS = {
  commissioning_not_begun: 'commissioning not begun',
  commissioning_too_early: 'commissioning too early',
  commissioning_signed: 'commissioning is signed',
  commissioning_not_signed: 'commissioning is not signed',
} as const
