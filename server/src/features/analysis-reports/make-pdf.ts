import type { ReportContent } from '@heatfleet/contract/analysis-reports/analysis-reports.ts'
import type { AppContext } from '../../app-context.ts'
import type { Caller } from '../../caller.ts'
import { regionName } from '../../platform/regions.ts'
import type { AnalysisCalls } from '../analysis/public.ts'
import { drawBranded } from './draw-branded.ts'
import { type ReportedCohort, readFigures } from './read-figures.ts'
import { type ReportTexts, reportTexts } from './report-texts.ts'
import { findAgentName, findGroupName, listProductNames } from './store-names.ts'

export type PdfDeps = Pick<AppContext, 'database' | 'clock'> & { calls: AnalysisCalls }

/** The PDF of a report with the caller's present rights and scope, drawn in a process of its own. */
export const makePdf = async (
  deps: PdfDeps,
  caller: Caller,
  content: ReportContent,
  signal: AbortSignal,
): Promise<Uint8Array> => {
  const texts = reportTexts(content.language)
  const now = new Date(deps.clock.now())
  const { cohorts, figures } = await readFigures(deps.calls, caller, content, { texts, now })
  const named: string[] = []
  for (const cohort of cohorts) named.push(await nameOf(deps, caller, texts, cohort))
  const drawn = {
    title: content.report_name,
    facts: cohorts.length > 1 ? [] : named,
    legend: cohorts.length > 1 ? named : [],
    figures,
  }
  return drawBranded(deps, caller, { drawn, texts, time_zone: content.time_zone }, signal)
}

/** A cohort in words: products, distributor, region, group, days, and how many units it has. */
const nameOf = async (
  { database: { db } }: PdfDeps,
  caller: Caller,
  texts: ReportTexts,
  { part: { product_keys = [], agent_id, group_id, region_code }, from, to, units }: ReportedCohort,
): Promise<string> => {
  const products = await listProductNames(db, product_keys)
  const agent = agent_id === undefined ? null : await findAgentName(db, caller.scope, agent_id)
  const group = group_id === undefined ? null : await findGroupName(db, caller, group_id)
  const region = region_code === undefined || region_code === '' ? [] : [regionName(region_code, texts.language)]
  const which = [
    ...products.map((product) => texts.product(product)),
    ...(agent === null ? [] : [texts.text('scope.below', { agent })]),
    ...region,
    ...(group === null ? [] : [texts.text('scope.members', { group })]),
  ]
  return [
    which.length === 0 ? texts.text('scope.all') : which.join(', '),
    `${texts.day(from)} – ${texts.day(to)}`,
    texts.units(units),
  ].join(' · ')
}
