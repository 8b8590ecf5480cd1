import { api } from '@heatfleet/contract/api.ts'
import { APP_PLATFORMS } from '@heatfleet/contract/app-users/app-users.ts'
import { UPDATE_TYPES } from '@heatfleet/contract/app-versions/app-versions.ts'
import { APP_VERSION_STATES } from '@heatfleet/contract/transitions.ts'
import { useRead } from '../../cloud/call.ts'
import type { FilterField } from '../../ui/filter-bar.tsx'
import { choiceFilter, useDaysFilter } from '../../ui/list-filters.tsx'
import { useWords } from '../../words/words.ts'
import type { Address, Change } from './list-address.ts'

/** The filters of the list, in the order of product 3.34. */
export const useVersionFilters = (address: Address, change: Change): FilterField[] => {
  const t = useWords('app-versions')
  const words = useWords('apps')
  const days = useDaysFilter()
  const apps = useRead(api.applicationList)
  const { app_id, platform, status, update_type, from, to } = address
  return [
    choiceFilter(
      'app_id',
      t(($) => $.columns.app_name),
      (apps.data?.list ?? []).map((app) => ({ value: String(app.app_id), label: app.app_name })),
      app_id === undefined ? undefined : String(app_id),
      (next) => change({ app_id: next === undefined ? undefined : Number(next) }),
    ),
    choiceFilter(
      'platform',
      t(($) => $.columns.platform),
      APP_PLATFORMS.map((value) => ({ value, label: words(($) => $.platforms[value]) })),
      platform,
      (next) => change({ platform: next }),
    ),
    choiceFilter(
      'status',
      t(($) => $.columns.status),
      APP_VERSION_STATES.map((value) => ({ value, label: t(($) => $.states[value]) })),
      status,
      (next) => change({ status: next }),
    ),
    choiceFilter(
      'update_type',
      t(($) => $.columns.update_type),
      UPDATE_TYPES.map((value) => ({ value, label: t(($) => $.types[value]) })),
      update_type,
      (next) => change({ update_type: next }),
    ),
    days(
      'time',
      t(($) => $.columns.time),
      { from, to },
      change,
    ),
  ]
}
