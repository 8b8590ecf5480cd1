import { randomUUID } from 'node:crypto'
import { SMALL_FLEET_PASSWORD } from '../../small-fleet.ts'
import type { AccessRows } from '../rows.ts'

const new_password = 'Another-Horse-9'
const by_password = { body: { password: SMALL_FLEET_PASSWORD, code: '000000' } }

/** Sessions, passwords and the second factor of the caller. */
export const rows: AccessRows = {
  login: {
    // A name of its own each time: the tenth failure of one would lock it.
    sends: () => ({ body: { user_name: `nobody-${randomUUID()}`, password: 'wrong' } }),
    answers: 'account_or_password_error',
  },
  sendPasswordLink: { sends: () => ({ body: { token: randomUUID() } }), answers: 'password_link_invalid' },
  // No e-mail channel is set.
  requestPasswordLink: { sends: { body: { user_name: 'nobody' } }, answers: 'password_recovery_off' },
  passwordLink: { sends: () => ({ body: { token: randomUUID() } }), answers: 'password_link_invalid' },
  usePasswordLink: { sends: () => ({ body: { token: randomUUID(), new_password } }), answers: 'password_link_invalid' },
  modifyPassword: { sends: { body: { old_password: 'wrong', new_password } }, answers: 'old_password_wrong' },
  startSecondFactor: { sends: { body: { password: 'wrong' } }, answers: 'password_error' },
  confirmSecondFactor: { sends: { body: { code: '000000' } }, answers: 'second_factor_not_started' },
  renewRecoveryCodes: { sends: by_password, answers: 'second_factor_not_started' },
  removeSecondFactor: { sends: by_password, answers: 'second_factor_not_started' },
  // No provider is set: the attempt is not even opened.
  startSignOn: { answers: 'single_sign_on_off' },
  finishSignOn: { sends: { body: { attempt: 'none', answer: 'code=1' } }, answers: 'single_sign_on_off' },
  startIdentityLink: { answers: 'single_sign_on_off' },
  linkIdentity: { sends: { body: { attempt: 'none', answer: 'code=1' } }, answers: 'single_sign_on_off' },
  forgetOwnIdentity: { sends: { body: { identity_id: 999_999 } }, answers: 'not_found' },
  forgetBrowser: { sends: { body: { browser_id: 999_999 } }, answers: 'not_found' },
}
