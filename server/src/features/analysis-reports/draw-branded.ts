import { join } from 'node:path'
import { zoneClock } from '@heatfleet/contract/zone-clock.ts'
import type { AppContext } from '../../app-context.ts'
import type { Caller } from '../../caller.ts'
import { runSheetWork } from '../../sheets/run-sheet-work.ts'
import { printableLogo } from '../device-labels/public.ts'
import { findBrandingOf } from '../distributors/public.ts'
import type { ReportWork } from './draw-report.ts'
import type { ReportTexts } from './report-texts.ts'

const FONTS_FOLDER = join(import.meta.dirname, '..', '..', '..', 'data', 'fonts')
const WORKER = new URL('./report-worker.ts', import.meta.url)

type Drawn = Pick<ReportWork, 'title' | 'facts' | 'legend' | 'figures'>

/** Draws a report under the brand of the caller's distributor, in a process of its own. */
export const drawBranded = async (
  { database: { db }, clock }: Pick<AppContext, 'database' | 'clock'>,
  caller: Caller,
  { drawn, texts, time_zone }: { drawn: Drawn; texts: ReportTexts; time_zone: string },
  signal: AbortSignal,
): Promise<Uint8Array> => {
  const branding = await findBrandingOf(db, caller.agent_path)
  const logo = printableLogo(branding?.logo ?? null)
  const work: ReportWork = {
    ...drawn,
    brand: { name: branding?.brand_name || 'Heatfleet', colour: branding?.brand_colour ?? null, logo },
    page_text: texts.text('pdf.page', { page: '{page}', pages: '{pages}' }, 'analysis-reports'),
    made_text: texts.text(
      'pdf.made',
      { time: minuteText(clock.now(), time_zone), zone: time_zone },
      'analysis-reports',
    ),
    fonts_folder: FONTS_FOLDER,
  }
  return runSheetWork<Uint8Array>(WORKER, work, { bytes: logo ?? new Uint8Array() }, { caller, signal })
}

/** `2026-11-21 09:15` in a zone. */
export const minuteText = (at_ms: number, time_zone: string): string =>
  new Date(zoneClock(time_zone).shown(at_ms)).toISOString().slice(0, 16).replace('T', ' ')
