import { api } from '@heatfleet/contract/api.ts'
import { useRead } from '../../cloud/call.ts'
import { HoldersTable } from '../../holders/holders-table.tsx'
import { UserIcon } from '../../ui/icons.tsx'
import { NeverAny } from '../../ui/states.tsx'
import { useWords } from '../../words/words.ts'

/** The accounts that have the role, in a tab of its page. */
export function RoleAccounts({ role_id }: { role_id: number }) {
  const t = useWords('roles')
  const read = useRead(api.roleAccounts, { params: { id: role_id } })
  return <HoldersTable read={read} empty={<NeverAny icon={UserIcon} title={t(($) => $.no_accounts)} />} />
}
