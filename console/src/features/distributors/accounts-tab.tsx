import type { Account } from '@heatfleet/contract/accounts/row.ts'
import { api } from '@heatfleet/contract/api.ts'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { useRead } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { useRoleNameText } from '../../messages/role-name.ts'
import { Age } from '../../ui/age.tsx'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { type Column, defaultLayout } from '../../ui/data-table-columns.ts'
import type { TablePaging } from '../../ui/data-table-props.ts'
import { PlusIcon } from '../../ui/icons.tsx'
import { statusOf } from '../../ui/list-status.tsx'
import { NeverAny } from '../../ui/states.tsx'
import { StateChip } from '../../ui/status.tsx'
import css from './distributors.module.css'
import { newAccountPath } from './paths.ts'

const PAGE_SIZES = [10, 20, 50, 100] as const
const NO_ROWS: readonly Account[] = []

/** The accounts of the distributor itself. */
export const AccountsTab = ({ agent_id }: { agent_id: number }) => {
  const t = useMessages('distributors')
  const navigate = useNavigate()
  const [paging, setPaging] = useState<TablePaging>({ pageNo: 1, size: 20 })
  const columns = useColumns()
  const missing_permission = useMissingPermission('account:create')
  const accounts = useRead(
    api.accountList,
    { query: paging, body: { agent_id, include_lower: false, sort_by: 'user_name', sort_order: 'asc' } },
    { placeholder: 'keep' },
  )
  return (
    <div className={css.inner}>
      <DataTable
        label={t(($) => $.tabs.accounts)}
        columns={columns}
        layout={defaultLayout(columns)}
        rows={accounts.data?.list ?? NO_ROWS}
        keyOf={({ uid }) => String(uid)}
        nameOf={({ user_name }) => user_name}
        total={accounts.data?.total ?? 0}
        status={statusOf(accounts, 'account:view')}
        empty={<NeverAny title={t(($) => $.accounts.none)} />}
        sort={{ by: 'user_name', order: 'asc' }}
        onSort={() => {}}
        paging={paging}
        page_sizes={PAGE_SIZES}
        onPaging={setPaging}
        onOpen={({ uid }) => void navigate(`/user/user-detail/${uid}`)}
        tools={
          <Button
            kind="text"
            size="small"
            icon={PlusIcon}
            disabledReason={missing_permission}
            onClick={() => void navigate(newAccountPath(agent_id))}
          >
            {t(($) => $.actions.create_account)}
          </Button>
        }
        summary={accounts.data === undefined ? '' : t(($) => $.accounts.matching, { count: accounts.data.total })}
      />
    </div>
  )
}

const useColumns = (): readonly Column<Account>[] => {
  const t = useMessages('distributors')
  const roleName = useRoleNameText()
  return useMemo(
    () => [
      {
        key: 'user_name',
        title: t(($) => $.accounts.user_name),
        width_px: 160,
        fixed: 'start',
        grows: true,
        always: true,
        cell: (account) => account.user_name,
      },
      { key: 'nick_name', title: t(($) => $.accounts.nick_name), width_px: 160, cell: (account) => account.nick_name },
      {
        key: 'role_name',
        title: t(($) => $.accounts.role),
        width_px: 160,
        cell: (account) => roleName(account.role_name),
      },
      {
        key: 'state',
        title: t(($) => $.accounts.state),
        width_px: 110,
        cell: ({ state }) => (
          <StateChip tone={state === 'enabled' ? 'ok' : 'neutral'} shape={state === 'enabled' ? 'filled' : 'hollow'}>
            {state === 'enabled' ? t(($) => $.accounts.enabled) : t(($) => $.accounts.closed)}
          </StateChip>
        ),
      },
      {
        key: 'last_login_at',
        title: t(($) => $.accounts.last_login),
        width_px: 136,
        cell: ({ last_login_at }) => <Age at={last_login_at} />,
      },
    ],
    [t, roleName],
  )
}
