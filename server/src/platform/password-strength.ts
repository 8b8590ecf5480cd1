/** Fewest characters of an administrator's password in production. Source: OWASP ASVS 6.2.1. */
const ADMIN_PASSWORD_MIN = 12

/** What everybody tries first; compared without case, digits at the end and signs. */
const COMMON = new Set(
  'admin administrator password passwort heatfleet welcome qwerty qwertyuiop letmein changeme default secret master root heatpump heatpumps haslo iloveyou test demo user abc abcd'.split(
    ' ',
  ),
)

/** Why a password will not do for the first administrator in production; null when it will. */
export const weaknessOf = (password: string): string | null => {
  if (password.length < ADMIN_PASSWORD_MIN) return `needs at least ${ADMIN_PASSWORD_MIN} characters`
  if (new Set(password.toLowerCase()).size < 5) return 'repeats the same few characters'
  const words = password
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '')
  if (words.every((word) => COMMON.has(word))) return 'is one that everybody tries first'
  return null
}
