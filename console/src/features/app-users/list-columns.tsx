import type { AppUser } from '@heatfleet/contract/app-users/app-users.ts'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { nameOf } from '../../bindings/person-name.ts'
import { ageColumn } from '../../ui/age-column.tsx'
import { countryName } from '../../ui/countries.ts'
import type { Column } from '../../ui/data-table-columns.ts'
import { UNKNOWN } from '../../ui/format.ts'
import type { Language } from '../../words/language-code.ts'
import { useLanguage, useWords } from '../../words/words.ts'
import styles from './app-users.module.css'
import { MarkChips } from './marks.tsx'
import { userPath } from './paths.ts'
import { RowActions } from './row-actions.tsx'
import { StatusMark } from './status-mark.tsx'
import { languageWord, platformWord, type UserWords } from './user-words.ts'

export type UserColumn = Column<AppUser>

/** All columns of the list in the order of product 3.20. */
export const useUserColumns = (): readonly UserColumn[] => {
  const t = useWords('app-users')
  const language = useLanguage()
  // The words change with the language alone; a new table redraws every row.
  return useMemo(() => columnsIn(t, language), [t, language])
}

const columnsIn = (t: UserWords, language: Language): readonly UserColumn[] => [
  {
    key: 'nick_name',
    title: t(($) => $.columns.nick_name),
    width_px: 170,
    fixed: 'start',
    grows: true,
    always: true,
    sort_key: 'nick_name',
    cell: (user) => (
      <Link className={styles.link} to={userPath(user.app_user_id)} title={nameOf(user)}>
        {nameOf(user)}
      </Link>
    ),
    plain: (user) => user.nick_name,
  },
  {
    key: 'app_user_id',
    title: t(($) => $.columns.app_user_id),
    width_px: 120,
    align: 'end',
    sort_key: 'app_user_id',
    cell: (user) => user.app_user_id,
    plain: (user) => user.app_user_id,
  },
  text('phone', t, 128, ({ phone }) => phone),
  text('email', t, 184, ({ email }) => email),
  text('region', t, 176, (user) => regionOf(user, language)),
  text('language', t, 86, (user) => languageWord(t, user.language)),
  text('app', t, 128, ({ app_name }) => app_name),
  { ...text('app_version', t, 76, ({ app_version }) => app_version), by_default: false },
  { ...text('platform', t, 92, ({ platform }) => platformWord(t, platform)), by_default: false },
  {
    key: 'devices',
    title: t(($) => $.columns.devices),
    width_px: 136,
    cell: (user) => {
      const words = devicesOf(user, t)
      return <span className={words === UNKNOWN ? styles.weak : undefined}>{words}</span>
    },
    plain: ({ owned_devices, shared_devices }) => `${owned_devices}/${shared_devices}`,
  },
  time('register_time', t),
  time('last_login_time', t),
  {
    key: 'open_orders',
    title: t(($) => $.columns.open_orders),
    width_px: 128,
    align: 'end',
    cell: ({ open_orders }) => (
      <span className={open_orders === null || open_orders === 0 ? styles.weak : undefined}>
        {open_orders ?? UNKNOWN}
      </span>
    ),
    plain: ({ open_orders }) => open_orders ?? '',
  },
  {
    key: 'status',
    title: t(($) => $.columns.status),
    width_px: 96,
    cell: ({ status }) => <StatusMark status={status} />,
    plain: ({ status }) => t(($) => $.status[status]),
  },
  {
    key: 'marks',
    title: t(($) => $.columns.marks),
    width_px: 120,
    cell: ({ marks }) => <MarkChips marks={marks} />,
    plain: ({ marks }) => marks.map((mark) => t(($) => $.marks[mark])).join(', '),
  },
  {
    key: 'actions',
    title: t(($) => $.columns.actions),
    width_px: 44,
    fixed: 'end',
    always: true,
    bare: true,
    cell: (user) => <RowActions user={user} />,
  },
]

type TextKey = 'phone' | 'email' | 'region' | 'language' | 'app' | 'app_version' | 'platform'

const text = (key: TextKey, t: UserWords, width_px: number, read: (user: AppUser) => string): UserColumn => ({
  key,
  title: t(($) => $.columns[key]),
  width_px,
  cell: (user) => {
    const value = read(user)
    return value === '' ? (
      <span className={styles.weak}>{UNKNOWN}</span>
    ) : (
      <span className={styles.cut} title={value}>
        {value}
      </span>
    )
  },
  plain: read,
})

const time = (key: 'register_time' | 'last_login_time', t: UserWords): UserColumn =>
  ageColumn(
    key,
    t(($) => $.columns[key]),
    136,
  )

/** How many units, of one's own and of others; a dash for none. */
const devicesOf = ({ owned_devices, shared_devices }: AppUser, t: UserWords): string =>
  [
    owned_devices === 0 ? '' : t(($) => $.owned, { count: owned_devices }),
    shared_devices === 0 ? '' : t(($) => $.shared, { count: shared_devices }),
  ]
    .filter((part) => part !== '')
    .join(' · ') || UNKNOWN

/** Country and region in words; either may be missing. */
export const regionOf = ({ country, region_text }: AppUser, language: Language): string =>
  [country === '' ? '' : countryName(country, language), region_text].filter((part) => part !== '').join(' · ')
