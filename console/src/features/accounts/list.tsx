import { ACCOUNT_SORTS, ACCOUNT_STATES, type Account } from '@heatfleet/contract/accounts/row.ts'
import { api } from '@heatfleet/contract/api.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useRead } from '../../cloud/call.ts'
import { PICKER_STALE_MS } from '../../cloud/picker-reads.ts'
import { listOf } from '../../lists/list.ts'
import { useGroupNameText } from '../../messages/group-name.ts'
import { useMessages } from '../../messages/messages.ts'
import { useRoleNameText } from '../../messages/role-name.ts'
import { Age } from '../../ui/age.tsx'
import { UserIcon } from '../../ui/icons.tsx'
import { scopeText } from './account-texts.ts'
import styles from './accounts.module.css'
import { accountPath } from './paths.ts'
import { RowActions } from './row-actions.tsx'
import { StateMark } from './state-mark.tsx'

const useGrantable = () => useRead(api.accountGrantable, undefined, { staleTime: PICKER_STALE_MS }).data

const { list, column, filter } = listOf(api.accountList, 'accounts', () => ({
  roleName: useRoleNameText(),
  groupName: useGroupNameText(),
  words: useMessages('accounts'),
}))

/** The list of accounts (product 3.29). */
export const accounts = list({
  name: 'accounts',
  needs: 'account:view',
  label: ({ t }) => t(($) => $.title),
  key: ({ uid }) => String(uid),
  title: ({ user_name }) => user_name,
  path: ({ uid }) => accountPath(uid),
  summary: ({ t }, count) => t(($) => $.matching, { count }),
  never: ({ t }) => ({ icon: UserIcon, title: t(($) => $.never_any), text: t(($) => $.never_any_hint) }),
  page_sizes: [10, 20, 50, 100],
  sorts: ACCOUNT_SORTS,
  sorted: { by: 'created_at', order: 'desc' },
  filters: {
    user_name: filter.text(LIMITS.user_name_max),
    nick_name: filter.text(LIMITS.nick_name_max),
    role_id: filter.numbered(
      ({ roleName }) =>
        (useGrantable()?.roles ?? []).map(({ role_id, role_name }) => ({ value: role_id, label: roleName(role_name) })),
      { label: ({ t }) => t(($) => $.columns.role) },
    ),
    agent: filter.agentAndLower({
      lower: ({ t }) => t(($) => $.filters.include_lower),
      below: ({ t }, agent) => t(($) => $.filters.and_below, { agent }),
      useManufacturer: ({ t }) => (useGrantable()?.manufacturer ? t(($) => $.manufacturer) : null),
    }),
    company: filter.text(LIMITS.company_max),
    state: filter.choice(ACCOUNT_STATES).text(({ t }, code) => t(($) => $.states[code])),
    phone: filter.text(LIMITS.phone_max, { personal: ({ t }) => t(($) => $.filters.whole_only) }),
    email: filter.text(LIMITS.email_max, { personal: ({ t }) => t(($) => $.filters.whole_only) }),
    resource_group_id: filter.numbered(
      ({ groupName }) =>
        (useGrantable()?.resource_groups ?? []).map(({ resource_group_id, group_name, whole_fleet }) => ({
          value: resource_group_id,
          label: groupName(group_name, whole_fleet),
        })),
      { label: ({ t }) => t(($) => $.columns.resource_group) },
    ),
    totp: filter.either(({ t }) => t(($) => $.totp, { returnObjects: true })),
    last_login: filter.days('last_login_from', 'last_login_to'),
  },
  columns: {
    user_name: column.link(
      160,
      ({ uid }) => accountPath(uid),
      ({ user_name }) => user_name,
    ),
    nick_name: column.text(150, { grows: true }),
    state: column.custom(124, ({ state }) => <StateMark state={state} />),
    role: column.textOf(170, ({ role_name }, { roleName }) => roleName(role_name), { sort: 'role_name' }),
    agent: column.textOf(160, ({ agent_name }, { t }) => agent_name ?? t(($) => $.manufacturer)),
    scope: column.textOf(190, (account, { words }) => scopeText(words, account), { exports: ['data_scope'] }),
    phone: column.text(124),
    email: column.text(180),
    totp: column.custom(176, ({ totp }, { t }) => (
      <span className={totp ? undefined : styles.weak}>{t(($) => $.totp[totp ? 'yes' : 'no'])}</span>
    )),
    last_login: column.custom(136, ({ last_login_at }) => <LastLogin at={last_login_at} />, { sort: 'last_login_at' }),
    last_login_address: column.text(130, { by_default: false }),
    gender: column.word(90, ({ t }) => t(($) => $.genders, { returnObjects: true }), { by_default: false }),
    resource_group: column.textOf(
      150,
      ({ resource_group_name, whole_fleet }, { groupName }) => groupName(resource_group_name, whole_fleet),
      { by_default: false },
    ),
    company: column.text(150, { by_default: false }),
    creator: column.text(120, { by_default: false }),
    created_at: column.age(112),
    actions: column.actions((account) => <RowActions account={account} />),
  },
  export: {
    kind: 'account-list',
    needs: 'account:view',
    only: (uids) => ({ uids: uids.map(Number) }),
    except: (uids) => ({ except_uids: uids.map(Number) }),
  },
})

function LastLogin({ at }: { at: Account['last_login_at'] }) {
  const t = useMessages('accounts')
  return at === null ? <span className={styles.weak}>{t(($) => $.never)}</span> : <Age at={at} />
}
