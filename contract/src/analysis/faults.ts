import { z } from 'zod'
import { FIRMWARE_MODULES } from '../device-protocol/ota-messages.ts'
import { endpoints } from '../endpoint.ts'
import { LIMITS } from '../limits.ts'
import { SEVERITIES } from '../preferences.ts'
import { RowId } from '../row-id.ts'
import { SHEET_FORMATS } from '../sheets.ts'
import { AnalysisHead, AnalysisPart, exampleHead, HiddenGroups } from './part.ts'

const count = z.number().int()
const of_product = { product_key: z.string(), product_name: z.string(), product_english_name: z.string() }

const VersionsAnalysis = AnalysisHead.extend({
  /** Units by what they report, the most first; `''` = reported nothing. */
  versions: z.array(
    z.object({
      ...of_product,
      module: z.enum(FIRMWARE_MODULES),
      hardware_version: z.string(),
      software_version: z.string(),
      units: count,
      /** The newest enabled firmware for that hardware is newer; null = there is none, or the version cannot be compared. */
      behind: z.boolean().nullable(),
    }),
  ),
  /** Combinations beyond the limit, and their units. */
  hidden: HiddenGroups,
  /** Enabled firmware that units are behind, by how many. */
  laggards: z.array(
    z.object({
      ...of_product,
      module: z.enum(FIRMWARE_MODULES),
      hardware_version: z.string(),
      firmware_id: RowId,
      firmware_name: z.string(),
      software_version: z.string(),
      /** Units with that hardware whose version can be compared. */
      units: count,
      behind: count,
    }),
  ),
})
export type VersionsAnalysis = z.output<typeof VersionsAnalysis>

/** How often units fail. */
const Rates = {
  /** In operation within the period: since the unit was online for the first time. */
  device_days: z.number(),
  faults: count,
  /** Faults for every 1,000 device-days; null = no unit was in operation. */
  rate: z.number().nullable(),
  /** Mean time between failures, device-days for each fault; null = none. */
  mtbf_days: z.number().nullable(),
}
const FaultGroup = z.object({
  key: z.string(),
  name: z.string(),
  english_name: z.string(),
  /** In operation within the period. */
  units: count,
  ...Rates,
})
export type FaultGroup = z.output<typeof FaultGroup>
const FaultGroups = z.object({ list: z.array(FaultGroup), hidden: HiddenGroups })
export type FaultGroups = z.output<typeof FaultGroups>

/** Faults by the mean outdoor temperature of the unit's day, the coldest first; of days with daily figures alone. */
const AmbientFaults = z.object({
  /** Units with such days. */
  known_units: count,
  list: z.array(z.object({ from_c: z.number(), to_c: z.number(), units: count, ...Rates })),
  hidden: HiddenGroups,
})
export type AmbientFaults = z.output<typeof AmbientFaults>

const FaultsAnalysis = AnalysisHead.extend({
  /** Units in operation within the period. */
  operating: count,
  ...Rates,
  /** Units with at least one fault. */
  faulty: count,
  /** The most frequent first. */
  codes: z.array(
    z.object({
      code: z.string(),
      severity: z.enum(SEVERITIES),
      faults: count,
      units: count,
      /** Of all faults, this and the ones before it, %. */
      together_percent: z.number(),
    }),
  ),
  products: FaultGroups,
  /** The next lower distributors; what the upper one holds itself has its own name. Key: the id. */
  agents: FaultGroups,
  /** Version of the board. */
  firmware: FaultGroups,
  ambient: AmbientFaults,
})
export type FaultsAnalysis = z.output<typeof FaultsAnalysis>

const product = { product_key: 'r290-monobloc', product_name: 'R290 整体式热泵', product_english_name: 'R290 monobloc' }
const rates = { device_days: 5_310.4, faults: 12, rate: 2.26, mtbf_days: 442.5 }
const groups = (key: string, name: string) => ({
  list: [{ key, name, english_name: name, units: 180, ...rates }],
  hidden: { groups: 1, units: 3 },
})

/** Versions in the field, and how often units fail (product 3.13). */
export const analysisFaults = endpoints({
  analysisVersions: {
    kind: 'read',
    of: 'analysis',
    needs: 'analysis:view',
    fails: ['distributor_not_found', 'device_group_not_found'],
    method: 'POST',
    path: '/analysis/versions',
    about: { sum: 'device', field: 'units' },
    body: AnalysisPart.prefault({}),
    result: VersionsAnalysis,
    says: `Units by hardware and software version of module and board, at most ${LIMITS.analysis_versions_max}, and those behind the newest enabled firmware.`,
    example: {
      ...exampleHead,
      versions: [
        { ...product, module: 'mcu', hardware_version: 'CG248075', software_version: '2.08', units: 120, behind: true },
      ],
      hidden: { groups: 0, units: 0 },
      laggards: [
        {
          ...product,
          module: 'mcu',
          hardware_version: 'CG248075',
          firmware_id: 3,
          firmware_name: 'Defrost by coil',
          software_version: '2.10',
          units: 180,
          behind: 120,
        },
      ],
    },
  },
  analysisFaults: {
    kind: 'read',
    of: 'analysis',
    needs: 'analysis:view',
    fails: ['distributor_not_found', 'device_group_not_found'],
    method: 'POST',
    path: '/analysis/faults',
    about: { sum: 'device', field: 'units' },
    body: AnalysisPart.prefault({}),
    result: FaultsAnalysis,
    says: 'Faults raised within the period: by code, for every 1,000 device-days, by product, distributor, firmware and outdoor temperature. Groups of fewer than 5 units are left out.',
    example: {
      ...exampleHead,
      operating: 180,
      ...rates,
      faulty: 9,
      codes: [{ code: 'E11', severity: 'critical', faults: 7, units: 5, together_percent: 58.3 }],
      products: groups('r290-monobloc', 'R290 monobloc'),
      agents: groups('12', 'Yuhang'),
      firmware: groups('2.08', '2.08'),
      ambient: {
        known_units: 176,
        list: [{ from_c: -3, to_c: 0, units: 170, device_days: 900, faults: 4, rate: 4.44, mtbf_days: 225 }],
        hidden: { groups: 1, units: 2 },
      },
    },
  },
  analysisExport: {
    kind: 'read',
    of: 'analysis',
    method: 'POST',
    path: '/analysis/exports',
    needs: 'analysis:export',
    about: 'unscoped',
    query: z.object({
      format: z.enum(SHEET_FORMATS).default('xlsx'),
      /** Of the titles. */
      language: z.enum(['en', 'zh', 'pl']).default('en'),
    }),
    body: AnalysisPart.prefault({}),
    gives: 'file',
    result: z.null(),
    fails: ['distributor_not_found', 'device_group_not_found', 'export_too_large'],
    says: `The units of a part with what is counted of each: days in operation, lost connections, faults. At most ${LIMITS.analysis_export_units_max} units.`,
    example: null,
  },
})
