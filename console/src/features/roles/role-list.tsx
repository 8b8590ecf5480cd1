import { api } from '@heatfleet/contract/api.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { Role } from '@heatfleet/contract/roles/roles.ts'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useChange } from '../../cloud/call.ts'
import { ListScreen } from '../../lists/list-screen.tsx'
import { useList } from '../../lists/use-list.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { ReasonConfirm } from '../../ui/confirm-dialog.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { CompareRoles } from './compare-roles.tsx'
import { roles } from './list.tsx'
import { newRolePath } from './paths.ts'
import { useRoleName } from './role-texts.ts'

/** The roles in scope (product 3.31): find, compare, copy, delete. */
export function Component() {
  const t = useMessages('roles')
  const navigate = useNavigate()
  const notify = useNotify()
  const nameOf = useRoleName()
  const missing_permission = useMissingPermission('role:edit')
  const [removing, setRemoving] = useState<Role | null>(null)
  const [query, setQuery] = useSearchParams()
  const remove = useChange(api.deleteRole)
  const list = useList(roles, { onDelete: setRemoving })
  const { selection } = list
  const chosen = selection.kind === 'some' && selection.rows.size === 2 ? [...selection.rows.values()] : undefined
  const compared = readPair(query.get('compare'))
  const compare = (pair: readonly number[] | null) =>
    setQuery((before) => {
      const after = new URLSearchParams(before)
      if (pair === null) after.delete('compare')
      else after.set('compare', pair.join(','))
      return after
    })
  return (
    <ListScreen
      of={list}
      title={t(($) => $.title)}
      actions={
        <Button
          kind="primary"
          icon={PlusIcon}
          disabledReason={missing_permission}
          onClick={() => void navigate(newRolePath())}
        >
          {t(($) => $.create)}
        </Button>
      }
      selectionTools={
        <Button
          size="small"
          kind="text"
          disabledReason={chosen === undefined ? t(($) => $.compare.choose_pair) : undefined}
          onClick={() => compare(chosen?.map(({ role_id }) => role_id) ?? null)}
        >
          {t(($) => $.compare.action)}
        </Button>
      }
    >
      {compared !== null && <CompareRoles ids={compared} onClose={() => compare(null)} />}
      {removing !== null && (
        <ReasonConfirm
          title={t(($) => $.delete.title, { name: nameOf(removing) })}
          text={t(($) => $.delete.text)}
          confirm={t(($) => $.delete.action)}
          danger
          max={LIMITS.reason_max}
          onClose={() => setRemoving(null)}
          onConfirm={async (reason) => {
            await remove.mutateAsync({ params: { id: removing.role_id }, query: { reason } })
            notify.success(t(($) => $.delete.done, { name: nameOf(removing) }))
            setRemoving(null)
          }}
        />
      )}
    </ListScreen>
  )
}

/** Parses `3,5`. */
const readPair = (text: string | null): readonly [number, number] | null => {
  const [one, other] = (text ?? '').split(',').map(Number)
  return one !== undefined && other !== undefined && one > 0 && other > 0 ? [one, other] : null
}
