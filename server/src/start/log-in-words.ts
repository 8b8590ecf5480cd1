import type { Demo } from '../demo/prepare.ts'
import { FIRST_ADMINISTRATOR, type MadeAdministrator } from './first-administrator.ts'

/** What the closing block says about logging in; a made-up password is shown once, the demo's is also kept in a file. */
export const logInWords = (made: MadeAdministrator, demo: Demo | null): string => {
  if (made?.generated)
    return demo === null
      ? `${FIRST_ADMINISTRATOR}, password ${made.password} (shown this once; to be changed at the first log-in)`
      : `${FIRST_ADMINISTRATOR}, password ${made.password} (kept in ${demo.login_file})`
  if (made !== null) return `${FIRST_ADMINISTRATOR}, password as in HEATFLEET_ADMIN_PASSWORD`
  return demo?.has_login_file
    ? `${FIRST_ADMINISTRATOR}, password in ${demo.login_file}`
    : 'with the accounts of this database'
}
