import { AMBIENT_BIN_K } from '@heatfleet/contract/analysis/days.ts'
import type { AmbientFaults, analysisFaults, FaultGroups } from '@heatfleet/contract/analysis/faults.ts'
import type { AnalysisPart } from '@heatfleet/contract/analysis/part.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { AppContext } from '../../app-context.ts'
import type { Caller } from '../../caller.ts'
import type { Handlers } from '../../handler.ts'
import { serveList, sheetBytes } from '../../sheets/write-sheet.ts'
import { findTextIn } from '../exports/public.ts'
import { headOf } from './handlers.ts'
import { type Cohort, cohortOf } from './part.ts'
import { isBehind, ratesOf, rounded, withoutSmall, withShares } from './rules.ts'
import { countUnits } from './store.ts'
import {
  type Grouping,
  listAmbientFaults,
  listFaultCodes,
  listFaultGroups,
  listUnitFigures,
  sumFaults,
  type UnitFigures,
} from './store-faults.ts'
import { listNewestFirmware, listVersions, type NewestFirmware, type VersionRow } from './store-versions.ts'

type Deps = Pick<AppContext, 'database' | 'clock' | 'exports_folder'>

/** Versions in the field, faults, and the file of figures of single units. */
export const analysisFaultHandlers = ({ database, clock, exports_folder }: Deps) => {
  const { db } = database
  const chosen = (caller: Caller, part: AnalysisPart) => cohortOf({ database, clock }, caller, part)
  const groupsOf = async ({ scope }: Pick<Caller, 'scope'>, cohort: Cohort, by: Grouping): Promise<FaultGroups> => {
    const { list, hidden } = withoutSmall(await listFaultGroups(db, scope, cohort, by))
    return {
      list: list.slice(0, LIMITS.analysis_groups_max).map(({ key, name, english_name, ...sums }) => ({
        key,
        name,
        english_name,
        ...ratesOf(sums),
      })),
      hidden,
    }
  }
  const ambientOf = async ({ scope }: Pick<Caller, 'scope'>, cohort: Cohort): Promise<AmbientFaults> => {
    const { known_units, rows } = await listAmbientFaults(db, scope, cohort)
    const { list, hidden } = withoutSmall(rows)
    return {
      known_units,
      list: list.map(({ bin, ...sums }) => ({
        from_c: bin * AMBIENT_BIN_K,
        to_c: (bin + 1) * AMBIENT_BIN_K,
        ...ratesOf(sums),
      })),
      hidden,
    }
  }

  return {
    analysisVersions: async ({ body }, { caller }) => {
      const cohort = await chosen(caller, body)
      const [units, rows] = await Promise.all([
        countUnits(db, caller.scope, cohort),
        listVersions(db, caller.scope, cohort),
      ])
      // Firmware is shown to those alone who may see it.
      const newest = caller.permissions.has('ota:view')
        ? await listNewestFirmware(db, [...new Set(rows.map(({ product_key }) => product_key))])
        : []
      const more = rows.slice(LIMITS.analysis_versions_max)
      return {
        ...headOf(cohort, clock.now(), units),
        versions: rows
          .slice(0, LIMITS.analysis_versions_max)
          .map((row) => ({ ...row, behind: isBehind(row.software_version, newestFor(row, newest)?.software_version) })),
        hidden: { groups: more.length, units: more.reduce((sum, row) => sum + row.units, 0) },
        laggards: newest.flatMap((firmware) => laggardsOf(firmware, rows)),
      }
    },

    analysisFaults: async ({ body }, { caller }) => {
      const cohort = await chosen(caller, body)
      const [units, { faulty, ...sums }, codes, products, agents, firmware, ambient] = await Promise.all([
        countUnits(db, caller.scope, cohort),
        sumFaults(db, caller.scope, cohort),
        listFaultCodes(db, caller.scope, cohort, LIMITS.analysis_groups_max),
        groupsOf(caller, cohort, 'product'),
        groupsOf(caller, cohort, 'agent'),
        groupsOf(caller, cohort, 'firmware'),
        ambientOf(caller, cohort),
      ])
      return {
        ...headOf(cohort, clock.now(), units),
        operating: sums.units,
        ...withoutUnits(ratesOf(sums)),
        faulty,
        codes: withShares(codes, sums.faults),
        products,
        agents,
        firmware,
        ambient,
      }
    },

    analysisExport: async ({ query: { format, language }, body }, { caller, note }) => {
      note({ object: 'analysis', detail: { format } })
      const cohort = await chosen(caller, body)
      const max = LIMITS.analysis_export_units_max
      const rows = await listUnitFigures(db, caller.scope, cohort, max + 1)
      if (rows.length > max) throw new Refusal('export_too_large', { details: { max } })
      const content = await sheetBytes(format, 'Units', titlesIn(language), rows.map(lineOf))
      return serveList(exports_folder, 'analysis', format, content)
    },
  } satisfies Pick<Handlers, keyof typeof analysisFaults>
}

/** `units` of the whole answer counts all units, not only those in operation. */
const withoutUnits = ({ units: _, ...rates }: ReturnType<typeof ratesOf>) => rates

type Hardware = Pick<VersionRow, 'product_key' | 'module' | 'hardware_version'>

const isSame = (one: Hardware, other: Hardware): boolean =>
  one.product_key === other.product_key &&
  one.module === other.module &&
  one.hardware_version === other.hardware_version

const newestFor = (row: VersionRow, newest: readonly NewestFirmware[]) => newest.find((one) => isSame(one, row))

/** How many units are behind a firmware; nothing where none is. */
const laggardsOf = (firmware: NewestFirmware, rows: readonly VersionRow[]) => {
  const of_hardware = rows.filter((row) => isSame(row, firmware))
  const sum = (wanted: readonly (boolean | null)[]) =>
    of_hardware
      .filter((row) => wanted.includes(isBehind(row.software_version, firmware.software_version)))
      .reduce((all, { units }) => all + units, 0)
  const behind = sum([true])
  const [first] = of_hardware
  if (first === undefined || behind === 0) return []
  const { product_name, product_english_name } = first
  return [{ ...firmware, product_name, product_english_name, units: sum([true, false]), behind }]
}

const COLUMNS = [
  'mac',
  'device_name',
  'product_key',
  'agent_name',
  'net',
  'software_version',
  'first_online_time',
  'device_days',
  'drops',
  'faults',
]

const titlesIn = (language: string): string[] => {
  const find = findTextIn(language)
  return COLUMNS.map((key) => String(find('analysis', `file.${key}`)))
}

const lineOf = ({ first_online_at, days, drops, faults, ...texts }: UnitFigures) => [
  texts.mac,
  texts.device_name,
  texts.product_key,
  texts.agent_name,
  texts.net,
  texts.software_version,
  first_online_at?.toISOString() ?? '',
  rounded(days, 2),
  drops,
  faults,
]
