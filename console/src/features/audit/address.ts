import { AUDIT_RESULTS } from '@heatfleet/contract/audit/audit.ts'
import {
  choiceParam,
  dayParam,
  defaultParam,
  numberParam,
  textParam,
  type ValuesOf,
} from '../../ui/filter-bar-params.ts'
import { placeParams } from '../../ui/list-address.ts'
import { withoutEmpty } from '../../ui/list-request.ts'
import { dayEnd, dayStart } from '../../ui/zone-day.ts'

/** Every part of the address of the audit log. */
export const AUDIT_PARAMS = {
  from: dayParam,
  to: dayParam,
  user_name: textParam(64),
  action: textParam(60),
  role_id: numberParam,
  object: textParam(300),
  result: choiceParam(AUDIT_RESULTS),
  address: textParam(64),
  request_id: textParam(64),
  text: textParam(100),
  ...placeParams(['at'], 'at'),
  // The newest first.
  sort_order: defaultParam(['asc', 'desc'], 'desc'),
}
export type AuditAddress = ValuesOf<typeof AUDIT_PARAMS>

/** The filter that an address asks for; days are those of the person, empty values are left out. */
export const auditFilter = ({ from, to, role_id, result, sort_order, ...rest }: AuditAddress) => ({
  ...Object.fromEntries(
    Object.entries(rest).filter(([key, text]) => key !== 'sort_by' && typeof text === 'string' && text !== ''),
  ),
  ...withoutEmpty({ from: dayStart(from), to: dayEnd(to), role_id, result, sort_order }),
})
