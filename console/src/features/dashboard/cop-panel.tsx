import { api } from '@heatfleet/contract/api.ts'
import type { TrendDays } from '@heatfleet/contract/dashboard/dashboard.ts'
import type { FleetPart } from '@heatfleet/contract/dashboard/statistics.ts'
import { useMemo } from 'react'
import { useRead } from '../../cloud/call.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { Chart } from '../../ui/chart/chart.tsx'
import { usePalette } from '../../ui/chart/palette.ts'
import { zoneInUse } from '../../ui/display.ts'
import { dayTicks, formatDay, formatNumber } from '../../ui/format.ts'
import { Panel } from '../../ui/panel.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import css from './bars.module.css'
import { COP_HEIGHT_PX, copOption } from './cop-option.ts'
import { CsvButton } from './csv-button.tsx'

/** Daily figures change once a day, ms. */
const REFRESH_MS = 600_000

/** How much heat the fleet makes of its electricity, by day, beside the outdoor temperature that it depends on. */
export function CopPanel({ part, days: wanted }: { part: FleetPart; days: TrendDays }) {
  // Today has no complete day.
  const days = wanted === 1 ? 7 : wanted
  const t = useMessages('dashboard')
  const lang = useLanguage()
  const palette = usePalette()
  const { data, error, refetch } = useRead(
    api.copTrend,
    { query: { ...part, days, time_zone: zoneInUse() } },
    { refetchInterval: REFRESH_MS, placeholder: 'keep' },
  )
  const is_known = data?.list.some(({ cop }) => cop !== null) ?? false
  const option = useMemo(() => {
    if (data === undefined || !is_known) return null
    const units = (count: number) => t(($) => $.cop.units, { count })
    return copOption({
      days: data.list,
      palette,
      names: { cop: t(($) => $.cop.cop), ambient_c: t(($) => $.cop.ambient) },
      day: (day) => formatDay(day, lang),
      tick: dayTicks(
        data.list.map(({ day }) => day),
        lang,
      ),
      cop: (value) => formatNumber(value, 2, lang),
      celsius: (value) => `${formatNumber(value, 1, lang)} °C`,
      units,
    })
  }, [data, is_known, palette, lang, t])
  const title = t(($) => $.cop.title)
  const rows = () => [
    ['', t(($) => $.cop.cop), `${t(($) => $.cop.ambient)}, °C`, t(($) => $.kpi.total)],
    ...(data?.list ?? []).map(({ day, cop, ambient_c, units }) => [day, cop ?? '', ambient_c ?? '', units]),
  ]
  const is_sample = data !== undefined && data.asked_units < data.units
  return (
    <Panel title={title} note={option !== null && <CsvButton name={title} rows={rows} />}>
      {data === undefined ? (
        error === null ? (
          <Loading rows={6} />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : option === null ? (
        <p className={css.empty}>{t(($) => $.cop.none)}</p>
      ) : (
        <>
          <Chart option={option} height={COP_HEIGHT_PX} label={t(($) => $.cop.label)} />
          {is_sample && (
            <p className={css.empty}>{t(($) => $.cop.sample, { asked: data.asked_units, count: data.units })}</p>
          )}
        </>
      )}
    </Panel>
  )
}
