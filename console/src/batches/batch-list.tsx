import type { BatchRecord } from '@heatfleet/contract/batches/batches.ts'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useLanguage, useMessages } from '../messages/messages.ts'
import { Age } from '../ui/age.tsx'
import { DataTable } from '../ui/data-table.tsx'
import { type Column, defaultLayout } from '../ui/data-table-columns.ts'
import { formatNumber } from '../ui/format.ts'
import { ListIcon } from '../ui/icons.tsx'
import { statusOf } from '../ui/list-status.tsx'
import { NeverAny } from '../ui/states.tsx'
import { BatchDrawer } from './batch-drawer.tsx'
import { BatchProgress, BatchStateChip } from './batch-state.tsx'
import styles from './batches.module.css'
import { useBatches } from './use-batches.ts'

const PAGE_SIZES = [20, 50, 100] as const

/** The own batches, the newest first; `?batch=` opens one. */
export function BatchList() {
  const t = useMessages('batches')
  const [query, setQuery] = useSearchParams()
  const [paging, setPaging] = useState<{ pageNo: number; size: number }>({ pageNo: 1, size: PAGE_SIZES[0] })
  const list = useBatches(paging)
  const columns = useColumns()
  const opened = Number(query.get('batch') ?? 0)
  const open = (batch_id: number | null) =>
    setQuery((before) => {
      const after = new URLSearchParams(before)
      if (batch_id === null) after.delete('batch')
      else after.set('batch', String(batch_id))
      return after
    })
  const total = list.data?.total ?? 0
  return (
    <div className={styles.list}>
      <DataTable
        label={t(($) => $.title)}
        columns={columns}
        layout={defaultLayout(columns)}
        rows={list.data?.list ?? NO_ROWS}
        keyOf={({ batch_id }) => String(batch_id)}
        nameOf={({ deed }) => t(($) => $.deeds[deed])}
        total={total}
        status={statusOf(list)}
        empty={<NeverAny icon={ListIcon} title={t(($) => $.none)} text={t(($) => $.none_hint)} />}
        sort={NEWEST_FIRST}
        onSort={() => {}}
        paging={paging}
        page_sizes={PAGE_SIZES}
        onPaging={(next) => setPaging({ ...paging, ...next })}
        onOpen={({ batch_id }) => open(batch_id)}
        summary={list.data === undefined ? '' : t(($) => $.total, { count: total })}
      />
      {opened > 0 && <BatchDrawer key={opened} batch_id={opened} onOther={open} onClose={() => open(null)} />}
    </div>
  )
}

const NO_ROWS: readonly BatchRecord[] = []
/** The server gives the newest first; no other order is of use. */
const NEWEST_FIRST = { by: 'created_at', order: 'desc' } as const

const useColumns = (): Column<BatchRecord>[] => {
  const t = useMessages('batches')
  const lang = useLanguage()
  return useMemo(
    () => [
      {
        key: 'deed',
        title: t(($) => $.columns.deed),
        width_px: 240,
        fixed: 'start',
        grows: true,
        always: true,
        cell: ({ deed }) => t(($) => $.deeds[deed]),
      },
      {
        key: 'state',
        title: t(($) => $.columns.state),
        width_px: 110,
        cell: (batch) => <BatchStateChip batch={batch} />,
      },
      {
        key: 'progress',
        title: t(($) => $.columns.progress),
        width_px: 160,
        cell: (batch) => <BatchProgress batch={batch} />,
      },
      {
        key: 'done',
        title: t(($) => $.columns.done),
        width_px: 90,
        align: 'end',
        cell: ({ done }) => formatNumber(done, 0, lang),
      },
      {
        key: 'failed',
        title: t(($) => $.columns.failed),
        width_px: 90,
        align: 'end',
        cell: ({ failed }) => formatNumber(failed, 0, lang),
      },
      {
        key: 'created_at',
        title: t(($) => $.columns.created),
        width_px: 110,
        cell: ({ created_at }) => <Age at={created_at} />,
      },
    ],
    [t, lang],
  )
}
