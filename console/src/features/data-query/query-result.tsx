import type { QueryKind } from '@heatfleet/contract/data-query/columns.ts'
import type { DataQuery, DataQueryResult } from '@heatfleet/contract/data-query/data-query.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link, useNavigate } from 'react-router'
import { CutText } from '../../lists/columns.tsx'
import { useErrorText } from '../../messages/error-text.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { type Column, defaultLayout } from '../../ui/data-table-columns.ts'
import type { TableStatus } from '../../ui/data-table-props.ts'
import { CsvButton } from '../../ui/figure-csv.tsx'
import { formatDay, formatTime } from '../../ui/format.ts'
import { SearchIcon } from '../../ui/icons.tsx'
import { ErrorState, NeverAny } from '../../ui/states.tsx'
import { useValueText } from '../../ui/value-text.ts'
import { type AnswerRow, answerRows } from './answer-rows.ts'
import { type AnswerColumn, readLabel, useColumnTexts } from './column-texts.ts'
import css from './query.module.css'
import { columnOf, type QueryDraft } from './query-draft.ts'
import { partOf, refusedPath } from './refusal-place.ts'

const PAGE_SIZES = [20, 50, 100, 200] as const

type ResultProps = { draft: QueryDraft; answer: UseQueryResult<DataQueryResult>; onAsk: (query: DataQuery) => void }

/** The rows of an answer; columns of a group are written once for the rows that share them. */
export function QueryResult({ draft, answer, onAsk }: ResultProps) {
  const t = useMessages('data-query')
  const navigate = useNavigate()
  const { columns, cellText } = useAnswerColumns(answer.data)
  const rows = useMemo(() => (answer.data === undefined ? [] : answerRows(answer.data)), [answer.data])
  const total = answer.data?.addition.total_count ?? 0
  const [order] = draft.order
  const open = (row: AnswerRow, in_new_tab: boolean) => {
    const mac = columns
      .map(({ key }) => key)
      .find((key) => readLabel(key).name === 'mac' && readLabel(key).method === null)
    const id = mac === undefined ? null : row.cells[mac]
    if (typeof id !== 'string') return
    if (in_new_tab) window.open(`#/device/device-detail/${id}`, '_blank', 'noopener')
    else void navigate(`/device/device-detail/${id}`)
  }
  const file = () => [
    columns.map(({ title }) => title),
    ...rows.map(({ cells }) =>
      columns.map(({ key }) => {
        const value = cells[key]
        return typeof value === 'number' ? value : value === null || value === undefined ? '' : cellText(key, value)
      }),
    ),
  ]
  return (
    <DataTable
      label={t(($) => $.title)}
      columns={columns}
      layout={defaultLayout(columns)}
      rows={rows}
      keyOf={({ key }) => key}
      nameOf={({ no }) => t(($) => $.row, { no })}
      total={total}
      status={useStatus(answer)}
      empty={<NeverAny icon={SearchIcon} title={t(($) => $.none)} text={t(($) => $.none_hint)} />}
      sort={{ by: order === undefined ? '' : labelOf(order), order: order?.option ?? 'asc' }}
      onSort={({ by, order }) => onAsk(sortedBy(draft, by, order))}
      paging={{ pageNo: draft.addition.pageNo, size: draft.addition.pageSize }}
      page_sizes={PAGE_SIZES}
      onPaging={({ pageNo, size }) => onAsk({ ...draft, addition: { pageNo, pageSize: size } })}
      onOpen={open}
      summary={answer.data === undefined ? '' : t(($) => $.rows, { count: total })}
      tools={rows.length > 0 && <CsvButton name={t(($) => $.file)} rows={file} />}
    />
  )
}

const labelOf = ({ table, name, method }: QueryDraft['order'][number]): string =>
  [table, name, ...(method === undefined ? [] : [method])].join('.')

const sortedBy = (draft: QueryDraft, label: string, option: 'asc' | 'desc'): QueryDraft => {
  const { table, name, method } = readLabel(label)
  return {
    ...draft,
    order: [{ table, name, option, ...(method === null ? {} : { method }) }],
    addition: { ...draft.addition, pageNo: 1 },
  }
}

/** What an answer's column holds: a calculation makes a number of most. */
const kindOf = ({ table, name, method }: AnswerColumn): QueryKind => {
  const kind = columnOf(table, name)?.kind ?? 'text'
  return method === null || method === 'min' || method === 'max' ? kind : 'number'
}

const WIDTHS: Record<QueryKind, number> = { text: 150, integer: 110, number: 110, boolean: 110, time: 175, day: 120 }
/** A header is read whole rather than cut. */
const CHAR_PX = 8
const WIDTH_MAX_PX = 300

const useAnswerColumns = (data: DataQueryResult | undefined) => {
  const texts = useColumnTexts()
  const lang = useLanguage()
  const valueText = useValueText()
  const labels = data === undefined ? '' : [...data.format.repeat_column, ...data.format.distinct_column].join(',')
  const repeated = data?.format.repeat_column.join(',') ?? ''
  return useMemo(() => {
    const all = labels === '' ? [] : labels.split(',')
    const several = new Set(all.map((label) => readLabel(label).table)).size > 1
    const cellText = (label: string, value: string | number | boolean | null): string => {
      const column = readLabel(label)
      if (typeof value !== 'string') return valueText(value)
      const kind = kindOf(column)
      if (kind === 'time') return formatTime(value, lang)
      return kind === 'day' ? formatDay(value, lang) : valueText(texts.value(column.table, column.name, value))
    }
    const columns = all.map((label): Column<AnswerRow> => {
      const column = readLabel(label)
      const kind = kindOf(column)
      const title = texts.column(column, several)
      const is_device = column.name === 'mac' && column.method === null
      return {
        key: label,
        title,
        width_px: Math.min(WIDTH_MAX_PX, Math.max(WIDTHS[kind], title.length * CHAR_PX + 40)),
        align: kind === 'integer' || kind === 'number' ? 'end' : 'start',
        sort_key: label,
        cell: ({ cells, is_first }) => {
          const value = cells[label] ?? null
          const text = cellText(label, value)
          if (!is_first && repeated.split(',').includes(label)) return <span className="hf-hidden">{text}</span>
          if (!is_device || value === null) return <CutText text={text} />
          return (
            <Link className={css.id} to={`/device/device-detail/${text}`}>
              {text}
            </Link>
          )
        },
      }
    })
    return { columns, cellText }
  }, [labels, repeated, texts, lang, valueText])
}

/** The error message, with the part of the query it is about. */
const useStatus = (answer: UseQueryResult<DataQueryResult>): TableStatus => {
  const t = useMessages('data-query')
  const errorText = useErrorText()
  const { data, error, isFetching } = answer
  if (error !== null) {
    const { part, no } = partOf(refusedPath(error))
    const about = error instanceof Refusal && refusedPath(error) !== null
    return {
      kind: 'refused',
      reason: about ? (
        <p role="alert" className={css.refused}>
          {t(($) => $.refused_at, { part: t(($) => $.parts[part], { no }), message: errorText(error).message })}
        </p>
      ) : (
        <ErrorState error={error} onRetry={() => void answer.refetch()} />
      ),
    }
  }
  return data === undefined ? { kind: 'loading' } : { kind: 'ready', busy: isFetching }
}
