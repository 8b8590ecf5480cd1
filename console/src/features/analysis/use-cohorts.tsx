import { api } from '@heatfleet/contract/api.ts'
import { useSearchParams } from 'react-router'
import { useRead } from '../../cloud/call.ts'
import { useDeviceGroupChoices } from '../../cloud/device-group-choices.ts'
import { PICKER_STALE_MS } from '../../cloud/picker-reads.ts'
import { usePermission } from '../../cloud/session.ts'
import { useFleetFilters } from '../../lists/fleet-filters.ts'
import { useMessages } from '../../messages/messages.ts'
import { useDayText } from '../../ui/day-text.ts'
import { zoneInUse } from '../../ui/display.ts'
import type { FilterField } from '../../ui/filter-bar.tsx'
import { choiceFilter, useDaysFilter } from '../../ui/list-filters.tsx'
import { useRegionName } from '../../ui/region-names.ts'
import { dayOf } from '../../ui/zone-day.ts'
import type { DeviceListFilters } from '../dashboard/public.ts'
import {
  type Cohort,
  type CohortLetter,
  EMPTY,
  isCompared,
  partOf,
  readCohort,
  unitsPath,
  withCohort,
  withCompared,
} from './cohort-address.ts'
import { productsFilter } from './products-filter.tsx'

/** A cohort as figures use it. */
export type ShownCohort = {
  letter: 'A' | 'B'
  /** What it is, in words. */
  text: string
  part: ReturnType<typeof partOf>
  /** The list of its units with these filters; `instead` narrows it otherwise. */
  path: (filters?: DeviceListFilters, instead?: Partial<Cohort>) => string | undefined
}

/** The cohorts that the address names, and the filters that change them. */
export const useCohorts = () => {
  const t = useMessages('analysis')
  const [query, setQuery] = useSearchParams()
  const daysFilter = useDaysFilter()
  const dayText = useDayText()
  const { agentName, product_choices, distributorFilter } = useFleetFilters()
  const regionName = useRegionName()
  const regions = useRegions()
  const groups = useDeviceGroupChoices()
  const today = dayOf(new Date().toISOString())

  const productText = (key: string) => product_choices.find(({ value }) => value === key)?.label ?? key
  const below = (agent: string) => t(($) => $.scope.below, { agent })
  const agentText = ({ agent_id }: Cohort) => {
    const name = agentName(agent_id)
    return name === undefined ? undefined : below(name)
  }

  const fieldsOf = (letter: CohortLetter): FilterField[] => {
    const cohort = readCohort(query, letter)
    const change = (next: Partial<Cohort>) =>
      setQuery((now) => withCohort(now, letter, { ...readCohort(now, letter), ...next }))
    return [
      productsFilter({
        label: t(($) => $.scope.product),
        choices: product_choices,
        chosen: cohort.product_keys,
        onChange: (product_keys) => change({ product_keys }),
      }),
      distributorFilter({
        key: 'agent_id',
        label: t(($) => $.scope.agent),
        agent_id: cohort.agent_id,
        below,
        onChange: (agent_id) => change({ agent_id }),
      }),
      choiceFilter(
        'region_code',
        t(($) => $.scope.region),
        withChosen(regions, cohort.region_code).map((code) => ({ value: code, label: regionName(code) })),
        cohort.region_code === '' ? undefined : cohort.region_code,
        (code) => change({ region_code: code ?? '' }),
      ),
      daysFilter(
        'period',
        t(($) => $.scope.period),
        { from: cohort.from, to: cohort.to },
        (days) => change(days),
      ),
      choiceFilter(
        'group_id',
        t(($) => $.scope.group),
        groups.map(({ group_id, group_name }) => ({ value: String(group_id), label: group_name })),
        cohort.group_id === undefined ? undefined : String(cohort.group_id),
        (id) => change({ group_id: id === undefined ? undefined : Number(id) }),
      ),
    ]
  }

  /** A cohort in words. */
  const textOf = (cohort: Cohort): string => {
    const { product_keys, group_id, region_code, from, to } = cohort
    const group = groups.find((one) => one.group_id === group_id)
    const texts = [
      ...product_keys.map(productText),
      agentText(cohort),
      region_code === '' ? undefined : regionName(region_code),
      group_id === undefined ? undefined : t(($) => $.scope.members, { group: group?.group_name ?? group_id }),
      from === undefined ? undefined : `${dayText(from)} – ${to === undefined ? '' : dayText(to)}`,
    ].filter((text) => text !== undefined)
    return texts.length === 0 ? t(($) => $.scope.all) : texts.join(' · ')
  }

  const shown = (letter: CohortLetter): ShownCohort => {
    const cohort = readCohort(query, letter)
    return {
      letter: letter === 'a' ? 'A' : 'B',
      text: textOf(cohort),
      part: partOf(cohort, zoneInUse(), today),
      path: (filters, instead = {}) => unitsPath({ ...cohort, ...instead }, filters),
    }
  }

  const compared = isCompared(query)
  return {
    compared,
    cohorts: compared ? [shown('a'), shown('b')] : [shown('a')],
    fieldsOf,
    textOf,
    reset: (letter: CohortLetter) => setQuery((now) => withCohort(now, letter, EMPTY)),
    compare: (on: boolean) => setQuery((now) => withCompared(now, on)),
  }
}

/** Provinces that have units; without the right to count them there is nothing to choose from. */
const useRegions = (): string[] => {
  const counts = usePermission('dashboard:view')
  const { data } = useRead(api.countryCount, { query: {} }, { enabled: counts, staleTime: PICKER_STALE_MS })
  return (data?.list ?? []).flatMap(({ region_code }) => region_code ?? [])
}

const withChosen = (regions: readonly string[], chosen: string): readonly string[] =>
  chosen === '' || regions.includes(chosen) ? regions : [...regions, chosen]
