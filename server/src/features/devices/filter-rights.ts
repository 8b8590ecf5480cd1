import type { DeviceFilter } from '@heatfleet/contract/devices/devices.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import type { Caller } from '../../caller.ts'

/** A filter says of each unit what it filters by: refused to those who may not see that. */
export const checkFilterRights = (
  { permissions }: Pick<Caller, 'permissions'>,
  { card_ending }: Pick<DeviceFilter, 'card_ending'>,
): void => {
  if (card_ending !== undefined && !permissions.has('iccid:view'))
    throw new Refusal('no_permission', { field: 'card_ending' })
}
