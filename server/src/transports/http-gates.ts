import type { Endpoint, Restriction } from '@heatfleet/contract/endpoint.ts'
import { type ErrorCode, Refusal } from '@heatfleet/contract/errors.ts'
import type { Caller } from '../caller.ts'

/** The refusal of a call that is not open during a restriction. */
export const REFUSAL_DURING = {
  change_password: 'password_change_required',
  enrol_second_factor: 'second_factor_enrolment_required',
  read_only_view: 'read_only_view',
} as const satisfies Record<Restriction, ErrorCode>

/** Refuses what this session may not call yet, or a program never. Permissions are checked after it. */
export const assertOpen = (
  { kind, closed_to_api_tokens, open_during = [] }: Pick<Endpoint, 'kind' | 'closed_to_api_tokens' | 'open_during'>,
  { must, api_token_id, viewer }: Pick<Caller, 'must' | 'api_token_id' | 'viewer'>,
): void => {
  if (viewer !== null && kind === 'change' && !open_during.includes('read_only_view'))
    throw new Refusal(REFUSAL_DURING.read_only_view)
  if (api_token_id !== null && closed_to_api_tokens) throw new Refusal('closed_to_api_tokens')
  if (must !== null && !open_during.includes(must)) throw new Refusal(REFUSAL_DURING[must])
}
