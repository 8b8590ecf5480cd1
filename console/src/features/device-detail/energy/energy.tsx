import { api } from '@heatfleet/contract/api.ts'
import type { DeviceDay } from '@heatfleet/contract/device-days/device-days.ts'
import type { ResultOf } from '@heatfleet/contract/endpoint.ts'
import { useMemo } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useRead } from '../../../cloud/call.ts'
import { usePermission } from '../../../cloud/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Chart } from '../../../ui/chart/chart.tsx'
import { usePalette } from '../../../ui/chart/palette.ts'
import { csvOf } from '../../../ui/csv.ts'
import { dayTicks } from '../../../ui/format.ts'
import { DownloadIcon } from '../../../ui/icons.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { ErrorState, Loading, NeverAny } from '../../../ui/states.tsx'
import { useMinute } from '../../../ui/use-minute.ts'
import css from './energy.module.css'
import { energyFile } from './energy-file.ts'
import { colourOfUse, ENERGY_HEIGHT_PX, electricityColour, energyOption, filledDays, usesOf } from './energy-option.ts'
import { daysOfPeriod, ENERGY_PERIODS, type EnergyPeriod } from './energy-period.ts'
import { EnergyFacts, MonthTable, UseTable } from './energy-tables.tsx'
import { ReportButton } from './report-button.tsx'
import { type EnergyText, useEnergyText } from './use-energy-text.ts'

/** Heat, electricity, COP and running of a unit by day and month (product 3.12, tab 7). */
export const Energy = ({ mac, product_key }: { mac: string; product_key: string }) => {
  const { t } = useEnergyText()
  const may_compare = usePermission('analysis:view')
  const [query, setQuery] = useSearchParams()
  const period: EnergyPeriod = ENERGY_PERIODS.find((one) => one === query.get('period')) ?? '30'
  const now = useMinute(30)
  const { from, to } = daysOfPeriod(period, now)
  const read = useRead(api.deviceDays, { body: { mac, from, to } }, { refetchInterval: 300_000, placeholder: 'keep' })
  const choose = (next: EnergyPeriod) =>
    setQuery((before) => {
      const after = new URLSearchParams(before)
      after.set('period', next)
      return after
    })
  return (
    <div className={css.parts}>
      <div className={css.bar}>
        <fieldset className={css.periods} aria-label={t(($) => $.energy.period)}>
          {ENERGY_PERIODS.map((one) => (
            <Button key={one} size="small" aria-pressed={one === period} onClick={() => choose(one)}>
              {t(($) => $.energy.periods[one])}
            </Button>
          ))}
        </fieldset>
        {read.data !== undefined && read.data.days.length > 0 && (
          <>
            <SaveButton mac={mac} days={read.data.days} />
            <ReportButton mac={mac} from={from} to={to < read.data.today ? to : read.data.today} />
          </>
        )}
        {may_compare && (
          <Link to={`/device/device-analysis?tab=efficiency&product_keys=${encodeURIComponent(product_key)}`}>
            {t(($) => $.energy.compare)}
          </Link>
        )}
      </div>
      {read.data !== undefined ? (
        <Parts result={read.data} from={from} to={to < read.data.today ? to : read.data.today} />
      ) : read.error === null ? (
        <Loading />
      ) : (
        <ErrorState error={read.error} onRetry={() => void read.refetch()} />
      )}
    </div>
  )
}

const SaveButton = ({ mac, days }: { mac: string; days: readonly DeviceDay[] }) => {
  const text = useEnergyText()
  const save = () => {
    const name = text.t(($) => $.energy.file, { mac, from: days[0]?.day ?? '', to: days.at(-1)?.day ?? '' })
    saveFile(`${name}.csv`, new Blob([csvOf(energyFile(days, text))], { type: 'text/csv;charset=utf-8' }))
  }
  return (
    <Button size="small" icon={DownloadIcon} onClick={save}>
      {text.t(($) => $.energy.csv)}
    </Button>
  )
}

