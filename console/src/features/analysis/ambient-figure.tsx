import { AMBIENT_BIN_K } from '@heatfleet/contract/analysis/days.ts'
import type { api } from '@heatfleet/contract/api.ts'
import { useMessages } from '../../messages/messages.ts'
import { CohortFigure } from './cohort-figure.tsx'
import { useFaultRates } from './fault-rates.ts'
import { useFigureTexts } from './figure-texts.ts'
import type { CohortAnswer } from './use-cohort-reads.ts'

/** How often units fail, by the outdoor temperature of their day. */
export function AmbientFigure({ answers }: { answers: readonly CohortAnswer<typeof api.analysisFaults>[] }) {
  const t = useMessages('analysis')
  const { number, ofUnits, hidden } = useFigureTexts()
  const rates = useFaultRates()
  const all = answers.map(({ data }) => data.ambient)
  const starts = [...new Set(all.flatMap(({ list }) => list.map(({ from_c }) => from_c)))].sort((a, b) => a - b)
  return (
    <CohortFigure
      id="ambient"
      title={t(($) => $.faults.by_ambient)}
      note={ofUnits(all.map(({ known_units }) => known_units))}
      head={t(($) => $.efficiency.ambient)}
      letters={answers.map(({ cohort }) => cohort.letter)}
      rows={starts.map((from_c) => ({
        key: String(from_c),
        label: `${number(from_c)} … ${number(from_c + AMBIENT_BIN_K)} °C`,
        cells: all.map(({ list }) => {
          const found = list.find((each) => each.from_c === from_c)
          if (found === undefined) return null
          const { units, device_days, faults, rate, mtbf_days } = found
          return { values: { units, device_days, faults, rate, mtbf_days } }
        }),
      }))}
      {...rates}
      bar="rate"
      empty={t(($) => $.faults.ambient_none)}
      footer={[t(($) => $.faults.ambient_note), hidden(all.map((each) => each.hidden))].filter(Boolean).join(' ')}
    />
  )
}
