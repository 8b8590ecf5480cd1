import { api } from '@heatfleet/contract/api.ts'
import { APP_USER_SORTS, APP_USER_STATES, type AppUser, MARKS } from '@heatfleet/contract/app-users/app-users.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { appUserName } from '../../bindings/app-user-name.ts'
import { useRead } from '../../cloud/call.ts'
import { PICKER_STALE_MS } from '../../cloud/picker-reads.ts'
import { listOf } from '../../lists/list.ts'
import type { Language } from '../../messages/language-code.ts'
import { useMessages } from '../../messages/messages.ts'
import { countryName } from '../../ui/countries.ts'
import { UNKNOWN } from '../../ui/format.ts'
import { UserIcon } from '../../ui/icons.tsx'
import styles from './app-users.module.css'
import { MarkChips } from './marks.tsx'
import { userPath } from './paths.ts'
import { RowActions } from './row-actions.tsx'
import { StatusMark } from './status-mark.tsx'
import { languageText, platformText } from './user-texts.ts'

const useApps = () =>
  (useRead(api.menuApps, undefined, { staleTime: PICKER_STALE_MS }).data ?? []).map(({ app_id, app_name }) => ({
    value: app_id,
    label: app_name,
  }))

const { list, column, filter } = listOf(api.appUserList, 'app-users', () => ({ words: useMessages('app-users') }))

/** The end users of the app (product 3.20). */
export const appUsers = list({
  name: 'app-users',
  needs: 'appuser:view',
  label: ({ t }) => t(($) => $.title),
  key: ({ app_user_id }) => String(app_user_id),
  title: appUserName,
  path: ({ app_user_id }) => userPath(app_user_id),
  summary: ({ t }, count) => t(($) => $.matching, { count }),
  never: ({ t }) => ({ icon: UserIcon, title: t(($) => $.never_any), text: t(($) => $.never_any_hint) }),
  page_sizes: [10, 20, 50, 100],
  sorts: APP_USER_SORTS,
  sorted: { by: 'register_time', order: 'desc' },
  filters: {
    search: filter.text(100, { placeholder: ({ t }) => t(($) => $.filters.search) }),
    phone: filter.text(LIMITS.phone_max, { personal: ({ t }) => t(($) => $.filters.whole_only) }),
    email: filter.text(LIMITS.email_max, { personal: ({ t }) => t(($) => $.filters.whole_only) }),
    app_id: filter.numbered(useApps, { label: ({ t }) => t(($) => $.columns.app) }),
    country: filter.country(),
    status: filter.choice(APP_USER_STATES).text(({ t }, code) => t(($) => $.status[code])),
    mark: filter.choice(MARKS).text(({ t }, code) => t(($) => $.marks[code])),
    has_device: filter.either(({ t }) => ({ yes: t(($) => $.filters.has_yes), no: t(($) => $.filters.has_no) })),
    registered: filter.days('registered_from', 'registered_to'),
    last_login: filter.days('last_login_from', 'last_login_to'),
  },
  columns: {
    nick_name: column.link(170, ({ app_user_id }) => userPath(app_user_id), appUserName, { grows: true }),
    app_user_id: column.custom(120, ({ app_user_id }) => app_user_id, { align: 'end' }),
    phone: column.text(128),
    email: column.text(184),
    region: column.textOf(176, (user, { lang }) => regionOf(user, lang), { exports: ['country', 'region'] }),
    language: column.textOf(86, ({ language }, { words }) => languageText(words, language)),
    app: column.textOf(128, ({ app_name }) => app_name),
    app_version: column.text(76, { by_default: false }),
    platform: column.textOf(92, ({ platform }, { words }) => platformText(words, platform), { by_default: false }),
    devices: column.custom(136, (user) => <Devices user={user} />, { exports: ['owned_devices', 'shared_devices'] }),
    register_time: column.age(136),
    last_login_time: column.age(136),
    open_orders: column.custom(
      128,
      ({ open_orders }) => (
        <span className={open_orders === null || open_orders === 0 ? styles.weak : undefined}>
          {open_orders ?? UNKNOWN}
        </span>
      ),
      { align: 'end' },
    ),
    status: column.custom(96, ({ status }) => <StatusMark status={status} />),
    marks: column.custom(120, ({ marks }) => <MarkChips marks={marks} />),
    actions: column.actions((user) => <RowActions user={user} />),
  },
  export: {
    kind: 'app-user-list',
    needs: 'appuser:export',
    only: (ids) => ({ app_user_ids: ids.map(Number) }),
    except: (ids) => ({ except_app_user_ids: ids.map(Number) }),
  },
})

/** Numbers of owned and shared devices; a dash for none. */
function Devices({ user: { owned_devices, shared_devices } }: { user: AppUser }) {
  const t = useMessages('app-users')
  const parts = [
    owned_devices === 0 ? '' : t(($) => $.owned, { count: owned_devices }),
    shared_devices === 0 ? '' : t(($) => $.shared, { count: shared_devices }),
  ].filter((part) => part !== '')
  return <span className={parts.length === 0 ? styles.weak : undefined}>{parts.join(' · ') || UNKNOWN}</span>
}

/** Country and region by name; either may be missing. */
export const regionOf = ({ country, region_text }: AppUser, language: Language): string =>
  [country === '' ? '' : countryName(country, language), region_text].filter((part) => part !== '').join(' · ')
