import type { ResourceGroup } from '@heatfleet/contract/resource-groups/resource-groups.ts'
import { useCallback } from 'react'
import { useMessages } from '../../messages/messages.ts'
import { useRegionName } from '../../ui/region-names.ts'

/** The fields that the sentence is built from. */
export type GroupFields = Pick<ResourceGroup, 'everything' | 'region_codes'> & {
  agents: readonly string[]
  products: readonly string[]
  singles: number
}

/** Names in one sentence; the rest is a count. */
const NAMES_MAX = 3
const some = (names: readonly string[]) =>
  names.length <= NAMES_MAX ? names.join(', ') : `${names.slice(0, NAMES_MAX).join(', ')} +${names.length - NAMES_MAX}`

/** Content of a group as a sentence: "All devices of Zhejiang and below. 3 single devices." */
export const useGroupSentence = (): ((group: GroupFields) => string) => {
  const t = useMessages('resource-groups')
  const regionName = useRegionName()
  return useCallback(
    ({ everything, agents, region_codes, products, singles }) => {
      if (everything) return t(($) => $.sentence.everything)
      const where = [
        ...(agents.length === 0 ? [] : [t(($) => $.sentence.agents, { agents: some(agents) })]),
        ...(region_codes.length === 0
          ? []
          : [t(($) => $.sentence.regions, { regions: some(region_codes.map(regionName)) })]),
      ].join(t(($) => $.sentence.or))
      const what = some(products)
      const rule =
        where === ''
          ? what === ''
            ? ''
            : t(($) => $.sentence.anywhere, { products: what })
          : what === ''
            ? t(($) => $.sentence.where, { where })
            : t(($) => $.sentence.where_what, { where, products: what })
      const single = singles === 0 ? '' : t(($) => $.sentence.singles, { count: singles })
      const whole = [rule, single].filter((part) => part !== '').join(' ')
      return whole === '' ? t(($) => $.sentence.nothing) : whole
    },
    [t, regionName],
  )
}
