import type { Demo } from '../demo/prepare.ts'
import { type CreatedAdministrator, FIRST_ADMINISTRATOR } from './first-administrator.ts'

/** How to log in, for the start banner; a generated password is shown once, the demo's is also kept in a file. */
export const logInMessage = (created: CreatedAdministrator, demo: Demo | null): string => {
  if (created?.generated)
    return demo === null
      ? `${FIRST_ADMINISTRATOR}, password ${created.password} (shown this once; to be changed at the first log-in)`
      : `${FIRST_ADMINISTRATOR}, password ${created.password} (kept in ${demo.login_file})`
  if (created !== null) return `${FIRST_ADMINISTRATOR}, password as in HEATFLEET_ADMIN_PASSWORD`
  return demo?.has_login_file
    ? `${FIRST_ADMINISTRATOR}, password in ${demo.login_file}`
    : 'with the accounts of this database'
}
