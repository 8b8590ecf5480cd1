import { EXPORT_STATES, type ExportRecord } from '@heatfleet/contract/exports/exports.ts'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { useLanguage, useMessages } from '../messages/messages.ts'
import { Age } from '../ui/age.tsx'
import { DataTable } from '../ui/data-table.tsx'
import type { Column } from '../ui/data-table-columns.ts'
import { defaultLayout } from '../ui/data-table-columns.ts'
import { FilterBar } from '../ui/filter-bar.tsx'
import { FilterChoice } from '../ui/filter-bar-controls.tsx'
import { choiceParam, countParam, readParams, writeParams } from '../ui/filter-bar-params.ts'
import { formatBytes, formatTime, UNKNOWN } from '../ui/format.ts'
import { DownloadIcon } from '../ui/icons.tsx'
import { statusOf } from '../ui/list-status.tsx'
import { NeverAny, NoMatch } from '../ui/states.tsx'
import { ExportMoves } from './export-moves.tsx'
import { ExportProgress, ExportStateChip } from './export-state.tsx'
import { allows, useExportMoves, useExports } from './use-exports.ts'

const PAGE_SIZES = [10, 20, 50, 100] as const
const PARAMS = { state: choiceParam(EXPORT_STATES), pageNo: countParam(1), size: countParam(20, PAGE_SIZES) }

/** The own exports: every one with its status, file and what can be done; filter and page live in the address. */
export function ExportList() {
  const t = useMessages('exports')
  const [query, setQuery] = useSearchParams()
  const address = readParams(PARAMS, query)
  const go = (part: Partial<typeof address>) =>
    setQuery((before) => {
      const after = writeParams(PARAMS, { ...readParams(PARAMS, before), pageNo: 1, ...part })
      for (const [key, value] of before) if (!(key in PARAMS)) after.set(key, value)
      return after
    })
  const list = useExports(
    { pageNo: address.pageNo, size: address.size },
    address.state === undefined ? undefined : [address.state],
  )
  const columns = useColumns()
  const moves = useExportMoves()
  const label = t(($) => $.fields.state)
  const total = list.data?.total ?? 0
  return (
    <>
      <FilterBar
        onReset={() => go({ state: undefined })}
        fields={[
          {
            key: 'state',
            label,
            control: (
              <FilterChoice
                label={label}
                value={address.state}
                options={EXPORT_STATES.map((value) => ({ value, label: t(($) => $.states[value]) }))}
                onChange={(state) => go({ state })}
              />
            ),
            chip: address.state === undefined ? undefined : t(($) => $.states[address.state ?? 'done']),
            clear: () => go({ state: undefined }),
          },
        ]}
      />
      <DataTable
        label={t(($) => $.page)}
        columns={columns}
        layout={defaultLayout(columns)}
        rows={list.data?.list ?? NO_ROWS}
        keyOf={({ export_id }) => String(export_id)}
        nameOf={({ file_name }) => file_name}
        total={total}
        status={statusOf(list)}
        empty={
          address.state === undefined ? (
            <NeverAny icon={DownloadIcon} title={t(($) => $.none)} text={t(($) => $.none_hint)} />
          ) : (
            <NoMatch onClear={() => go({ state: undefined })} />
          )
        }
        sort={NEWEST_FIRST}
        onSort={() => {}}
        paging={{ pageNo: address.pageNo, size: address.size }}
        page_sizes={PAGE_SIZES}
        onPaging={go}
        onOpen={(record) => {
          if (allows('download', record.state)) moves.download(record)
        }}
        summary={list.data === undefined ? '' : t(($) => $.total, { count: total })}
      />
    </>
  )
}

const NO_ROWS: readonly ExportRecord[] = []
/** The server gives the newest first; no other order is of use. */
const NEWEST_FIRST = { by: 'created_at', order: 'desc' } as const

const useColumns = (): Column<ExportRecord>[] => {
  const t = useMessages('exports')
  const lang = useLanguage()
  return useMemo(() => {
    const kinds: Readonly<Record<string, string>> = t(($) => $.kinds, { returnObjects: true })
    return [
      {
        key: 'file_name',
        title: t(($) => $.fields.file_name),
        width_px: 260,
        fixed: 'start',
        grows: true,
        always: true,
        cell: ({ file_name }) => file_name,
        plain: ({ file_name }) => file_name,
      },
      {
        key: 'kind',
        title: t(($) => $.fields.kind),
        width_px: 120,
        cell: ({ kind }) => kinds[kind] ?? kind,
        plain: ({ kind }) => kind,
      },
      {
        key: 'period',
        title: t(($) => $.fields.period),
        width_px: 180,
        cell: ({ period_from, period_to }) =>
          period_from === null && period_to === null
            ? UNKNOWN
            : `${formatTime(period_from, lang, 'date')} – ${formatTime(period_to, lang, 'date')}`,
        plain: ({ period_from }) => period_from,
      },
      {
        key: 'state',
        title: t(($) => $.fields.state),
        width_px: 110,
        cell: (record) => <ExportStateChip record={record} />,
        plain: ({ state }) => state,
      },
      {
        key: 'rows',
        title: t(($) => $.fields.rows),
        width_px: 140,
        align: 'end',
        cell: (record) => <ExportProgress record={record} />,
        plain: ({ rows_done }) => rows_done,
      },
      {
        key: 'file_bytes',
        title: t(($) => $.fields.file_bytes),
        width_px: 80,
        align: 'end',
        cell: ({ file_bytes }) => formatBytes(file_bytes, lang),
        plain: ({ file_bytes }) => file_bytes,
      },
      {
        key: 'created_at',
        title: t(($) => $.fields.created_at),
        width_px: 90,
        cell: ({ created_at }) => <Age at={created_at} />,
        plain: ({ created_at }) => created_at,
      },
      {
        key: 'expires_at',
        title: t(($) => $.fields.expires_at),
        width_px: 130,
        cell: ({ expires_at }) => formatTime(expires_at, lang, 'minute'),
        plain: ({ expires_at }) => expires_at,
      },
      {
        key: 'actions',
        title: t(($) => $.fields.actions),
        width_px: 76,
        fixed: 'end',
        always: true,
        bare: true,
        cell: (record) => <ExportMoves record={record} />,
      },
    ]
  }, [t, lang])
}
