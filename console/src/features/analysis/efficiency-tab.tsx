import { BENCHMARK_DAYS_MIN } from '@heatfleet/contract/analysis/days.ts'
import { api } from '@heatfleet/contract/api.ts'
import { Link } from 'react-router'
import { usePermission } from '../../cloud/session.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { productOf } from '../../messages/product-name.ts'
import { FigurePanel } from '../../ui/figure-panel.tsx'
import { devicePath } from '../dashboard/public.ts'
import css from './analysis.module.css'
import { BinsFigure } from './bins-figure.tsx'
import { CohortFigure } from './cohort-figure.tsx'
import { useFigureTexts } from './figure-texts.ts'
import { TabBody } from './tab-body.tsx'
import { type CohortAnswer, useCohortReads } from './use-cohort-reads.ts'
import type { ShownCohort } from './use-cohorts.tsx'

/** How well units make heat. */
export function EfficiencyTab({ cohorts }: { cohorts: readonly ShownCohort[] }) {
  const { answers, ...rest } = useCohortReads(api.analysisEfficiency, cohorts)
  return (
    <TabBody answers={answers} {...rest}>
      {(shown) => (
        <div className={css.grid}>
          <BinsFigure answers={shown} />
          <ProductsFigure answers={shown} />
          <BenchmarkFigure answers={shown} />
        </div>
      )}
    </TabBody>
  )
}

type Props = { answers: readonly CohortAnswer<typeof api.analysisEfficiency>[] }

function ProductsFigure({ answers }: Props) {
  const t = useMessages('analysis')
  const lang = useLanguage()
  const { number, hidden, ofDays } = useFigureTexts()
  const products = new Map(answers.flatMap(({ data }) => data.products).map((row) => [row.product_key, row]))
  return (
    <CohortFigure
      id="cop"
      className={css.wide}
      title={t(($) => $.efficiency.products)}
      note={ofDays(answers.map(({ data }) => ({ units: data.known_units, unit_days: data.cop_days })))}
      head={t(($) => $.scope.product)}
      letters={answers.map(({ cohort }) => cohort.letter)}
      rows={[...products].map(([key, row]) => ({
        key,
        label: productOf(row, lang),
        cells: answers.map(({ cohort, data }) => {
          const found = data.products.find(({ product_key }) => product_key === key)
          if (found === undefined) return null
          const { product_key: _, product_name: __, product_english_name: ___, ...values } = found
          return { values, to: cohort.path({ active_status: 'yes' }, { product_keys: [key] }) }
        }),
      }))}
      measures={[
        { key: 'units', title: t(($) => $.columns.units), decimals: 0 },
        { key: 'unit_days', title: t(($) => $.efficiency.unit_days), decimals: 0 },
        { key: 'cop', title: t(($) => $.efficiency.cop), decimals: 2 },
        { key: 'heat_kwh', title: `${t(($) => $.efficiency.heat)}, kWh`, decimals: 0 },
        { key: 'electricity_kwh', title: `${t(($) => $.efficiency.electricity)}, kWh`, decimals: 0 },
        { key: 'starts_per_hour', title: t(($) => $.efficiency.starts), decimals: 2 },
        { key: 'defrosts_per_day', title: t(($) => $.efficiency.defrosts), decimals: 1 },
        { key: 'defrost_percent', title: `${t(($) => $.efficiency.defrost_share)}, %`, decimals: 1 },
        { key: 'heater_percent', title: `${t(($) => $.efficiency.heater_share)}, %`, decimals: 1 },
      ]}
      bar="cop"
      text={({ values: { units = null, cop = null } }) =>
        `${number(cop, 2)} · ${t(($) => $.of_units, { count: units ?? 0 })}`
      }
      empty={t(($) => $.efficiency.none)}
      footer={hidden(answers.map(({ data }) => data.hidden))}
    />
  )
}

function BenchmarkFigure({ answers }: Props) {
  const t = useMessages('analysis')
  const lang = useLanguage()
  const { number, ofUnits } = useFigureTexts()
  const may_export = usePermission('analysis:export')
  const rows = answers.flatMap(({ cohort, data }) => data.benchmark.map((row) => ({ ...row, letter: cohort.letter })))
  type Row = (typeof rows)[number]
  const figure = (key: 'days' | 'percentile' | 'cop' | 'expected_cop', title: string, decimals: number) => ({
    key,
    title,
    value: (row: Row) => row[key],
    cell: (row: Row) => number(row[key], decimals),
    align: 'end' as const,
  })
  return (
    <FigurePanel
      id="benchmark"
      className={css.wide}
      title={t(($) => $.efficiency.benchmark)}
      note={ofUnits(answers.map(({ data }) => data.benchmark_units))}
      columns={[
        ...(answers.length > 1
          ? [{ key: 'letter', title: t(($) => $.columns.cohort), value: (row: Row) => row.letter }]
          : []),
        {
          key: 'unit',
          title: t(($) => $.connectivity.unit),
          value: ({ device_name, mac }: Row) => device_name || mac,
          cell: ({ device_name, mac }: Row) => <Link to={`${devicePath(mac)}?tab=energy`}>{device_name || mac}</Link>,
        },
        { key: 'product', title: t(($) => $.scope.product), value: (row: Row) => productOf(row, lang) },
        figure(
          'percentile',
          t(($) => $.efficiency.percentile),
          0,
        ),
        figure(
          'cop',
          t(($) => $.efficiency.cop),
          2,
        ),
        figure(
          'expected_cop',
          t(($) => $.efficiency.expected),
          2,
        ),
        figure(
          'days',
          t(($) => $.efficiency.compared_days),
          0,
        ),
      ]}
      rows={rows}
      keyOf={({ letter, mac }) => letter + mac}
      empty={t(($) => $.efficiency.benchmark_none, { days: BENCHMARK_DAYS_MIN })}
      footer={t(($) => $.efficiency.benchmark_note)}
      csvRefused={!may_export}
    />
  )
}
