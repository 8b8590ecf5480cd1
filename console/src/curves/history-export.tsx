import { historyTextsOf } from '@heatfleet/contract/history/export-texts.ts'
import { EXPORT_RESOLUTIONS, HISTORY_SPLITS, type HistorySplit } from '@heatfleet/contract/history/history.ts'
import i18next from 'i18next'
import { useState } from 'react'
import { ExportButton, type ExportColumn } from '../features/exports/public.ts'
import { useLanguage, useMessages } from '../messages/messages.ts'
import { SelectField } from '../ui/field.tsx'
import { formatTime } from '../ui/format.ts'
import type { CurveDevice, OtherDevice } from './curve-device.ts'
import { boundsOf, type CurveView } from './curve-view.ts'
import { iso } from './use-sources.ts'

type HistoryExportProps = { device: CurveDevice; others: readonly OtherDevice[]; view: CurveView; now: number }

/** Exports the chosen points and period of all shown devices, as reported or aggregated. */
export const HistoryExport = ({ device: { device, definition }, others, view, now }: HistoryExportProps) => {
  const t = useMessages('history')
  const language = useLanguage()
  const [resolution, setResolution] = useState<(typeof EXPORT_RESOLUTIONS)[number]>('raw')
  const [split, setSplit] = useState<HistorySplit>('none')
  const { from, to } = boundsOf(view, now)
  const points = view.points.filter((key) => definition?.has(key))
  const several = others.length > 0
  const columns: ExportColumn<'device-history'>[] = historyTextsOf(
    points,
    (key) => definition?.get(key),
    language,
    (catalogue, path) => i18next.getResource(language, catalogue, path),
  ).map(({ key, title }) => ({ key, title, shown: several || (key !== 'mac' && key !== 'device_name') }))
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
        split,
      }}
      note={t(($) => $.curves.export_note, {
        from: formatTime(from, language, 'minute'),
        to: formatTime(to, language, 'minute'),
      })}
      fields={
        <>
          <SelectField
            label={t(($) => $.curves.resolution_label)}
            value={resolution}
            options={EXPORT_RESOLUTIONS.map((value) => ({ value, label: t(($) => $.curves.resolution_kind[value]) }))}
            onChange={(value = 'raw') => setResolution(value)}
          />
          <SelectField
            label={t(($) => $.curves.split_label)}
            value={split}
            options={HISTORY_SPLITS.map((value) => ({ value, label: t(($) => $.curves.split_kind[value]) }))}
            onChange={(value = 'none') => setSplit(value)}
          />
        </>
      }
    />
  )
}
