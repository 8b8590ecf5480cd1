import { api } from '@heatfleet/contract/api.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { GROUP_SORTS, type ResourceGroup } from '@heatfleet/contract/resource-groups/resource-groups.ts'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useChange, useRead } from '../../cloud/call.ts'
import { ExportButton } from '../../exports/export-button.tsx'
import { ListTable } from '../../lists/list-table.tsx'
import { SavedViews } from '../../lists/saved-views.tsx'
import { Button } from '../../ui/button.tsx'
import { ReasonConfirm } from '../../ui/confirm-dialog.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { textParam } from '../../ui/filter-bar-params.ts'
import { PlusIcon } from '../../ui/icons.tsx'
import { placeParams, useListAddress } from '../../ui/list-address.ts'
import { textFilter } from '../../ui/list-filters.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { Page } from '../../ui/page.tsx'
import { NeverAny } from '../../ui/states.tsx'
import { useLacks } from '../../words/lacks.ts'
import { useWords } from '../../words/words.ts'
import { useGroupColumns, useGroupName } from './columns.tsx'
import { useGroupExportColumns } from './export-columns.ts'
import { GroupDrawer } from './group-drawer.tsx'

const PARAMS = { group_name: textParam(LIMITS.group_name_max), ...placeParams(GROUP_SORTS, 'group_name') }
const PATH = '/user/resource-groups'

/** Resource groups (product 3.40): which part of the fleet an account sees; `?group=` opens one, `new` makes one. */
export function Component() {
  const t = useWords('resource-groups')
  const notify = useNotify()
  const nameOf = useGroupName()
  const lacks = useLacks('resgroup:edit')
  const [removing, setRemoving] = useState<ResourceGroup | null>(null)
  const [query, setQuery] = useSearchParams()
  const { address, change, turn, clear, match, view, open: openView } = useListAddress(PARAMS)
  const { pageNo, size, group_name, ...rest } = address
  const asked = { ...rest, ...(group_name === '' ? {} : { group_name }) }
  const written = useGroupExportColumns()
  const read = useRead(api.resourceGroupList, { query: { pageNo, size }, body: asked }, { placeholder: 'keep' })
  const remove = useChange(api.deleteResourceGroup)
  const columns = useGroupColumns({ onDelete: setRemoving })
  const opened = query.get('group')
  const open = (group: string | null) =>
    setQuery((before) => {
      const after = new URLSearchParams(before)
      if (group === null) after.delete('group')
      else after.set('group', group)
      return after
    })
  const filter = textFilter(
    'group_name',
    t(($) => $.columns.group_name),
    group_name,
    (value) => change({ group_name: value }),
  )
  return (
    <Page
      fill
      title={t(($) => $.title)}
      actions={
        <>
          <SavedViews list="groups" query={view} onOpen={openView} />
          <Button kind="primary" icon={PlusIcon} disabledReason={lacks} onClick={() => open('new')}>
            {t(($) => $.create)}
          </Button>
        </>
      }
    >
      <FilterBar fields={[filter]} onReset={clear} />
      <ListTable<ResourceGroup>
        label={t(($) => $.title)}
        columns={columns}
        list="groups"
        read={read}
        needs="resgroup:view"
        keyOf={({ group_id }) => String(group_id)}
        nameOf={nameOf}
        pathOf={({ group_id }) => `${PATH}?group=${group_id}`}
        address={address}
        change={turn}
        match={match}
        filtered={filter.chip !== undefined}
        onClear={clear}
        never={<NeverAny title={t(($) => $.never_any)} text={t(($) => $.never_any_hint)} />}
        summary={(count) => t(($) => $.count, { count })}
        tools={
          <ExportButton
            kind="group-list"
            needs="resgroup:view"
            filter={asked}
            columns={written}
            total={read.data?.total ?? 0}
          />
        }
      />
      {opened !== null && (
        <GroupDrawer key={opened} id={opened === 'new' ? null : Number(opened)} onClose={() => open(null)} />
      )}
      {removing !== null && (
        <ReasonConfirm
          title={t(($) => $.delete.title, { name: nameOf(removing) })}
          text={t(($) => $.delete.text)}
          confirm={t(($) => $.delete.action)}
          danger
          max={LIMITS.reason_max}
          onClose={() => setRemoving(null)}
          onConfirm={async (reason) => {
            await remove.mutateAsync({ params: { id: removing.group_id }, query: { reason } })
            notify.success(t(($) => $.delete.done, { name: nameOf(removing) }))
            setRemoving(null)
          }}
        />
      )}
    </Page>
  )
}
