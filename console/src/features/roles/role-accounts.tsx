import { api } from '@heatfleet/contract/api.ts'
import { useRead } from '../../cloud/call.ts'
import { HoldersTable } from '../../holders/holders-table.tsx'
import { useMessages } from '../../messages/messages.ts'
import { UserIcon } from '../../ui/icons.tsx'
import { NeverAny } from '../../ui/states.tsx'

/** The accounts that have the role, in a tab of its page. */
export function RoleAccounts({ role_id }: { role_id: number }) {
  const t = useMessages('roles')
  const read = useRead(api.roleAccounts, { params: { id: role_id } })
  return <HoldersTable read={read} empty={<NeverAny icon={UserIcon} title={t(($) => $.no_accounts)} />} />
}
