import type { RoleAccounts } from '@heatfleet/contract/roles/roles.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { usePermission } from '../cloud/session.ts'
import { useMessages } from '../messages/messages.ts'
import { UNKNOWN } from '../ui/format.ts'
import { Panel } from '../ui/panel.tsx'
import { type PlainColumn, PlainTable } from '../ui/plain-table.tsx'
import { ErrorState, Loading } from '../ui/states.tsx'
import { StateChip } from '../ui/status.tsx'
import styles from './assignees.module.css'

type Assignee = RoleAccounts['list'][number]
type Read = { data: RoleAccounts | undefined; error: unknown; refetch: () => unknown }

/** Accounts that a role or resource group is assigned to: those in scope by name, the others as a count. */
export function AssigneesTable({ read, empty }: { read: Read; empty: ReactNode }) {
  const t = useMessages('assignees')
  const columns = useColumns()
  if (read.data === undefined)
    return read.error === null ? <Loading /> : <ErrorState error={read.error} onRetry={() => void read.refetch()} />
  const { list, total, others } = read.data
  if (total + others === 0) return empty
  const hidden = total - list.length
  return (
    <Panel flush>
      {list.length > 0 && (
        <PlainTable<Assignee> label={t(($) => $.title)} columns={columns} rows={list} keyOf={({ uid }) => uid} />
      )}
      {hidden + others > 0 && (
        <p className={styles.foot}>
          {hidden > 0 && t(($) => $.more, { count: hidden })} {others > 0 && t(($) => $.others, { count: others })}
        </p>
      )}
    </Panel>
  )
}

const useColumns = (): PlainColumn<Assignee>[] => {
  const t = useMessages('assignees')
  const may_open = usePermission('account:view')
  return [
    {
      key: 'user_name',
      title: t(($) => $.user_name),
      cell: ({ uid, user_name }) =>
        may_open ? (
          <Link className={styles.link} to={`/user/user-detail/${uid}`}>
            {user_name}
          </Link>
        ) : (
          user_name
        ),
    },
    { key: 'nick_name', title: t(($) => $.nick_name), cell: ({ nick_name }) => nick_name || UNKNOWN },
    {
      key: 'company',
      title: t(($) => $.company),
      cell: ({ agent_name }) => agent_name ?? t(($) => $.manufacturer),
    },
    { key: 'state', title: t(($) => $.state), cell: (account) => <AssigneeState {...account} /> },
  ]
}

function AssigneeState({ disabled, signed_in }: Assignee) {
  const t = useMessages('assignees')
  if (disabled) return <StateChip tone="neutral">{t(($) => $.disabled)}</StateChip>
  return signed_in ? (
    <StateChip tone="ok" shape="filled">
      {t(($) => $.signed_in)}
    </StateChip>
  ) : (
    t(($) => $.away)
  )
}
