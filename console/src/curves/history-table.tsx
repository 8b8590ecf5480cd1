import type { HistorySeries, SeriesQuality } from '@heatfleet/contract/history/series.ts'
import { useMemo, useState } from 'react'
import { useMessages } from '../messages/messages.ts'
import { usePointText } from '../points/point-text.ts'
import type { Definition } from '../points/readings.ts'
import { unitText } from '../points/unit-text.ts'
import { DataTable } from '../ui/data-table.tsx'
import { type Column, defaultLayout } from '../ui/data-table-columns.ts'
import { formatTime } from '../ui/format.ts'
import css from './curves.module.css'
import { type MergedRow, marksOfRow, mergedRows } from './merged-rows.ts'
import { QualityIcons, QualityLegend, QualityTexts } from './quality-icons.tsx'
import { titleLines } from './sources.ts'

const PAGE_SIZES = [20, 50, 100] as const
const FIRST_PAGE = { pageNo: 1, size: 50 }

type TableProps = {
  series: readonly HistorySeries[]
  /** Quality of the series. */
  marks: readonly SeriesQuality[]
  definition: Definition
}

/** The curves as rows of time, newest first, with quality marks. */
export const HistoryTable = ({ series, marks, definition }: TableProps) => {
  const t = useMessages('history')
  const { nameOf, textOf, language } = usePointText()
  const [paging, setPaging] = useState(FIRST_PAGE)
  const rows = useMemo(() => mergedRows(series, marks), [series, marks])
  const all_marks = useMemo(() => rows.reduce((bits, row) => bits | marksOfRow(row), 0), [rows])
  const keys = series.map(({ key }) => key).join(',')
  const columns = useMemo((): Column<MergedRow>[] => {
    const time: Column<MergedRow> = {
      key: 'time',
      title: t(($) => $.curves.time),
      width_px: 190,
      fixed: 'start',
      always: true,
      cell: ({ at }) => formatTime(at, language),
    }
    const points = keys.split(',').flatMap((key): Column<MergedRow>[] => {
      const point = definition.get(key)
      if (point === undefined) return []
      const measure = point.unit === '' ? '' : ` [${unitText(point.unit, language)}]`
      const title = nameOf(point) + measure
      return [
        {
          key,
          title,
          lines: titleLines(nameOf(point), measure),
          width_px: 190,
          align: 'end',
          cell: (row) => (
            <>
              <QualityIcons bits={row.marks.get(key) ?? 0} />
              {textOf({ ...point, unit: '' }, row.values.get(key)).text}
            </>
          ),
        },
      ]
    })
    const quality: Column<MergedRow> = {
      key: 'quality',
      title: t(($) => $.curves.quality_title),
      width_px: 240,
      cell: (row) => <QualityTexts bits={marksOfRow(row)} partly={hasValue(row)} />,
    }
    return [time, quality, ...points]
  }, [keys, definition, nameOf, textOf, language, t])
  const pages = Math.max(1, Math.ceil(rows.length / paging.size))
  const pageNo = Math.min(paging.pageNo, pages)
  return (
    <>
      <div className={css.table}>
        <DataTable
          label={t(($) => $.curves.part.table)}
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
          summary={t(($) => $.curves.rows, { count: rows.length })}
        />
      </div>
      <QualityLegend bits={all_marks} />
    </>
  )
}

const hasValue = ({ values }: MergedRow): boolean => [...values.values()].some((value) => value !== null)

const READY = { kind: 'ready', busy: false } as const
const NEWEST_FIRST = { by: 'time', order: 'desc' } as const
