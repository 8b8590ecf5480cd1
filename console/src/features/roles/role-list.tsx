import { api } from '@heatfleet/contract/api.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { ROLE_LEVELS } from '@heatfleet/contract/roles/built-in.ts'
import { ROLE_SORTS, type Role } from '@heatfleet/contract/roles/roles.ts'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useChange, useRead } from '../../cloud/call.ts'
import { ExportButton } from '../../exports/export-button.tsx'
import { ListTable } from '../../lists/list-table.tsx'
import { SavedViews } from '../../lists/saved-views.tsx'
import { Button } from '../../ui/button.tsx'
import { ReasonConfirm } from '../../ui/confirm-dialog.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { choiceParam, textParam } from '../../ui/filter-bar-params.ts'
import { LockIcon, PlusIcon } from '../../ui/icons.tsx'
import { placeParams, useListAddress } from '../../ui/list-address.ts'
import { choiceFilter, textFilter } from '../../ui/list-filters.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { Page } from '../../ui/page.tsx'
import { NeverAny } from '../../ui/states.tsx'
import { useLacks } from '../../words/lacks.ts'
import { useWords } from '../../words/words.ts'
import { newRolePath, rolePath } from './addresses.ts'
import { useRoleColumns } from './columns.tsx'
import { CompareRoles } from './compare-roles.tsx'
import { useMatrixColumns } from './export-columns.ts'
import { useRoleName } from './role-words.ts'

const PARAMS = {
  role_name: textParam(LIMITS.role_name_max),
  creator: textParam(LIMITS.user_name_max),
  type: choiceParam(['built_in', 'custom']),
  level: choiceParam(ROLE_LEVELS),
  ...placeParams(ROLE_SORTS, 'role_name'),
}

/** The roles an account sees (product 3.31): find, compare, copy, remove. */
export function Component() {
  const t = useWords('roles')
  const navigate = useNavigate()
  const notify = useNotify()
  const nameOf = useRoleName()
  const lacks = useLacks('role:edit')
  const [removing, setRemoving] = useState<Role | null>(null)
  const [query, setQuery] = useSearchParams()
  const { address, change, turn, clear, match, view, open } = useListAddress(PARAMS)
  const { pageNo, size, role_name, creator, ...rest } = address
  const asked = { ...rest, ...(role_name === '' ? {} : { role_name }), ...(creator === '' ? {} : { creator }) }
  const matrix = useMatrixColumns()
  const read = useRead(api.roleList, { query: { pageNo, size }, body: asked }, { placeholder: 'keep' })
  const remove = useChange(api.deleteRole)
  const columns = useRoleColumns({ onDelete: setRemoving })
  const fields = [
    textFilter(
      'role_name',
      t(($) => $.columns.role_name),
      role_name,
      (value) => change({ role_name: value }),
    ),
    textFilter(
      'creator',
      t(($) => $.columns.creator),
      creator,
      (value) => change({ creator: value }),
    ),
    choiceFilter(
      'type',
      t(($) => $.columns.type),
      [
        { value: 'built_in', label: t(($) => $.type.built_in) },
        { value: 'custom', label: t(($) => $.type.custom) },
      ],
      address.type,
      (type) => change({ type }),
    ),
    choiceFilter(
      'level',
      t(($) => $.columns.level),
      ROLE_LEVELS.map((level) => ({ value: level, label: t(($) => $.level[level]) })),
      address.level,
      (level) => change({ level }),
    ),
  ]
  const compared = readPair(query.get('compare'))
  const compare = (pair: readonly number[] | null) =>
    setQuery((before) => {
      const after = new URLSearchParams(before)
      if (pair === null) after.delete('compare')
      else after.set('compare', pair.join(','))
      return after
    })
  return (
    <Page
      fill
      title={t(($) => $.title)}
      actions={
        <>
          <SavedViews list="roles" query={view} onOpen={open} />
          <Button kind="primary" icon={PlusIcon} disabledReason={lacks} onClick={() => void navigate(newRolePath())}>
            {t(($) => $.create)}
          </Button>
        </>
      }
    >
      <FilterBar fields={fields} onReset={clear} />
      <ListTable<Role>
        label={t(($) => $.title)}
        columns={columns}
        list="roles"
        read={read}
        needs="role:view"
        keyOf={({ role_id }) => String(role_id)}
        nameOf={nameOf}
        pathOf={({ role_id }) => rolePath(role_id)}
        address={address}
        change={turn}
        match={match}
        filtered={fields.some(({ chip }) => chip !== undefined)}
        onClear={clear}
        never={<NeverAny icon={LockIcon} title={t(($) => $.never_any)} />}
        summary={(count) => t(($) => $.count, { count })}
        tools={
          <ExportButton
            kind="role-matrix"
            needs="role:view"
            filter={asked}
            columns={matrix}
            total={read.data?.total ?? 0}
          />
        }
        selectionTools={(rows) => (
          <Button
            size="small"
            kind="text"
            disabledReason={rows?.length === 2 ? undefined : t(($) => $.compare.choose_pair)}
            onClick={() => compare(rows?.map(({ role_id }) => role_id) ?? null)}
          >
            {t(($) => $.compare.action)}
          </Button>
        )}
      />
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
    </Page>
  )
}

/** `3,5` of the address. */
const readPair = (text: string | null): readonly [number, number] | null => {
  const [one, other] = (text ?? '').split(',').map(Number)
  return one !== undefined && other !== undefined && one > 0 && other > 0 ? [one, other] : null
}
