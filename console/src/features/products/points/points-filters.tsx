import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import { DataPoint as Schema } from '@heatfleet/contract/products/points.ts'
import { useMessages } from '../../../messages/messages.ts'
import type { FilterField } from '../../../ui/filter-bar.tsx'
import { choiceParam, textParam, type ValuesOf } from '../../../ui/filter-bar-params.ts'
import { choiceFilter, textFilter } from '../../../ui/list-filters.tsx'

const ONLY = ['changed', 'found', 'untried'] as const
const RW = Schema.shape.rw.options
/** The data types of a point. */
export const DATA_TYPES = Schema.shape.data_type.options

/** Query parameters of the filters. */
export const POINT_PARAMS = {
  text: textParam(LIMITS.point_name_max),
  group: textParam(LIMITS.point_text_max),
  data_type: choiceParam(DATA_TYPES),
  rw: choiceParam(RW),
  only: choiceParam(ONLY),
}
export type PointsAddress = ValuesOf<typeof POINT_PARAMS>

/** The filters of the points (product 3.25): text, group, type, access, changed or faulty. */
export const usePointFilters = (
  address: PointsAddress,
  change: (part: Partial<PointsAddress>) => void,
  points: readonly DataPoint[],
): FilterField[] => {
  const t = useMessages('products')
  const groups = [...new Set(points.map(({ group_tag }) => group_tag))].filter((group) => group !== '')
  return [
    textFilter(
      'text',
      t(($) => $.points.search),
      address.text,
      (text) => change({ text }),
    ),
    choiceFilter(
      'group',
      t(($) => $.points.fields.group_tag),
      groups.map((group) => ({ value: group, label: group })),
      address.group === '' ? undefined : address.group,
      (group) => change({ group: group ?? '' }),
    ),
    choiceFilter(
      'data_type',
      t(($) => $.points.fields.data_type),
      DATA_TYPES.map((value) => ({ value, label: t(($) => $.points.types[value]) })),
      address.data_type,
      (data_type) => change({ data_type }),
    ),
    choiceFilter(
      'rw',
      t(($) => $.points.fields.rw),
      RW.map((value) => ({ value, label: t(($) => $.points.rw[value]) })),
      address.rw,
      (rw) => change({ rw }),
    ),
    choiceFilter(
      'only',
      t(($) => $.points.only),
      ONLY.map((value) => ({ value, label: t(($) => $.points.only_options[value]) })),
      address.only,
      (only) => change({ only }),
    ),
  ]
}
