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

/** Who a query about devices is of: whose favourites, and whether SIM cards count for health. */
export const askedBy = ({ uid, permissions }: Pick<Caller, 'uid' | 'permissions'>) => ({
  uid,
  sees_cards: permissions.has('iccid:view'),
})
