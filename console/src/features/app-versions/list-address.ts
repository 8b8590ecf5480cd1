import { APP_PLATFORMS } from '@heatfleet/contract/app-users/app-users.ts'
import { type AppVersionFilter, UPDATE_TYPES } from '@heatfleet/contract/app-versions/app-versions.ts'
import { APP_VERSION_STATES } from '@heatfleet/contract/transitions.ts'
import { choiceParam, dayParam, defaultParam, numberParam, type ValuesOf } from '../../ui/filter-bar-params.ts'
import { placeParams } from '../../ui/list-address.ts'
import { withoutEmpty } from '../../ui/list-request.ts'
import { dayEnd, dayStart } from '../../ui/zone-day.ts'

export const PATH = '/user/app-manage'
export const TABS = ['versions', 'shares'] as const

/** Every part of the address of the screen besides the version that is open. */
export const PARAMS = {
  tab: defaultParam(TABS, 'versions'),
  app_id: numberParam,
  platform: choiceParam(APP_PLATFORMS),
  status: choiceParam(APP_VERSION_STATES),
  update_type: choiceParam(UPDATE_TYPES),
  from: dayParam,
  to: dayParam,
  // The server has one order: by app and platform, the highest version first.
  ...placeParams(['version'], 'version'),
}
export type Address = ValuesOf<typeof PARAMS>
export type Change = (part: Partial<Address>) => void

/** What of the address filters; whole days, where the person is. */
export const filterOf = ({ app_id, platform, status, update_type, from, to }: Address): AppVersionFilter =>
  withoutEmpty({ app_id, platform, status, update_type, from: dayStart(from), to: dayEnd(to) })
