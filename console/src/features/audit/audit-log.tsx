import { api } from '@heatfleet/contract/api.ts'
import type { AuditLine } from '@heatfleet/contract/audit/audit.ts'
import { useState } from 'react'
import { useAuditColumns } from '../../audit/columns.tsx'
import { LineDrawer } from '../../audit/line-drawer.tsx'
import { useRead } from '../../cloud/call.ts'
import { ExportButton } from '../../exports/export-button.tsx'
import { useExportColumns } from '../../exports/export-columns.ts'
import { SavedViews } from '../../lists/saved-views.tsx'
import { useTableLayout } from '../../lists/table-layout.ts'
import { useMessages } from '../../messages/messages.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { ColumnChooser } from '../../ui/data-table-chooser.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { ListIcon } from '../../ui/icons.tsx'
import { PAGE_SIZES, useListAddress } from '../../ui/list-address.ts'
import { statusOf } from '../../ui/list-status.tsx'
import { Page } from '../../ui/page.tsx'
import { NeverAny, NoMatch } from '../../ui/states.tsx'
import { AUDIT_PARAMS, auditFilter } from './address.ts'
import { useAuditFilters } from './filters.tsx'

/** The audit log (product 3.40): who did what to what, from where, and how it ended. */
export function Component() {
  const t = useMessages('audit')
  const { address, change, clear, view, open: openView } = useListAddress(AUDIT_PARAMS)
  const filter = auditFilter(address)
  const { pageNo, size } = address
  const read = useRead(api.auditList, { query: { pageNo, size }, body: filter }, { placeholder: 'keep' })
  const columns = useAuditColumns()
  const [layout, setLayout] = useTableLayout('audit', columns)
  // Before and after stand in one column of the table.
  const written = useExportColumns('audit-log', [
    ...layout.shown,
    ...(layout.shown.includes('change') ? ['before', 'after'] : []),
  ])
  const fields = useAuditFilters(address, change)
  const [open, setOpen] = useState<AuditLine | null>(null)
  const total = read.data?.total ?? 0
  const filtered = fields.some((field) => field.chip !== undefined)
  return (
    <Page
      fill
      title={t(($) => $.title)}
      note={t(($) => $.note)}
      actions={<SavedViews list="audit" query={view} onOpen={openView} />}
    >
      <FilterBar fields={fields} visible={5} onReset={clear} />
      <DataTable
        label={t(($) => $.title)}
        columns={columns}
        layout={layout}
        rows={read.data?.list ?? NO_ROWS}
        keyOf={({ audit_id }) => String(audit_id)}
        nameOf={({ action, object }) => `${action} ${object}`}
        total={total}
        status={statusOf(read, 'audit:view')}
        empty={filtered ? <NoMatch onClear={clear} /> : <NeverAny icon={ListIcon} title={t(($) => $.never)} />}
        sort={{ by: 'at', order: address.sort_order }}
        onSort={({ order }) => change({ sort_order: order })}
        paging={{ pageNo, size }}
        page_sizes={PAGE_SIZES}
        onPaging={change}
        onOpen={setOpen}
        summary={
          read.data === undefined
            ? ''
            : read.data.more
              ? t(($) => $.total_more, { count: total })
              : t(($) => $.total, { count: total })
        }
        tools={
          <>
            <ExportButton kind="audit-log" needs="audit:export" filter={filter} columns={written} total={total} />
            <ColumnChooser columns={columns} layout={layout} onLayout={setLayout} />
          </>
        }
      />
      {open !== null && <LineDrawer line={open} onClose={() => setOpen(null)} />}
    </Page>
  )
}

const NO_ROWS: readonly AuditLine[] = []
