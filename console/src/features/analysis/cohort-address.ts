import type { AnalysisPartInput } from '@heatfleet/contract/analysis/part.ts'
import { dayParam, numberParam, type Param, readParams, textParam, writeParams } from '../../ui/filter-bar-params.ts'
import { type DeviceListFilters, deviceListPath } from '../dashboard/public.ts'

/** Which units, and when, as the address names them. */
export type Cohort = {
  product_keys: readonly string[]
  agent_id: number | undefined
  group_id: number | undefined
  region_code: string
  from: string | undefined
  to: string | undefined
}
export type CohortLetter = 'a' | 'b'

const listParam: Param<readonly string[]> = {
  empty: [],
  read: (text) => text.split(',').filter(Boolean),
  write: (value) => (value.length === 0 ? null : value.join(',')),
}

const PARAMS = {
  product_keys: listParam,
  agent_id: numberParam,
  group_id: numberParam,
  region_code: textParam(10),
  from: dayParam,
  to: dayParam,
}
const KEYS = Object.keys(PARAMS)
const prefixOf = (letter: CohortLetter): string => (letter === 'a' ? '' : 'b_')
/** Set while a second cohort is compared. */
const COMPARED = 'compare'

export const isCompared = (query: URLSearchParams): boolean => query.get(COMPARED) === 'yes'

/** Starts with the same units as the first cohort, or stops; what the second one was is forgotten. */
export const withCompared = (query: URLSearchParams, on: boolean): URLSearchParams => {
  const after = new URLSearchParams(query)
  if (!on) after.delete(COMPARED)
  else after.set(COMPARED, 'yes')
  return on ? withCohort(after, 'b', readCohort(query, 'a')) : withCohort(after, 'b', EMPTY)
}
/** All units, of the last days. */
export const EMPTY: Cohort = {
  product_keys: [],
  agent_id: undefined,
  group_id: undefined,
  region_code: '',
  from: undefined,
  to: undefined,
}

/** The cohort that an address names; half of a period is none. */
export const readCohort = (query: URLSearchParams, letter: CohortLetter): Cohort => {
  const own = new URLSearchParams()
  for (const key of KEYS) {
    const text = query.get(prefixOf(letter) + key)
    if (text !== null) own.set(key, text)
  }
  return readParams<Cohort>(PARAMS, own)
}

/** The address with another cohort; what else it names stays. */
export const withCohort = (query: URLSearchParams, letter: CohortLetter, cohort: Cohort): URLSearchParams => {
  const after = new URLSearchParams(query)
  const own = writeParams<Cohort>(PARAMS, cohort)
  for (const key of KEYS) {
    const text = own.get(key)
    if (text === null) after.delete(prefixOf(letter) + key)
    else after.set(prefixOf(letter) + key, text)
  }
  return after
}

/** What is asked of the cloud. Half of a period is completed by today, or left out. */
export const partOf = (cohort: Cohort, time_zone: string, today: string) => {
  const { product_keys, agent_id, group_id, region_code, from, to } = cohort
  const period = from === undefined ? {} : { from, to: to ?? (from > today ? from : today) }
  return {
    ...(product_keys.length === 0 ? {} : { product_keys: [...product_keys] }),
    ...(agent_id === undefined ? {} : { agent_id }),
    ...(group_id === undefined ? {} : { group_id }),
    ...(region_code === '' ? {} : { region_code }),
    ...period,
    time_zone,
  } satisfies AnalysisPartInput
}

/** The list of the units that a figure counts; undefined where no filter of the list names them. */
export const unitsPath = (
  { product_keys, agent_id, group_id, region_code }: Cohort,
  filters: DeviceListFilters = {},
): string | undefined => {
  if (product_keys.length > 1) return undefined
  const [product_key] = product_keys
  const narrowed = { ...(region_code === '' ? {} : { region_code }), ...(group_id === undefined ? {} : { group_id }) }
  return deviceListPath({ agent_id, product_key }, { ...narrowed, ...filters })
}

/** A cohort as a saved report has it. */
export const cohortOf = ({ product_keys, agent_id, group_id, region_code, from, to }: AnalysisPartInput): Cohort => ({
  product_keys: product_keys ?? [],
  agent_id,
  group_id,
  region_code: region_code ?? '',
  from,
  to,
})

/** The screen with one or two cohorts, on a tab. */
export const cohortsPath = (tab: string, cohorts: readonly Cohort[]): string => {
  const [first = EMPTY, second] = cohorts
  let query = withCohort(new URLSearchParams({ tab }), 'a', first)
  if (second !== undefined) query = withCohort(withCompared(query, true), 'b', second)
  return `/device/device-analysis?${query.toString()}`
}