type PartsProps = { result: ResultOf<typeof api.deviceDays>; from: string; to: string }

const Parts = ({ result, from, to }: PartsProps) => {
  const text = useEnergyText()
  const { t } = text
  const { days, months, total, time_zone } = result
  const palette = usePalette()
  const uses = useMemo(() => usesOf(days), [days])
  const option = useMemo(
    () =>
      energyOption({
        days: filledDays(days, from, to),
        uses,
        palette,
        unit: text.unit,
        energy: text.energyIn,
        number: text.number,
        label: dayTicks([from, to], text.language),
        tooltip: (row) => tooltipOf(row, text),
      }),
    [days, from, to, uses, palette, text],
  )
  if (days.length === 0) return <NeverAny title={t(($) => $.energy.none)} text={t(($) => $.energy.none_hint)} />
  return (
    <>
      <Panel title={t(($) => $.energy.total)} note={t(($) => $.energy.zone, { zone: time_zone })}>
        <EnergyFacts total={total} />
        <p className={css.note}>
          {[...methodsOf(days, text), t(($) => $.energy.good_days, { good: total.good_days, count: total.days })].join(
            ' · ',
          )}
        </p>
      </Panel>
      <Panel
        title={t(($) => $.energy.by_day)}
        note={
          <span className={css.legend}>
            {uses.map((use) => (
              <span key={use}>
                <i style={{ background: colourOfUse(use, palette) }} />
                {t(($) => $.energy.uses[use])}
              </span>
            ))}
            <span>
              <i style={{ background: electricityColour(palette) }} />
              {t(($) => $.energy.electricity)}
            </span>
          </span>
        }
      >
        <Chart option={option} height={ENERGY_HEIGHT_PX} label={t(($) => $.energy.chart)} />
        <p className={css.note}>{t(($) => $.energy.faded)}</p>
      </Panel>
      <Panel flush title={t(($) => $.energy.by_use)}>
        <UseTable total={total} uses={uses} />
      </Panel>
      <Panel flush title={t(($) => $.energy.by_month)}>
        <MonthTable months={months} />
      </Panel>
    </>
  )
}

/** How heat and electricity were found; several where the product changed. */
const methodsOf = (days: readonly DeviceDay[], { t }: EnergyText): string[] => {
  const heat = new Set(days.flatMap(({ heat_method }) => heat_method ?? []))
  const electricity = new Set(days.flatMap(({ electricity_method }) => electricity_method ?? []))
  return [
    ...[...heat].map((method) => t(($) => $.energy.heat_methods[method])),
    ...[...electricity].map((method) => t(($) => $.energy.electricity_methods[method])),
  ]
}

/** Figures of the day under the pointer; no text in it was written by people. */
const tooltipOf = ({ day, figures }: { day: string; figures: DeviceDay | null }, text: EnergyText): string => {
  const { t, energy, number, share, minutes, degrees } = text
  const title = text.day({ day, is_complete: figures?.is_complete ?? true })
  if (figures === null) return `${title}<br>${t(($) => $.energy.no_figures)}`
  const rows = [
    [t(($) => $.energy.heat), energy(figures.heat_kwh)],
    [t(($) => $.energy.electricity), energy(figures.electricity_kwh)],
    [t(($) => $.energy.cop), number(figures.cop, 2)],
    [t(($) => $.energy.quality), share(figures.quality)],
    [t(($) => $.energy.ambient), degrees(figures.mean_ambient_c)],
    [t(($) => $.energy.starts), number(figures.starts, 0)],
    [t(($) => $.energy.run_hours), minutes(figures.run_minutes)],
    [t(($) => $.energy.defrost_minutes), minutes(figures.defrost_minutes)],
    [t(($) => $.energy.heater_minutes), minutes(figures.heater_minutes)],
  ]
  const cells = rows.map(([name, value]) => `<tr><td>${name}</td><td>${value}</td></tr>`)
  return `${title}<table>${cells.join('')}</table>`
}
