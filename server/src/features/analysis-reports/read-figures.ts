import { AnalysisPart } from '@heatfleet/contract/analysis/part.ts'
import type { ReportContent } from '@heatfleet/contract/analysis-reports/analysis-reports.ts'
import {
  REPORT_FIGURES,
  REPORT_PARTS,
  type ReportFigureId,
  type ReportPart,
} from '@heatfleet/contract/analysis-reports/figures.ts'
import type { Caller } from '../../caller.ts'
import type { AnalysisCalls } from '../analysis/public.ts'
import type { FigureMaker } from './build-figures.ts'
import type { Answer, ReportFigure } from './figure.ts'
import { detectorFigures, efficiencyFigures, usageFigures } from './figures-days.ts'
import { faultFigures, versionFigures } from './figures-faults.ts'
import { connectivityFigures, stockFigures } from './figures-stock.ts'
import type { ReportTexts } from './report-texts.ts'
import { partOf } from './schedule.ts'

/** A cohort as the report names it, with the days that its figures are of. */
export type ReportedCohort = {
  letter: string
  part: AnalysisPart
  units: number
  from: string
  to: string
  as_of: string
}
type ReportFigures = { cohorts: ReportedCohort[]; figures: ReportFigure[] }

/** What every answer of the analysis begins with. */
type Head = { units: number; from: string; to: string; as_of: string }
type Call = keyof Omit<AnalysisCalls, 'analysisExport'>

const MADE = {
  stock: { call: 'analysisStock', make: stockFigures },
  connectivity: { call: 'analysisConnectivity', make: connectivityFigures },
  versions: { call: 'analysisVersions', make: versionFigures },
  faults: { call: 'analysisFaults', make: faultFigures },
  efficiency: { call: 'analysisEfficiency', make: efficiencyFigures },
  usage: { call: 'analysisUsage', make: usageFigures },
  detectors: { call: 'analysisDetectors', make: detectorFigures },
} as const satisfies Record<ReportPart, { call: Call; make: FigureMaker<never> }>

/** Reads the figures of a report with the caller's rights and scope, in the order of the screens; refuses what the analysis refuses. */
export const readFigures = async (
  calls: AnalysisCalls,
  caller: Caller,
  { cohorts, figures, period, time_zone }: ReportContent,
  { texts, now }: { texts: ReportTexts; now: Date },
): Promise<ReportFigures> => {
  const parts = cohorts.map((cohort) => AnalysisPart.parse(partOf(cohort, period, time_zone, now)))
  const wanted = new Set<ReportFigureId>(figures)
  const heads: Head[] = []
  const made: ReportFigure[] = []
  for (const of of REPORT_PARTS) {
    const ids = REPORT_FIGURES[of].filter((id) => wanted.has(id))
    if (ids.length === 0) continue
    const { call, make } = MADE[of]
    const answers: Answer<Head>[] = []
    // One after the other: a report is not waited for, a screen is.
    for (const [at, part] of parts.entries()) {
      const data = await ask(calls, call, caller, part)
      heads[at] ??= data
      answers.push({ letter: 'AB'[at] ?? '', data })
    }
    // The table above pairs each call with what reads its answer.
    const by_id = (make as unknown as FigureMaker<Head>)(answers, texts)
    made.push(...ids.flatMap((id) => by_id[id] ?? []))
  }
  return {
    figures: made,
    cohorts: heads.map(({ units, from, to, as_of }, at) => ({
      letter: 'AB'[at] ?? '',
      part: parts[at] ?? AnalysisPart.parse({}),
      units,
      from,
      to,
      as_of,
    })),
  }
}

/** Reads of the analysis take a part of the fleet and the caller, nothing else of a call. */
const ask = (calls: AnalysisCalls, call: Call, caller: Caller, part: AnalysisPart): Promise<Head> =>
  (calls[call] as unknown as (input: { body: AnalysisPart }, context: { caller: Caller }) => Promise<Head>)(
    { body: part },
    { caller },
  )
