import { join } from 'node:path'
import type { ReportContent } from '@heatfleet/contract/analysis-reports/analysis-reports.ts'
import { zoneClock } from '@heatfleet/contract/zone-clock.ts'
import type { AppContext } from '../../app-context.ts'
import type { Caller } from '../../caller.ts'
import { regionName } from '../../platform/regions.ts'
import { runSheetWork } from '../../sheets/run-sheet-work.ts'
import type { AnalysisCalls } from '../analysis/public.ts'
import { printableLogo } from '../device-labels/public.ts'
import { findBrandingOf } from '../distributors/public.ts'
import type { ReportWork } from './draw-report.ts'
import { type ReportedCohort, readFigures } from './read-figures.ts'
import { type ReportTexts, reportTexts } from './report-texts.ts'
import { findAgentName, listProductNames } from './store-names.ts'

export type PdfDeps = Pick<AppContext, 'database' | 'clock'> & { calls: AnalysisCalls }

const FONTS_FOLDER = join(import.meta.dirname, '..', '..', '..', 'data', 'fonts')
const WORKER = new URL('./report-worker.ts', import.meta.url)

/** The PDF of a report with the caller's present rights and scope, drawn in a process of its own. */
export const makePdf = async (
  deps: PdfDeps,
  caller: Caller,
  content: ReportContent,
  signal: AbortSignal,
): Promise<Uint8Array> => {
  const { db } = deps.database
  const texts = reportTexts(content.language)
  const now = new Date(deps.clock.now())
  const { cohorts, figures } = await readFigures(deps.calls, caller, content, { texts, now })
  const branding = await findBrandingOf(db, caller.agent_path)
  const named: string[] = []
  for (const cohort of cohorts) named.push(await nameOf(deps, caller, texts, cohort))
  const logo = printableLogo(branding?.logo ?? null)
  const shown = new Date(zoneClock(content.time_zone).shown(now.getTime())).toISOString().slice(0, 16).replace('T', ' ')
  const work: ReportWork = {
    title: content.report_name,
    facts: cohorts.length > 1 ? [] : named,
    legend: cohorts.length > 1 ? named : [],
    figures,
    brand: { name: branding?.brand_name || 'Heatfleet', colour: branding?.brand_colour ?? null, logo },
    page_text: texts.text('pdf.page', { page: '{page}', pages: '{pages}' }, 'analysis-reports'),
    made_text: texts.text('pdf.made', { time: shown, zone: content.time_zone }, 'analysis-reports'),
    fonts_folder: FONTS_FOLDER,
  }
  return runSheetWork<Uint8Array>(WORKER, work, { bytes: logo ?? new Uint8Array() }, { caller, signal })
}

/** A cohort in words: products, distributor, region, days, and how many units it has. */
const nameOf = async (
  { database: { db } }: PdfDeps,
  caller: Caller,
  texts: ReportTexts,
  { part: { product_keys = [], agent_id, region_code }, from, to, units }: ReportedCohort,
): Promise<string> => {
  const products = await listProductNames(db, product_keys)
  const agent = agent_id === undefined ? null : await findAgentName(db, caller.scope, agent_id)
  const region = region_code === undefined || region_code === '' ? [] : [regionName(region_code)]
  const which = [
    ...products.map((product) => texts.product(product)),
    ...(agent === null ? [] : [texts.text('scope.below', { agent })]),
    ...region,
  ]
  return [
    which.length === 0 ? texts.text('scope.all') : which.join(', '),
    `${texts.day(from)} – ${texts.day(to)}`,
    texts.units(units),
  ].join(' · ')
}
