import { api } from '@heatfleet/contract/api.ts'
import { useRead } from '../../cloud/call.ts'
import { UserIcon } from '../../ui/icons.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ErrorState, Loading, NeverAny } from '../../ui/states.tsx'
import { StateChip } from '../../ui/status.tsx'
import { useWords } from '../../words/words.ts'
import styles from './roles.module.css'

/** Whom a change of the role meets: accounts within the scope by name, the others as a number. */
export function RoleAccounts({ role_id }: { role_id: number }) {
  const t = useWords('roles')
  const read = useRead(api.roleAccounts, { params: { id: role_id } })
  if (read.data === undefined)
    return read.error === null ? <Loading /> : <ErrorState error={read.error} onRetry={() => void read.refetch()} />
  const { list, total, others } = read.data
  if (total + others === 0) return <NeverAny icon={UserIcon} title={t(($) => $.accounts.none)} />
  const hidden = total - list.length
  return (
    <Panel flush>
      <table className={styles.accounts}>
        <thead>
          <tr>
            <th>{t(($) => $.accounts.user_name)}</th>
            <th>{t(($) => $.accounts.nick_name)}</th>
            <th>{t(($) => $.accounts.company)}</th>
            <th>{t(($) => $.accounts.state)}</th>
          </tr>
        </thead>
        <tbody>
          {list.map((account) => (
            <tr key={account.uid}>
              <td>{account.user_name}</td>
              <td>{account.nick_name}</td>
              <td>{account.agent_name ?? t(($) => $.level.manufacturer)}</td>
              <td>
                {account.disabled ? (
                  <StateChip tone="neutral">{t(($) => $.accounts.disabled)}</StateChip>
                ) : account.signed_in ? (
                  <StateChip tone="ok" shape="filled">
                    {t(($) => $.accounts.signed_in)}
                  </StateChip>
                ) : (
                  t(($) => $.accounts.away)
                )}
              </td>
            </tr>
          ))}
          {hidden + others > 0 && (
            <tr>
              <td colSpan={4} className={styles.muted}>
                {hidden > 0 && t(($) => $.accounts.more, { count: hidden })}{' '}
                {others > 0 && t(($) => $.accounts.others, { count: others })}
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </Panel>
  )
}
