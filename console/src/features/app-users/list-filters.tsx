import { api } from '@heatfleet/contract/api.ts'
import { APP_USER_STATES, MARKS } from '@heatfleet/contract/app-users/app-users.ts'
import { useMemo } from 'react'
import { useRead } from '../../cloud/call.ts'
import { usePermission } from '../../cloud/session.ts'
import { countries } from '../../ui/countries.ts'
import type { FilterField } from '../../ui/filter-bar.tsx'
import { choiceFilter, eitherFilter, textFilter, useDaysFilter } from '../../ui/list-filters.tsx'
import { useLanguage, useWords } from '../../words/words.ts'
import type { ListAddress } from './list-address.ts'

type Change = (part: Partial<ListAddress>) => void
const PICKER_STALE_MS = 60_000

/** The filters of the list in the order of product 3.20, bound to its address. */
export const useUserFilters = (address: ListAddress, change: Change): FilterField[] => {
  const t = useWords('app-users')
  const sees_personal = usePermission('pii:view')
  const apps = useRead(api.menuApps, undefined, { staleTime: PICKER_STALE_MS })
  const app_options = (apps.data ?? []).map(({ app_id, app_name }) => ({ value: String(app_id), label: app_name }))
  const daysFilter = useDaysFilter()
  const days = (key: 'registered' | 'last_login'): FilterField =>
    daysFilter(
      key,
      t(($) => $.filters[key]),
      { from: address[`${key}_from`], to: address[`${key}_to`] },
      ({ from, to }) => change({ [`${key}_from`]: from, [`${key}_to`]: to }),
    )
  const language = useLanguage()
  const country_options = useMemo(() => countries(language), [language])

  const personal = (key: 'phone' | 'email'): FilterField => {
    const label = t(($) => $.columns[key])
    const field = textFilter(key, label, address[key], (value) => change({ [key]: value }))
    return sees_personal
      ? field
      : { ...field, control: <div title={t(($) => $.filters.whole_only)}>{field.control}</div> }
  }
  return [
    textFilter(
      'search',
      t(($) => $.filters.search),
      address.search,
      (search) => change({ search }),
      t(($) => $.filters.search),
    ),
    personal('phone'),
    personal('email'),
    choiceFilter(
      'app_id',
      t(($) => $.columns.app),
      app_options,
      address.app_id === undefined ? undefined : String(address.app_id),
      (next) => change({ app_id: next === undefined ? undefined : Number(next) }),
    ),
    choiceFilter(
      'country',
      t(($) => $.columns.country),
      country_options,
      address.country === '' ? undefined : address.country,
      (next) => change({ country: next ?? '' }),
    ),
    choiceFilter(
      'status',
      t(($) => $.columns.status),
      APP_USER_STATES.map((value) => ({ value, label: t(($) => $.status[value]) })),
      address.status,
      (status) => change({ status }),
    ),
    choiceFilter(
      'mark',
      t(($) => $.filters.mark),
      MARKS.map((value) => ({ value, label: t(($) => $.marks[value]) })),
      address.mark,
      (mark) => change({ mark }),
    ),
    eitherFilter(
      'has_device',
      t(($) => $.filters.has_device),
      { yes: t(($) => $.filters.has_yes), no: t(($) => $.filters.has_no) },
      address.has_device,
      (has_device) => change({ has_device }),
    ),
    days('registered'),
    days('last_login'),
  ]
}
