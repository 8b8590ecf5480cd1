import type { StockAnalysis } from '@heatfleet/contract/analysis/analysis.ts'
import { FUNNEL_STEPS, type FunnelStep } from '@heatfleet/contract/analysis/analysis.ts'
import { api } from '@heatfleet/contract/api.ts'
import { useSession } from '../../cloud/session.ts'
import { useMessages } from '../../messages/messages.ts'
import { dayOf } from '../../ui/zone-day.ts'
import { type DeviceListFilters, importDays } from '../dashboard/public.ts'
import css from './analysis.module.css'
import { CountFigure } from './cohort-figure.tsx'
import { isFew, useFigureTexts } from './figure-texts.ts'
import { TabBody } from './tab-body.tsx'
import { type CohortAnswer, useCohortReads } from './use-cohort-reads.ts'
import type { ShownCohort } from './use-cohorts.tsx'

/** What the list filters by; of the period it knows nothing. */
const FILTERS: Partial<Record<FunnelStep, DeviceListFilters>> = {
  imported: {},
  shipped: { manufacturer_stock: 'no' },
  online: { active_status: 'yes' },
  bound: { bound: 'yes' },
}

/** From stock to use. */
export function StockTab({ cohorts }: { cohorts: readonly ShownCohort[] }) {
  const { answers, ...rest } = useCohortReads(api.analysisStock, cohorts)
  return (
    <TabBody answers={answers} {...rest}>
      {(shown) => (
        <div className={css.grid}>
          <FunnelFigure answers={shown} />
          <WaitingFigure answers={shown} />
          <ActivationFigure answers={shown} />
        </div>
      )}
    </TabBody>
  )
}

type Props = { answers: readonly CohortAnswer<typeof api.analysisStock>[] }
const lettersOf = ({ answers }: Props) => answers.map(({ cohort }) => cohort.letter)

function FunnelFigure({ answers }: Props) {
  const t = useMessages('analysis')
  const { ofUnits } = useFigureTexts()
  const is_manufacturer = useSession(({ user }) => user?.agent_id ?? null) === null
  // A distributor has no stock of the manufacturer: what it received is all it has.
  const steps = FUNNEL_STEPS.filter((step) => is_manufacturer || step !== 'shipped')
  return (
    <CountFigure
      id="funnel"
      title={t(($) => $.stock.funnel)}
      note={ofUnits(answers.map(({ data }) => data.units))}
      head={t(($) => $.columns.name)}
      letters={lettersOf({ answers })}
      wholes={answers.map(({ data }) => data.funnel.imported)}
      rows={steps.map((step) => {
        const filters = FILTERS[step]
        return {
          key: step,
          label: step === 'imported' && !is_manufacturer ? t(($) => $.stock.received) : t(($) => $.stock[step]),
          counts: answers.map(({ data }) => data.funnel[step]),
          to: answers.map(({ cohort }) => (filters === undefined ? undefined : cohort.path(filters))),
        }
      })}
      footer={t(($) => $.stock.active_note)}
    />
  )
}

const HOLDERS = ['manufacturer', 'distributors'] as const

function WaitingFigure({ answers }: Props) {
  const t = useMessages('analysis')
  const { ofUnits, whole } = useFigureTexts()
  const is_manufacturer = useSession(({ user }) => user?.agent_id ?? null) === null
  const holders = HOLDERS.filter((holder) => is_manufacturer || holder === 'distributors')
  const waitingOf = ({ waiting }: StockAnalysis) =>
    waiting.reduce((sum, age) => sum + age.distributors + age.manufacturer, 0)
  const ages = answers[0]?.data.waiting ?? []
  return (
    <CountFigure
      id="waiting"
      title={t(($) => $.stock.waiting)}
      note={ofUnits(answers.map(({ data }) => waitingOf(data)))}
      head={t(($) => $.columns.name)}
      letters={lettersOf({ answers })}
      wholes={answers.map(({ data }) => waitingOf(data))}
      wide
      rows={holders.flatMap((holder) =>
        ages.map((age, at) => ({
          key: `${holder}-${age.from}`,
          label: holders.length > 1 ? `${t(($) => $.stock[holder])}, ${whole(age)}` : whole(age),
          tone: holder === 'manufacturer' ? ('quiet' as const) : ('accent' as const),
          counts: answers.map(({ data }) => data.waiting[at]?.[holder] ?? 0),
          to: answers.map(({ cohort, data }) =>
            cohort.path({
              online_status: 'never',
              active_status: 'no',
              manufacturer_stock: holder === 'manufacturer' ? 'yes' : 'no',
              ...importDays(dayOf(data.as_of), { from_days: age.from, to_days: age.to }),
            }),
          ),
        })),
      )}
    />
  )
}

function ActivationFigure({ answers }: Props) {
  const t = useMessages('analysis')
  const { ofUnits, whole, days } = useFigureTexts()
  const classes = answers[0]?.data.activation.classes ?? []
  const none = answers.every(({ data }) => data.activation.units === 0)
  const percentiles = answers.flatMap(({ cohort, data: { activation } }) => {
    if (isFew(activation.units)) return []
    const text = t(($) => $.stock.activation_note, {
      median: days(activation.median_days),
      p90: days(activation.p90_days),
    })
    return answers.length > 1 ? `${cohort.letter}: ${text}` : text
  })
  return (
    <CountFigure
      id="activation"
      className={css.wide}
      title={t(($) => $.stock.activation)}
      note={ofUnits(answers.map(({ data }) => data.activation.units))}
      head={t(($) => $.columns.name)}
      letters={lettersOf({ answers })}
      wholes={answers.map(({ data }) => data.activation.units)}
      rows={
        none
          ? []
          : classes.map((each, at) => ({
              key: String(each.from),
              label: whole(each),
              counts: answers.map(({ data }) => data.activation.classes[at]?.units ?? 0),
            }))
      }
      empty={t(($) => $.stock.activation_none)}
      footer={percentiles.length === 0 ? undefined : percentiles.join(' · ')}
    />
  )
}
