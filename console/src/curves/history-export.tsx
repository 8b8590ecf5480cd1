import { QUALITY_MARKS } from '@heatfleet/contract/device-protocol/quality.ts'
import { EXPORT_RESOLUTIONS } from '@heatfleet/contract/history/history.ts'
import { unitName } from '@heatfleet/contract/unit-names.ts'
import { useState } from 'react'
import { ExportButton, type ExportColumn } from '../exports/export-button.tsx'
import { useMessages } from '../messages/messages.ts'
import { usePointText } from '../points/point-text.ts'
import { SelectField } from '../ui/field.tsx'
import { formatTime } from '../ui/format.ts'
import type { CurveDevice, OtherDevice } from './curve-device.ts'
import { boundsOf, type CurveView } from './curve-view.ts'
import { iso } from './use-sources.ts'

type HistoryExportProps = { device: CurveDevice; others: readonly OtherDevice[]; view: CurveView; now: number }

/** The shown points and period of all shown devices as a file, as reported or in steps. */
export const HistoryExport = ({ device: { device, definition }, others, view, now }: HistoryExportProps) => {
  const t = useMessages('history')
  const { nameOf, language } = usePointText()
  const [resolution, setResolution] = useState<(typeof EXPORT_RESOLUTIONS)[number]>('raw')
  const { from, to } = boundsOf(view, now)
  const points = view.points.filter((key) => definition?.has(key))
  const columns: ExportColumn<'device-history'>[] = [
    { key: 'time', title: t(($) => $.curves.time), shown: true },
    { key: 'mac', title: t(($) => $.curves.export_mac), shown: others.length > 0 },
    { key: 'device_name', title: t(($) => $.curves.export_name), shown: others.length > 0 },
    {
      key: 'quality',
      title: t(($) => $.curves.quality_title),
      shown: true,
      words: Object.fromEntries(QUALITY_MARKS.map((mark) => [mark, t(($) => $.curves.quality[mark])])),
    },
    ...points.flatMap((key) => {
      const point = definition?.get(key)
      if (point === undefined) return []
      const title = point.unit === '' ? nameOf(point) : `${nameOf(point)} [${unitName(point.unit)}]`
      const words = Object.fromEntries(
        point.choices.map((choice) => [String(choice.value), choice.names[language] || choice.names.en]),
      )
      return [{ key, title, shown: true, ...(point.choices.length === 0 ? {} : { words }) }]
    }),
  ]
  return (
    <ExportButton
      kind="device-history"
      needs="history:export"
      total={points.length}
      columns={columns}
      filter={{
        macs: [device.mac, ...others.map(({ mac }) => mac)],
        points,
        from: iso(from),
        to: iso(to),
        resolution,
        aggregate: view.aggregate,
      }}
      note={t(($) => $.curves.export_note, {
        from: formatTime(from, language, 'minute'),
        to: formatTime(to, language, 'minute'),
      })}
      fields={
        <SelectField
          label={t(($) => $.curves.resolution_label)}
          value={resolution}
          options={EXPORT_RESOLUTIONS.map((value) => ({ value, label: t(($) => $.curves.resolution_kind[value]) }))}
          onChange={(value = 'raw') => setResolution(value)}
        />
      }
    />
  )
}
