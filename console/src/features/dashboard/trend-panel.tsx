import { api } from '@heatfleet/contract/api.ts'
import type { TrendDays } from '@heatfleet/contract/dashboard/dashboard.ts'
import type { FleetPart } from '@heatfleet/contract/dashboard/statistics.ts'
import { useMemo } from 'react'
import { useRead } from '../../cloud/call.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { Chart } from '../../ui/chart/chart.tsx'
import { hatched } from '../../ui/chart/hatch.ts'
import { usePalette } from '../../ui/chart/palette.ts'
import { zoneInUse } from '../../ui/display.ts'
import { dayTicks, formatDay, formatNumber } from '../../ui/format.ts'
import { Panel } from '../../ui/panel.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { CsvButton } from './csv-button.tsx'
import { SEVERITY_LOOK, TREND_HEIGHT_PX, TREND_SERIES, TREND_SEVERITIES, trendOption } from './trend-option.ts'
import { TrendSeverities } from './trend-severities.tsx'

/** The call of the trend, by days of the zone in which times are shown. */
export const useTrend = (part: FleetPart, days: TrendDays, refresh_ms: number) =>
  useRead(
    api.fleetTrend,
    { query: { ...part, days, time_zone: zoneInUse() } },
    { refetchInterval: refresh_ms, placeholder: 'keep' },
  )

/** Units that came, units online for the first time, and alarms by severity, by day. */
export function TrendPanel({ trend: { data, error, refetch } }: { trend: ReturnType<typeof useTrend> }) {
  const t = useMessages('dashboard')
  const lang = useLanguage()
  const palette = usePalette()
  const option = useMemo(
    () =>
      data === undefined
        ? null
        : trendOption({
            days: data.list,
            palette,
            title: (series) => {
              const sum = data.list.reduce((total, row) => total + row[series], 0)
              return `${t(($) => $.trend[series])} · ${formatNumber(sum, 0, lang)}`
            },
            name: (series) => t(($) => $.trend[series]),
            severity: (severity) => t(($) => $.trend.severity[severity]),
            fill: (severity) => {
              const [colour, hatch] = SEVERITY_LOOK[severity]
              return hatched(palette[colour], hatch)
            },
            day: (day) => formatDay(day, lang),
            tick: dayTicks(
              data.list.map(({ day }) => day),
              lang,
            ),
            number: (value) => formatNumber(value, 0, lang),
          }),
    [data, palette, lang, t],
  )
  const title = t(($) => $.trend.title)
  const rows = () => [
    [
      '',
      ...TREND_SERIES.map((series) => t(($) => $.trend[series])),
      ...TREND_SEVERITIES.map((severity) => t(($) => $.trend.severity[severity])),
    ],
    ...(data?.list ?? []).map((row) => [
      row.day,
      ...TREND_SERIES.map((series) => row[series]),
      ...TREND_SEVERITIES.map((severity) => row.by_severity[severity]),
    ]),
  ]
  return (
    <Panel title={title} note={data !== undefined && <CsvButton name={title} rows={rows} />}>
      {option !== null && data !== undefined ? (
        <>
          <Chart option={option} height={TREND_HEIGHT_PX} label={t(($) => $.trend.label)} />
          <TrendSeverities days={data.list} />
        </>
      ) : error !== null ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading rows={6} />
      )}
    </Panel>
  )
}
