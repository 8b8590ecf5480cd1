import { api } from '@heatfleet/contract/api.ts'
import type { AppVersion } from '@heatfleet/contract/app-versions/app-versions.ts'
import { useSearchParams } from 'react-router'
import { useRead } from '../../cloud/call.ts'
import { ExportButton } from '../../exports/export-button.tsx'
import { ListTable } from '../../lists/list-table.tsx'
import { SavedViews } from '../../lists/saved-views.tsx'
import { useTableLayout } from '../../lists/table-layout.ts'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { DownloadIcon } from '../../ui/icons.tsx'
import type { useListAddress } from '../../ui/list-address.ts'
import { NeverAny } from '../../ui/states.tsx'
import { useWords } from '../../words/words.ts'
import { useExportColumns } from './export-columns.ts'
import { type Address, filterOf, PATH } from './list-address.ts'
import { useVersionFilters } from './list-filters.tsx'
import { useVersionColumns } from './version-columns.tsx'
import type { Opening } from './version-drawer.tsx'

/** All versions there are, by app and platform. */
export function VersionList(props: {
  list: ReturnType<typeof useListAddress<Address>>
  onForm: (opening: Opening) => void
}) {
  const t = useWords('app-versions')
  const { address, change, clear, match, view, open } = props.list
  const [query] = useSearchParams()
  const { pageNo, size } = address
  const request = { query: { pageNo, size }, body: filterOf(address) }
  const read = useRead(api.appVersionList, request, { placeholder: 'keep' })
  const fields = useVersionFilters(address, change)
  const columns = useVersionColumns(props.onForm)
  const [layout] = useTableLayout('app-versions', columns)
  const written = useExportColumns(layout.shown)
  return (
    <>
      <FilterBar fields={fields} onReset={clear}>
        <SavedViews list="app-versions" query={view} onOpen={open} />
      </FilterBar>
      <ListTable<AppVersion>
        label={t(($) => $.title)}
        columns={columns}
        list="app-versions"
        read={read}
        needs="appversion:view"
        keyOf={({ version_id }) => String(version_id)}
        nameOf={({ app_name, version }) => `${app_name} ${version}`}
        pathOf={({ version_id }) => {
          const opened = new URLSearchParams(query)
          opened.set('version', String(version_id))
          return `${PATH}?${opened}`
        }}
        address={address}
        change={props.list.turn}
        match={match}
        filtered={fields.some(({ chip }) => chip !== undefined)}
        onClear={clear}
        never={<NeverAny icon={DownloadIcon} title={t(($) => $.never_any)} text={t(($) => $.never_any_hint)} />}
        summary={(count) => t(($) => $.matching, { count })}
        tools={
          <ExportButton
            kind="app-version-list"
            needs="appversion:view"
            filter={request.body}
            columns={written}
            total={read.data?.total ?? 0}
          />
        }
      />
    </>
  )
}
