import type { FaultGroup } from '@heatfleet/contract/analysis/faults.ts'
import { api } from '@heatfleet/contract/api.ts'
import { usePermission } from '../../cloud/session.ts'
import { useMessages } from '../../messages/messages.ts'
import { useProductName } from '../../messages/product-name.ts'
import { Panel } from '../../ui/panel.tsx'
import { AmbientFigure } from './ambient-figure.tsx'
import css from './analysis.module.css'
import { CohortFigure } from './cohort-figure.tsx'
import { useFaultRates } from './fault-rates.ts'
import { isFew, useFigureTexts } from './figure-texts.ts'
import { TabBody } from './tab-body.tsx'
import { type CohortAnswer, useCohortReads } from './use-cohort-reads.ts'
import type { ShownCohort } from './use-cohorts.tsx'

/** How often units fail, and where. */
export function FaultsTab({ cohorts }: { cohorts: readonly ShownCohort[] }) {
  const { answers, ...rest } = useCohortReads(api.analysisFaults, cohorts)
  return (
    <TabBody answers={answers} {...rest}>
      {(shown) => (
        <div className={css.grid}>
          <Summary answers={shown} />
          <ParetoFigure answers={shown} />
          <GroupFigure answers={shown} by="products" />
          <GroupFigure answers={shown} by="agents" />
          <GroupFigure answers={shown} by="firmware" />
          <AmbientFigure answers={shown} />
        </div>
      )}
    </TabBody>
  )
}

type Props = { answers: readonly CohortAnswer<typeof api.analysisFaults>[] }

