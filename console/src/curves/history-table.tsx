import type { HistorySeries } from '@heatfleet/contract/history-series.ts'
import { unitName } from '@heatfleet/contract/unit-names.ts'
import { useMemo, useState } from 'react'
import { usePointText } from '../points/point-text.ts'
import type { Definition } from '../points/readings.ts'
import { DataTable } from '../ui/data-table.tsx'
import { type Column, defaultLayout } from '../ui/data-table-columns.ts'
import { formatTime } from '../ui/format.ts'
import { useWords } from '../words/words.ts'
import css from './curves.module.css'
import { type MergedRow, mergedRows } from './merged-rows.ts'

const PAGE_SIZES = [20, 50, 100] as const
const FIRST_PAGE = { pageNo: 1, size: 50 }

/** The shown curves as rows of time, the newest first. */
export const HistoryTable = ({ series, definition }: { series: readonly HistorySeries[]; definition: Definition }) => {
  const t = useWords('curves')
  const { nameOf, textOf, language } = usePointText()
  const [paging, setPaging] = useState(FIRST_PAGE)
  const rows = useMemo(() => mergedRows(series), [series])
  const keys = series.map(({ key }) => key).join(',')
  const columns = useMemo((): Column<MergedRow>[] => {
    const time: Column<MergedRow> = {
      key: 'time',
      title: t(($) => $.time),
      width_px: 170,
      fixed: 'start',
      always: true,
      cell: ({ at }) => formatTime(at, language),
      plain: ({ at }) => formatTime(at, language),
    }
    const points = keys.split(',').flatMap((key): Column<MergedRow>[] => {
      const point = definition.get(key)
      if (point === undefined) return []
      const title = point.unit === '' ? nameOf(point) : `${nameOf(point)} [${unitName(point.unit)}]`
      return [
        {
          key,
          title,
          width_px: 190,
          align: 'end',
          cell: ({ values }) => textOf({ ...point, unit: '' }, values.get(key)).text,
          plain: ({ values }) => values.get(key) ?? null,
        },
      ]
    })
    return [time, ...points]
  }, [keys, definition, nameOf, textOf, language, t])
  const pages = Math.max(1, Math.ceil(rows.length / paging.size))
  const pageNo = Math.min(paging.pageNo, pages)
  return (
    <div className={css.table}>
      <DataTable
        label={t(($) => $.part.table)}
        columns={columns}
        layout={defaultLayout(columns, 'compact')}
        rows={rows.slice((pageNo - 1) * paging.size, pageNo * paging.size)}
        keyOf={({ at }) => String(at)}
        nameOf={({ at }) => formatTime(at, language)}
        total={rows.length}
        status={READY}
        empty={null}
        sort={NEWEST_FIRST}
        onSort={() => {}}
        paging={{ ...paging, pageNo }}
        page_sizes={PAGE_SIZES}
        onPaging={setPaging}
        onOpen={() => {}}
        summary={t(($) => $.rows, { count: rows.length })}
      />
    </div>
  )
}

const READY = { kind: 'ready', busy: false } as const
const NEWEST_FIRST = { by: 'time', order: 'desc' } as const
