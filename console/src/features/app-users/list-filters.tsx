import { api } from '@heatfleet/contract/api.ts'
import { APP_USER_STATES, MARKS } from '@heatfleet/contract/app-users.ts'
import { useMemo } from 'react'
import { useRead } from '../../cloud/call.ts'
import { usePermission } from '../../cloud/session.ts'
import { countries, countryName } from '../../ui/countries.ts'
import type { FilterField } from '../../ui/filter-bar.tsx'
import { FilterChoice, FilterDays, FilterText } from '../../ui/filter-bar-controls.tsx'
import { formatTime } from '../../ui/format.ts'
import { useLanguage, useWords } from '../../words/words.ts'
import type { ListAddress } from './list-address.ts'

type Change = (part: Partial<ListAddress>) => void
const PICKER_STALE_MS = 60_000
const EITHER = ['yes', 'no'] as const

/** The filters of the list in the order of product 3.20, bound to its address. */
export const useUserFilters = (address: ListAddress, change: Change): FilterField[] => {
  const t = useWords('appUsers')
  const sees_personal = usePermission('pii:view')
  const apps = useRead(api.menuApps, undefined, { staleTime: PICKER_STALE_MS })
  const app_options = (apps.data ?? []).map(({ app_id, app_name }) => ({ value: String(app_id), label: app_name }))
  const days = useDayFilter(address, change)
  const language = useLanguage()
  const country_options = useMemo(() => countries(language), [language])

  const text = (key: 'search' | 'phone' | 'email', label: string, placeholder?: string): FilterField => ({
    key,
    label,
    control: (
      <FilterText
        label={label}
        {...(placeholder === undefined ? {} : { placeholder })}
        value={address[key]}
        onCommit={(value) => change({ [key]: value })}
      />
    ),
    chip: address[key] === '' ? undefined : address[key],
    clear: () => change({ [key]: '' }),
  })
  const choice = <Value extends string>(
    key: string,
    label: string,
    names: readonly Value[],
    value: Value | undefined,
    wordOf: (value: Value) => string,
    onChange: (value: Value | undefined) => void,
  ): FilterField => ({
    key,
    label,
    control: (
      <FilterChoice
        label={label}
        value={value}
        options={names.map((name) => ({ value: name, label: wordOf(name) }))}
        onChange={onChange}
      />
    ),
    chip: value === undefined ? undefined : wordOf(value),
    clear: () => onChange(undefined),
  })
  const personal = (key: 'phone' | 'email'): FilterField => {
    const label = t(($) => $.columns[key])
    const field = text(key, label)
    return sees_personal
      ? field
      : { ...field, control: <div title={t(($) => $.filters.whole_only)}>{field.control}</div> }
  }
  const appName = (value: string) => app_options.find((one) => one.value === value)?.label ?? value
  const has_device = address.has_device === undefined ? undefined : address.has_device ? 'yes' : 'no'
  return [
    text(
      'search',
      t(($) => $.filters.search),
      t(($) => $.filters.search),
    ),
    personal('phone'),
    personal('email'),
    choice(
      'app_id',
      t(($) => $.columns.app),
      app_options.map(({ value }) => value),
      address.app_id === undefined ? undefined : String(address.app_id),
      appName,
      (next) => change({ app_id: next === undefined ? undefined : Number(next) }),
    ),
    choice(
      'country',
      t(($) => $.columns.country),
      country_options.map(({ value }) => value),
      address.country === '' ? undefined : address.country,
      (value) => countryName(value, language),
      (next) => change({ country: next ?? '' }),
    ),
    choice(
      'status',
      t(($) => $.columns.status),
      APP_USER_STATES,
      address.status,
      (status) => t(($) => $.status[status]),
      (status) => change({ status }),
    ),
    choice(
      'mark',
      t(($) => $.filters.mark),
      MARKS,
      address.mark,
      (mark) => t(($) => $.marks[mark]),
      (mark) => change({ mark }),
    ),
    choice(
      'has_device',
      t(($) => $.filters.has_device),
      EITHER,
      has_device,
      (either) => t(($) => (either === 'yes' ? $.filters.has_yes : $.filters.has_no)),
      (next) => change({ has_device: next === undefined ? undefined : next === 'yes' }),
    ),
    days(
      'registered',
      t(($) => $.filters.registered),
    ),
    days(
      'last_login',
      t(($) => $.filters.last_login),
    ),
  ]
}

const useDayFilter = (address: ListAddress, change: Change) => {
  const language = useLanguage()
  const dayText = (day: string | undefined) =>
    day === undefined ? '…' : formatTime(`${day}T00:00:00`, language, 'date')
  return (key: 'registered' | 'last_login', label: string): FilterField => {
    const from = address[`${key}_from`]
    const to = address[`${key}_to`]
    return {
      key,
      label,
      control: (
        <FilterDays
          label={label}
          from={from}
          to={to}
          onChange={(days) => change({ [`${key}_from`]: days.from, [`${key}_to`]: days.to })}
        />
      ),
      chip: from === undefined && to === undefined ? undefined : `${dayText(from)} – ${dayText(to)}`,
      clear: () => change({ [`${key}_from`]: undefined, [`${key}_to`]: undefined }),
    }
  }
}
