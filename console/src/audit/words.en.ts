import { actions } from './action-words.en.ts'
import { field_names } from './field-words.en.ts'
import { nouns } from './noun-words.en.ts'

/** Words of the audit log. */
export const en = {
  title: 'Audit log',
  note: 'Every change and every refused access, for ever; nobody can alter it.',
  actions,
  nouns,
  field_names,
  fields: {
    at: 'Time',
    user_name: 'Account',
    role_name: 'Role',
    agent_name: 'Distributor',
    address: 'IP address',
    action: 'Action',
    object: 'Object',
    change: 'Old → new',
    before: 'Before',
    after: 'After',
    detail: 'Detail',
    result: 'Result',
    request_id: 'Request id',
    method: 'Method',
    user_agent: 'Browser',
    text: 'Text in object or detail',
    from: 'Period',
  },
  results: { ok: 'Done', refused: 'Refused', no_access: 'No access' },
  nobody: 'nobody known',
  manufacturer: 'Manufacturer',
  changes: 'What changed',
  no_changes: 'Nothing is noted beyond the line itself.',
  same_request: 'Show this request',
  this_object: 'Show this object',
  this_account: 'Show this account',
  never: 'Nothing has been done yet',
  total_one: '{{count, number}} line',
  total_other: '{{count, number}} lines',
  total_more: 'more than {{count, number}} lines: narrow the period',
}
