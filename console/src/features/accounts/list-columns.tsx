import type { Account } from '@heatfleet/contract/accounts/row.ts'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { Age } from '../../ui/age.tsx'
import { ageColumn } from '../../ui/age-column.tsx'
import type { Column } from '../../ui/data-table-columns.ts'
import { UNKNOWN } from '../../ui/format.ts'
import { useGroupNameText } from '../../words/group-name.ts'
import { useRoleNameText } from '../../words/role-name.ts'
import { useWords } from '../../words/words.ts'
import { type AccountWords, scopeText } from './account-words.ts'
import styles from './accounts.module.css'
import { accountPath } from './paths.ts'
import { RowActions } from './row-actions.tsx'
import { StateMark } from './state-mark.tsx'

type AccountColumn = Column<Account>

/** All columns of the list in the order of product 3.29. */
export const useAccountColumns = (): readonly AccountColumn[] => {
  const t = useWords('accounts')
  const roleName = useRoleNameText()
  const groupName = useGroupNameText()
  // The words change with the language alone; a new table redraws every row.
  return useMemo(() => columnsIn(t, roleName, groupName), [t, roleName, groupName])
}

const columnsIn = (
  t: AccountWords,
  roleName: ReturnType<typeof useRoleNameText>,
  groupName: ReturnType<typeof useGroupNameText>,
): readonly AccountColumn[] => [
  {
    key: 'user_name',
    title: t(($) => $.columns.user_name),
    width_px: 160,
    fixed: 'start',
    always: true,
    sort_key: 'user_name',
    cell: ({ uid, user_name }) => (
      <Link className={styles.link} to={accountPath(uid)} title={user_name}>
        {user_name}
      </Link>
    ),
    plain: ({ user_name }) => user_name,
  },
  { ...text('nick_name', t, 150, ({ nick_name }) => nick_name), grows: true, sort_key: 'nick_name' },
  {
    key: 'state',
    title: t(($) => $.columns.state),
    width_px: 124,
    cell: ({ state }) => <StateMark state={state} />,
    plain: ({ state }) => t(($) => $.states[state]),
  },
  { ...text('role', t, 170, ({ role_name }) => roleName(role_name)), sort_key: 'role_name' },
  text('agent', t, 160, ({ agent_name }) => agent_name ?? t(($) => $.manufacturer)),
  text('scope', t, 190, (account) => scopeText(t, account)),
  text('phone', t, 124, ({ phone }) => phone),
  text('email', t, 180, ({ email }) => email),
  {
    key: 'totp',
    title: t(($) => $.columns.totp),
    width_px: 110,
    cell: ({ totp }) => <span className={totp ? undefined : styles.weak}>{t(($) => $.totp[totp ? 'yes' : 'no'])}</span>,
    plain: ({ totp }) => t(($) => $.totp[totp ? 'yes' : 'no']),
  },
  {
    key: 'last_login',
    title: t(($) => $.columns.last_login),
    width_px: 136,
    sort_key: 'last_login_at',
    cell: ({ last_login_at }) =>
      last_login_at === null ? <span className={styles.weak}>{t(($) => $.never)}</span> : <Age at={last_login_at} />,
    plain: ({ last_login_at }) => last_login_at ?? '',
  },
  { ...text('last_login_address', t, 130, ({ last_login_address }) => last_login_address), by_default: false },
  { ...text('gender', t, 90, ({ gender }) => t(($) => $.genders[gender])), by_default: false },
  {
    ...text('resource_group', t, 150, (account) => groupName(account.resource_group_name, account.whole_fleet)),
    by_default: false,
  },
  { ...text('company', t, 150, ({ company }) => company), by_default: false },
  { ...text('creator', t, 120, ({ creator }) => creator), by_default: false },
  ageColumn(
    'created_at',
    t(($) => $.columns.created_at),
    112,
  ),
  {
    key: 'actions',
    title: t(($) => $.columns.actions),
    width_px: 44,
    fixed: 'end',
    always: true,
    bare: true,
    cell: (account) => <RowActions account={account} />,
  },
]

type TextKey =
  | 'nick_name'
  | 'role'
  | 'agent'
  | 'scope'
  | 'phone'
  | 'email'
  | 'last_login_address'
  | 'gender'
  | 'resource_group'
  | 'company'
  | 'creator'

const text = (key: TextKey, t: AccountWords, width_px: number, read: (account: Account) => string): AccountColumn => ({
  key,
  title: t(($) => $.columns[key]),
  width_px,
  cell: (account) => {
    const value = read(account)
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
