import { api } from '@heatfleet/contract/api.ts'
import type { DeviceRecord, DeviceRecords as Table } from '@heatfleet/contract/devices/records.ts'
import { FAULT_SEVERITIES } from '@heatfleet/contract/products/settings.ts'
import { useRead } from '../../../cloud/call.ts'
import { useLanguage, useMessages } from '../../../messages/messages.ts'
import { usePointText } from '../../../points/point-text.ts'
import { Age } from '../../../ui/age.tsx'
import { Button } from '../../../ui/button.tsx'
import { csvOf } from '../../../ui/csv.ts'
import { UNKNOWN } from '../../../ui/format.ts'
import { DownloadIcon, RefreshIcon } from '../../../ui/icons.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { type PlainColumn, PlainTable } from '../../../ui/plain-table.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { ErrorState, NeverAny } from '../../../ui/states.tsx'
import { SeverityMark } from '../../faults/public.ts'
import type { DeviceView } from '../device-view.ts'
import { useOpenedFault } from '../faults/use-opened-fault.ts'
import { useRefresh } from '../use-refresh.ts'
import { clockText, codeText, recordFile, wordIn } from './record-text.ts'
import css from './records.module.css'

/** What was just asked for arrives within some seconds. */
const AGAIN_MS = 10_000

/** What the unit's board keeps by itself, such as its error history; nothing where its product has no record table. */
export function DeviceRecords({ view }: { view: DeviceView }) {
  const { data, error, refetch } = useRead(
    api.deviceRecords,
    { query: { mac: view.device.mac } },
    { refetchInterval: AGAIN_MS },
  )
  if (data !== undefined)
    return (
      <>
        {data.map((table) => (
          <RecordPanel key={table.key} view={view} table={table} />
        ))}
      </>
    )
  return error === null ? null : <ErrorState error={error} onRetry={() => void refetch()} />
}

function RecordPanel({ view, table }: { view: DeviceView; table: Table }) {
  const t = useMessages('device-detail')
  const language = useLanguage()
  const refresh = useRefresh(view)
  const columns = useColumns(table)
  const name = wordIn(table.names, language)
  return (
    <Panel
      flush
      title={name}
      note={
        <span className={css.note}>
          {table.unread > 0 && table.read_at !== null && (
            <span>{t(($) => $.records.unread, { count: table.unread })}</span>
          )}
          {table.has_time && <span>{t(($) => $.records.zone, { zone: table.time_zone })}</span>}
          {table.read_at !== null && (
            <span>
              {t(($) => $.records.read)} <Age at={table.read_at} />
            </span>
          )}
          <Button
            size="small"
            icon={RefreshIcon}
            disabledReason={refresh.reason}
            aria-label={t(($) => $.records.read_now_of, { name })}
            onClick={refresh.send}
          >
            {t(($) => $.records.read_now)}
          </Button>
          <SaveRecords mac={view.device.mac} table={table} name={name} />
        </span>
      }
    >
      <PlainTable
        label={name}
        columns={columns}
        rows={table.records}
        keyOf={({ nr }) => nr}
        empty={
          table.read_at === null ? (
            <NeverAny title={t(($) => $.records.never_read)} text={t(($) => $.records.never_read_hint)} />
          ) : (
            <NeverAny title={t(($) => $.records.none)} text={t(($) => $.records.none_hint, { count: table.count })} />
          )
        }
      />
    </Panel>
  )
}

function SaveRecords({ mac, table, name }: { mac: string; table: Table; name: string }) {
  const t = useMessages('device-detail')
  const faults = useMessages('faults')
  const language = useLanguage()
  const save = () => {
    const titles = {
      nr: t(($) => $.records.nr),
      time: t(($) => $.records.time),
      code: t(($) => $.records.code),
      raw: t(($) => $.records.raw),
      fault: t(($) => $.records.fault),
      severity: faults(($) => $.fields.severity),
      severities: Object.fromEntries(FAULT_SEVERITIES.map((one) => [one, faults(($) => $.severities[one])])),
    }
    const rows = recordFile(table, titles, language)
    saveFile(`${name} ${mac}.csv`, new Blob([csvOf(rows)], { type: 'text/csv;charset=utf-8' }))
  }
  return (
    <Button
      size="small"
      icon={DownloadIcon}
      disabledReason={table.records.length === 0 ? t(($) => $.records.none) : undefined}
      aria-label={t(($) => $.records.csv_of, { name })}
      onClick={save}
    >
      {t(($) => $.records.csv)}
    </Button>
  )
}

const useColumns = (table: Table): readonly PlainColumn<DeviceRecord>[] => {
  const t = useMessages('device-detail')
  const faults = useMessages('faults')
  const { language, inline } = usePointText()
  return [
    { key: 'nr', title: t(($) => $.records.nr), align: 'end', cell: ({ nr }) => nr },
    ...(table.has_time
      ? [
          {
            key: 'time',
            title: t(($) => $.records.time),
            cell: ({ time }: DeviceRecord) => (time === null ? UNKNOWN : clockText(time, language)),
          },
        ]
      : []),
    ...(table.has_code
      ? [
          { key: 'code', title: t(($) => $.records.code), cell: (record: DeviceRecord) => <Code record={record} /> },
          {
            key: 'fault',
            title: t(($) => $.records.fault),
            least_px: 200,
            cell: ({ code }: DeviceRecord) =>
              code === null
                ? UNKNOWN
                : code.names === null
                  ? t(($) => $.records.unknown)
                  : wordIn(code.names, language),
          },
          {
            key: 'severity',
            title: faults(($) => $.fields.severity),
            cell: ({ code }: DeviceRecord) =>
              code === null || code.severity === null ? UNKNOWN : <SeverityMark severity={code.severity} />,
          },
        ]
      : []),
    ...table.columns.map(
      (column): PlainColumn<DeviceRecord> => ({
        key: column.key,
        title: wordIn(column.names, language),
        align: 'end',
        cell: ({ values }) => inline(column, values.find(({ key }) => key === column.key)?.value),
      }),
    ),
  ]
}

/** The code leads to what the knowledge base says of it. */
function Code({ record: { code } }: { record: DeviceRecord }) {
  const t = useMessages('device-detail')
  const [, open] = useOpenedFault()
  if (code === null) return UNKNOWN
  const fault = code.code
  if (fault === null) return <span className={css.code}>{codeText(code)}</span>
  return (
    <Button
      kind="text"
      size="small"
      aria-label={t(($) => $.fault.help_for, { name: fault })}
      onClick={() => open(fault)}
    >
      {fault}
    </Button>
  )
}
