import type { Operations } from '@heatfleet/contract/operations/operations.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { Facts } from '../../ui/facts.tsx'
import { formatBytes, formatDuration, formatNumber, formatTime } from '../../ui/format.ts'
import { Panel } from '../../ui/panel.tsx'
import { PlainTable } from '../../ui/plain-table.tsx'
import css from './operations.module.css'

/** Size of the database by table, and how far compaction and retention of history are. */
export function StorageTab({ of: { database, history, backup } }: { of: Operations }) {
  const t = useMessages('operations')
  const lang = useLanguage()
  const number = (value: number) => formatNumber(value, 0, lang)
  return (
    <>
      <div className={css.pair}>
        <Panel title={t(($) => $.database_title)}>
          <Facts
            items={[
              { label: t(($) => $.storage.bytes), value: formatBytes(database.bytes, lang) },
              {
                label: t(($) => $.storage.connections),
                value: `${number(database.connections)} / ${number(database.connections_max)}`,
              },
            ]}
          />
        </Panel>
        <Panel title={t(($) => $.history_title)}>
          <Facts
            items={[
              { label: t(($) => $.storage.packed_reports), value: number(history.packed_reports) },
              { label: t(($) => $.storage.raw_partitions), value: number(history.raw_partitions) },
              {
                label: t(($) => $.storage.oldest_raw_time),
                value: history.oldest_raw_time === null ? null : formatTime(history.oldest_raw_time, lang, 'minute'),
              },
              {
                label: t(($) => $.storage.last_packed_time),
                value: history.last_packed_time === null ? null : formatTime(history.last_packed_time, lang, 'minute'),
              },
              { label: t(($) => $.storage.waiting_merges), value: number(history.waiting_merges) },
              { label: t(($) => $.storage.damaged_chunks), value: number(history.damaged_chunks) },
              { label: t(($) => $.storage.oldest_month), value: history.oldest_month },
              {
                label: t(($) => $.storage.history_days),
                value:
                  history.history_days === 0 ? t(($) => $.for_ever) : t(($) => $.days, { count: history.history_days }),
              },
            ]}
          />
        </Panel>
      </div>
      <BackupPanel backup={backup} />
      <Panel flush title={t(($) => $.tables_title)}>
        <PlainTable
          label={t(($) => $.tables_title)}
          rows={database.tables}
          keyOf={({ table }) => table}
          columns={[
            {
              key: 'table',
              title: t(($) => $.table_columns.table),
              cell: ({ table }) => (
                <code className={css.code} translate="no">
                  {table}
                </code>
              ),
            },
            {
              key: 'bytes',
              title: t(($) => $.table_columns.bytes),
              align: 'end',
              cell: ({ bytes }) => formatBytes(bytes, lang),
            },
            { key: 'rows', title: t(($) => $.table_columns.rows), align: 'end', cell: ({ rows }) => number(rows) },
            {
              key: 'partitions',
              title: t(($) => $.table_columns.partitions),
              align: 'end',
              cell: ({ partitions }) => number(partitions),
            },
          ]}
        />
      </Panel>
    </>
  )
}

function BackupPanel({ backup: { daily_at, last, failure } }: { backup: Operations['backup'] }) {
  const t = useMessages('operations')
  const lang = useLanguage()
  return (
    <Panel title={t(($) => $.backup_title)}>
      <Facts
        items={[
          {
            label: t(($) => $.backup.created_time),
            value: last === null ? t(($) => $.backup_never) : formatTime(last.created_time, lang, 'minute'),
          },
          {
            label: t(($) => $.backup.daily_at),
            value: daily_at === null ? t(($) => $.backup_no_schedule) : t(($) => $.backup_utc, { time: daily_at }),
          },
          ...(last === null
            ? []
            : [
                { label: t(($) => $.backup.bytes), value: formatBytes(last.bytes, lang) },
                { label: t(($) => $.backup.seconds), value: formatDuration(last.seconds * 1_000, lang, 1) },
                {
                  label: t(($) => $.backup.rows),
                  value: last.rows === null ? t(($) => $.backup_uncounted) : formatNumber(last.rows, 0, lang),
                },
                {
                  label: t(($) => $.backup.folder),
                  wide: true,
                  value: (
                    <code className={css.code} translate="no">
                      {last.folder}
                    </code>
                  ),
                },
              ]),
          ...(failure === null
            ? []
            : [{ label: t(($) => $.backup.failure), wide: true, value: <span translate="no">{failure}</span> }]),
        ]}
      />
    </Panel>
  )
}