function Summary({ answers }: Props) {
  const t = useMessages('analysis')
  const { number, ofUnits } = useFigureTexts()
  return (
    <Panel
      className={css.wide}
      title={t(($) => $.faults.kpi)}
      note={ofUnits(answers.map(({ data }) => data.operating))}
    >
      {answers.map(({ cohort, data }) => {
        const few = isFew(data.operating)
        const facts = {
          operating: number(data.operating),
          device_days: number(data.device_days),
          faults: number(data.faults),
          faulty: number(data.faulty),
          rate: few ? '—' : number(data.rate, 2),
          mtbf: few || data.mtbf_days === null ? '—' : `${number(data.mtbf_days)} d`,
        }
        return (
          <dl key={cohort.letter} className={css.kpis}>
            {Object.entries(facts).map(([key, value]) => (
              <div key={key}>
                <dt>
                  {answers.length > 1 && `${cohort.letter}: `}
                  {t(($) => $.faults[key as keyof typeof facts])}
                </dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )
      })}
    </Panel>
  )
}

function ParetoFigure({ answers }: Props) {
  const t = useMessages('analysis')
  const { number, ofUnits } = useFigureTexts()
  const sees_alarms = usePermission('alarm:view')
  const codes = [...new Set(answers.flatMap(({ data }) => data.codes.map(({ code }) => code)))]
  return (
    <CohortFigure
      id="codes"
      className={css.wide}
      title={t(($) => $.faults.pareto)}
      note={`${ofUnits(answers.map(({ data }) => data.operating))} · ${t(($) => $.faults.pareto_note)}`}
      head={t(($) => $.faults.code)}
      letters={answers.map(({ cohort }) => cohort.letter)}
      rows={codes.map((code) => {
        const found = answers.map(({ data }) => data.codes.find((each) => each.code === code))
        const severity = found.find((each) => each !== undefined)?.severity ?? 'info'
        return {
          key: code,
          label: `${code} · ${t(($) => $.faults.severities[severity])}`,
          tone:
            severity === 'critical' || severity === 'major'
              ? ('bad' as const)
              : severity === 'minor'
                ? ('warn' as const)
                : ('quiet' as const),
          cells: found.map((each, at) => {
            const data = answers[at]?.data
            const { faults = 0, units = 0, together_percent = null } = each ?? {}
            const rate = data === undefined || data.device_days === 0 ? null : (faults / data.device_days) * 1_000
            return {
              values: {
                faults,
                units,
                rate: data === undefined || isFew(data.operating) ? null : rate,
                together_percent,
              },
              to: sees_alarms && each !== undefined ? alarmPath(answers[at]?.cohort, code) : undefined,
            }
          }),
        }
      })}
      measures={[
        { key: 'faults', title: t(($) => $.faults.faults), decimals: 0 },
        { key: 'units', title: t(($) => $.columns.units), decimals: 0 },
        { key: 'rate', title: t(($) => $.faults.rate_short), decimals: 2 },
        { key: 'together_percent', title: `${t(($) => $.faults.together)}, %`, decimals: 1 },
      ]}
      bar={answers.length > 1 ? 'rate' : 'faults'}
      text={({ values: { faults = null, units = null, together_percent = null } }) =>
        `${number(faults)} · ${t(($) => $.of_units, { count: units ?? 0 })} · ${number(together_percent, 0)} %`
      }
      empty={t(($) => $.faults.none)}
    />
  )
}

/** The alarms of a code, of the same product and distributor where the list has filters for them. */
const alarmPath = (cohort: ShownCohort | undefined, code: string): string | undefined => {
  if (cohort === undefined) return undefined
  const { product_keys = [], agent_id, group_id, region_code } = cohort.part
  if (product_keys.length > 1 || region_code !== undefined || group_id !== undefined) return undefined
  const query = new URLSearchParams({ code })
  if (product_keys[0] !== undefined) query.set('product_key', product_keys[0])
  if (agent_id !== undefined) query.set('under', String(agent_id))
  return `/issue/issue-list?${query.toString()}`
}

const GROUPS = {
  products: 'by_product',
  agents: 'by_agent',
  firmware: 'by_firmware',
} as const

function GroupFigure({ answers, by }: Props & { by: keyof typeof GROUPS }) {
  const t = useMessages('analysis')
  const nameOf = useProductName()
  const { ofUnits, hidden } = useFigureTexts()
  const rates = useFaultRates()
  const all = answers.map(({ data }) => data[by])
  const groups = new Map(all.flatMap(({ list }) => list).map((group) => [group.key, group]))
  const label = (group: FaultGroup) => {
    if (by === 'products') return nameOf(group)
    if (group.key === '') return by === 'agents' ? t(($) => $.faults.stock) : t(($) => $.faults.unreported)
    return group.name
  }
  const pathOf = (cohort: ShownCohort, key: string) => {
    if (key === '') return undefined
    if (by === 'products') return cohort.path({ active_status: 'yes' }, { product_keys: [key] })
    if (by === 'agents') return cohort.path({ active_status: 'yes' }, { agent_id: Number(key) })
    return cohort.path({ active_status: 'yes', software_version: key })
  }
  return (
    <CohortFigure
      id={by}
      title={t(($) => $.faults[GROUPS[by]])}
      note={ofUnits(all.map(({ list }) => list.reduce((sum, { units }) => sum + units, 0)))}
      head={t(($) => $.columns.name)}
      letters={answers.map(({ cohort }) => cohort.letter)}
      rows={[...groups].map(([key, group]) => ({
        key,
        label: label(group),
        cells: all.map(({ list }, at) => {
          const found = list.find((each) => each.key === key)
          if (found === undefined) return null
          const { units, device_days, faults, rate, mtbf_days } = found
          const cohort = answers[at]?.cohort
          return {
            values: { units, device_days, faults, rate, mtbf_days },
            to: cohort === undefined ? undefined : pathOf(cohort, key),
          }
        }),
      }))}
      {...rates}
      bar="rate"
      empty={t(($) => $.faults.none)}
      footer={[t(($) => $.faults.rate), hidden(all.map((each) => each.hidden))].filter(Boolean).join('. ')}
    />
  )
}
