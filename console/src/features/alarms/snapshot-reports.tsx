import type { AlarmSnapshot } from '@heatfleet/contract/alarms/alarm.ts'
import { useMemo } from 'react'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { usePointText } from '../../points/point-text.ts'
import type { Definition } from '../../points/readings.ts'
import { formatTime } from '../../ui/format.ts'
import { type PlainColumn, PlainTable } from '../../ui/plain-table.tsx'

/** The points of a snapshot that a person chose. */
export type ShownPoints = { snapshot: AlarmSnapshot; keys: readonly string[]; definition: Definition }

type Row = { row: number; at_ms: number; values: ReadonlyMap<string, number | null> }

/** Every report of the snapshot as a row, the chosen points as columns. */
export function SnapshotReports({ snapshot, keys, definition }: ShownPoints) {
  const t = useMessages('alarms')
  const lang = useLanguage()
  const { nameOf, inline } = usePointText()
  const rows = useMemo(
    () =>
      snapshot.at_ms.map((at_ms, row): Row => {
        const chosen = snapshot.points.filter(({ key }) => keys.includes(key))
        return { row, at_ms, values: new Map(chosen.map(({ key, values }) => [key, values[row] ?? null])) }
      }),
    [snapshot, keys],
  )
  const columns: PlainColumn<Row>[] = [
    {
      key: 'time',
      title: t(($) => $.snapshot.time),
      cell: ({ at_ms }) => formatTime(new Date(at_ms).toISOString(), lang, 'second'),
    },
    ...keys.map((key): PlainColumn<Row> => {
      const point = definition.get(key)
      return {
        key,
        title: point === undefined ? key : nameOf(point),
        align: 'end',
        cell: ({ values }) => inline(point, values.get(key) ?? null),
      }
    }),
  ]
  return <PlainTable label={t(($) => $.snapshot.each)} columns={columns} rows={rows} keyOf={({ row }) => row} />
}
