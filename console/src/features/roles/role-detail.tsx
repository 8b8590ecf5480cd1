import { api } from '@heatfleet/contract/api.ts'
import { useParams, useSearchParams } from 'react-router'
import { useRead } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { DetailPending } from '../../ui/detail-page.tsx'
import { NewRole } from './new-role.tsx'
import { ROLE_LIST } from './paths.ts'
import { RolePage } from './role-page.tsx'

/** One role (product 3.32): permissions and data scope; `new` creates one, with `?from=` as a copy. */
export function Component() {
  const { role_id } = useParams()
  const [query] = useSearchParams()
  if (role_id !== 'new') return <Existing role_id={Number(role_id)} />
  const from = Number(query.get('from') ?? 0)
  return from > 0 ? <Copy from={from} /> : <NewRole source={null} />
}

function Existing({ role_id }: { role_id: number }) {
  const role = useRead(api.roleInfo, { params: { id: role_id } })
  return role.data === undefined ? <Pending read={role} /> : <RolePage role={role.data} />
}

function Copy({ from }: { from: number }) {
  const role = useRead(api.roleInfo, { params: { id: from } })
  return role.data === undefined ? <Pending read={role} /> : <NewRole source={role.data} />
}

function Pending({ read }: { read: { error: unknown; refetch: () => unknown } }) {
  const t = useMessages('roles')
  return (
    <DetailPending
      title={t(($) => $.role)}
      error={read.error}
      onRetry={() => void read.refetch()}
      list={ROLE_LIST}
      needs="role:view"
    />
  )
}
