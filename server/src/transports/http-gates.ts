import type { EndpointName } from '@heatfleet/contract/api.ts'
import type { Endpoint } from '@heatfleet/contract/endpoint.ts'
import { type ErrorCode, Refusal } from '@heatfleet/contract/errors.ts'
import type { Caller } from '../caller.ts'

/** What a session may call while something has to be done first; everything else is refused with the code. */
export const GATES = {
  change_password: {
    code: 'password_change_required',
    open: ['modifyPassword', 'logoff', 'roleMenu'],
  },
  enrol_second_factor: {
    code: 'second_factor_enrolment_required',
    open: ['ownSecondFactor', 'startSecondFactor', 'confirmSecondFactor', 'modifyPassword', 'logoff', 'roleMenu'],
  },
} as const satisfies Record<NonNullable<Caller['must']>, { code: ErrorCode; open: readonly EndpointName[] }>

/** What is a person's alone: a program that could change it would outlive its revocation. */
export const CLOSED_TO_API_TOKENS: readonly EndpointName[] = [
  'logoff',
  'modifyPassword',
  'startSecondFactor',
  'confirmSecondFactor',
  'renewRecoveryCodes',
  'removeSecondFactor',
  'forgetBrowser',
  'endOwnSession',
  'endOtherSessions',
  'editOwnProfile',
  'chooseLanguage',
  'editPreferences',
  'editOwnPicture',
  'layOutList',
  'saveView',
  'renameView',
  'deleteView',
  'seeNotices',
  'testNotice',
  'createApiToken',
  'revokeApiToken',
  'viewAsStart',
  'viewAsEnd',
]

/** The changes a read-only view may make: its end. */
const OPEN_IN_VIEW: readonly EndpointName[] = ['viewAsEnd', 'logoff']

/** Refuses what this session may not call yet, or a program never. Rights are another question, asked after this one. */
export const assertOpen = (
  name: string,
  kind: Endpoint['kind'],
  { must, api_token_id, viewer }: Pick<Caller, 'must' | 'api_token_id' | 'viewer'>,
): void => {
  const listed = (names: readonly string[]) => names.includes(name)
  if (viewer !== null && kind === 'change' && !listed(OPEN_IN_VIEW)) throw new Refusal('read_only_view')
  if (api_token_id !== null && listed(CLOSED_TO_API_TOKENS)) throw new Refusal('closed_to_api_tokens')
  if (must !== null && !listed(GATES[must].open)) throw new Refusal(GATES[must].code)
}
