import { api } from '@heatfleet/contract/api.ts'
import { useRead } from '../../cloud/call.ts'
import { HoldersTable } from '../../holders/holders-table.tsx'
import { useMessages } from '../../messages/messages.ts'
import styles from './resource-groups.module.css'

/** The accounts that have the group (product 3.40), below what it holds. */
export function GroupAccounts({ group_id }: { group_id: number }) {
  const t = useMessages('resource-groups')
  const read = useRead(api.resourceGroupAccounts, { params: { id: group_id } })
  return (
    <section className={styles.accounts}>
      <h3>{t(($) => $.columns.accounts)}</h3>
      <HoldersTable read={read} empty={<p className={styles.muted}>{t(($) => $.no_accounts)}</p>} />
    </section>
  )
}
