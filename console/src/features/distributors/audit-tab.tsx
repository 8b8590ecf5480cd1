import { api } from '@heatfleet/contract/api.ts'
import type { AuditLine } from '@heatfleet/contract/audit.ts'
import { useMemo, useState } from 'react'
import { useRead } from '../../cloud/call.ts'
import { Age } from '../../ui/age.tsx'
import { ChangeLine } from '../../ui/change-list.tsx'
import { changesOf } from '../../ui/changes.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { type Column, defaultLayout } from '../../ui/data-table-columns.ts'
import type { TablePaging } from '../../ui/data-table-props.ts'
import { ErrorState, NeverAny } from '../../ui/states.tsx'
import { useWords } from '../../words/words.ts'
import css from './distributors.module.css'

const PAGE_SIZES = [10, 20, 50, 100] as const
const NO_LINES: readonly AuditLine[] = []

/** Who changed what of this distributor, the newest first. */
export const AuditTab = ({ agent_id }: { agent_id: number }) => {
  const t = useWords('distributors')
  const [paging, setPaging] = useState<TablePaging>({ pageNo: 1, size: 20 })
  const columns = useColumns()
  const { data, error, refetch } = useRead(
    api.auditList,
    { query: paging, body: { object: `distributor ${agent_id}` } },
    { placeholder: 'keep' },
  )
  return (
    <div className={css.inner}>
      <DataTable
        label={t(($) => $.tabs.audit)}
        columns={columns}
        layout={defaultLayout(columns)}
        rows={data?.list ?? NO_LINES}
        keyOf={({ audit_id }) => String(audit_id)}
        nameOf={({ user_name, action }) => `${user_name} ${action}`}
        total={data?.total ?? 0}
        status={
          data !== undefined
            ? { kind: 'ready', busy: false }
            : error === null
              ? { kind: 'loading' }
              : { kind: 'refused', reason: <ErrorState error={error} onRetry={() => void refetch()} /> }
        }
        empty={<NeverAny title={t(($) => $.audit.none)} />}
        sort={{ by: 'at', order: 'desc' }}
        onSort={() => {}}
        paging={paging}
        page_sizes={PAGE_SIZES}
        onPaging={setPaging}
        onOpen={() => {}}
        summary=""
      />
    </div>
  )
}

const useColumns = (): readonly Column<AuditLine>[] => {
  const t = useWords('distributors')
  return useMemo(() => {
    const names: Readonly<Record<string, string>> = t(($) => $.columns, { returnObjects: true })
    return [
      { key: 'at', title: t(($) => $.audit.at), width_px: 110, cell: ({ at }) => <Age at={at} /> },
      { key: 'user_name', title: t(($) => $.audit.user), width_px: 140, cell: ({ user_name }) => user_name },
      { key: 'action', title: t(($) => $.audit.action), width_px: 130, cell: ({ action }) => action },
      {
        key: 'change',
        title: t(($) => $.audit.change),
        width_px: 320,
        cell: ({ detail }) => <ChangeLine changes={changesOf(detail)} nameOf={(field) => names[field] ?? field} />,
      },
      { key: 'result', title: t(($) => $.audit.result), width_px: 120, cell: ({ result }) => result },
    ]
  }, [t])
}
