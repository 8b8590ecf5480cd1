import { api } from '@heatfleet/contract/api.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { Definition } from '@heatfleet/contract/products/diff.ts'
import type { Suggestion } from '@heatfleet/contract/products/suggestions/suggestion.ts'
import { suggestionsFor } from '@heatfleet/contract/products/suggestions/suggestions.ts'
import { useMemo } from 'react'
import { useRead } from '../../../cloud/call.ts'
import { usePermission } from '../../../cloud/session.ts'

/** Suggestions for a draft; null while the known faults load. Without the right to see those, alarms follow from names alone. */
export const useSuggestions = ({ points, settings }: Definition): readonly Suggestion[] | null => {
  const sees_faults = usePermission('faultcode:view')
  const faults = useRead(
    api.faultCodeList,
    { query: { pageNo: 1, size: LIMITS.page_size_max } },
    { enabled: sees_faults },
  )
  const known = faults.data?.list
  const is_loading = sees_faults && known === undefined && faults.error === null
  return useMemo(
    () => (is_loading ? null : suggestionsFor({ points, settings }, known ?? [])),
    [is_loading, points, settings, known],
  )
}
