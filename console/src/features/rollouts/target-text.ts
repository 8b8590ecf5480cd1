import type { DeviceFilter } from '@heatfleet/contract/devices/devices.ts'
import type { RolloutTarget } from '@heatfleet/contract/rollouts/rollout.ts'
import { useCallback } from 'react'
import { useDeviceGroupNames, useDistributorNames } from '../../cloud/picker-reads.ts'
import { useMessages } from '../../messages/messages.ts'
import { useFilterSentence } from '../device-groups/public.ts'

/** Which units a rollout is for, in words: how many were named, the group, or the filter. */
export const useTargetText = (): ((target: RolloutTarget) => string) => {
  const t = useMessages('rollouts')
  const sentenceOf = useFilterSentence()
  const groups = useDeviceGroupNames().data
  const agents = useDistributorNames().data
  return useCallback(
    (target) => {
      if (target.by === 'macs') return t(($) => $.units, { count: target.macs.length })
      const { group_id, agent_id, product_key: _, sort_by: __, sort_order: ___, quick, ...filter } = target.filter
      const parts = [
        group_id === undefined
          ? null
          : t(($) => $.group_named, {
              name: groups?.find((group) => group.group_id === group_id)?.group_name ?? group_id,
            }),
        agent_id === undefined
          ? null
          : t(($) => $.agent_named, {
              name: agents?.find((agent) => agent.agent_id === agent_id)?.agent_name ?? agent_id,
            }),
        // Favourites are those of who proposed it.
        isNarrowed({ ...filter, quick })
          ? sentenceOf({ ...filter, quick: quick === 'favourites' ? 'all' : quick })
          : null,
      ].filter((part) => part !== null)
      return parts.length === 0 ? t(($) => $.all_of_product) : parts.join(' · ')
    },
    [t, sentenceOf, groups, agents],
  )
}

const isNarrowed = ({ include_lower: _, quick, ...filter }: Partial<DeviceFilter>): boolean =>
  (quick !== undefined && quick !== 'all') || Object.values(filter).some((value) => value !== undefined)
