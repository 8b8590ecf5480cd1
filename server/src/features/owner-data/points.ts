import { Refusal } from '@heatfleet/contract/errors.ts'
import type { OwnerPoint, WithheldPoint } from '@heatfleet/contract/owner-data/owner-data.ts'
import { type DataPoint, isState } from '@heatfleet/contract/products/points.ts'
import type { Layout } from '../products/public.ts'

/** The points of a unit for its owner: those that are given, and those withheld as trade secrets. */
type OwnerPoints = { given: readonly DataPoint[]; withheld: WithheldPoint[] }

/**
 * Splits the points of the version that the newest report came with. A mark counts when it is in that version or in the one in use:
 * a version that was just published protects reports that came before it.
 */
export const splitPoints = (reported: Layout | null, in_use: Layout | null): OwnerPoints => {
  const points = reported?.points ?? []
  const reasonOf = ({ key, trade_secret }: DataPoint) => trade_secret || (in_use?.byKey.get(key)?.trade_secret ?? '')
  return {
    given: points.filter((point) => reasonOf(point) === ''),
    withheld: points
      .filter((point) => reasonOf(point) !== '')
      .map((point) => ({ key: point.key, names: point.names, reason: reasonOf(point) })),
  }
}

/** The requested keys, or all that are given; refuses a key that is unknown or withheld. */
export const chooseKeys = ({ given, withheld }: OwnerPoints, requested: readonly string[] | undefined): string[] => {
  if (requested === undefined) return given.map(({ key }) => key)
  for (const key of requested) {
    const secret = withheld.find((point) => point.key === key)
    if (secret !== undefined)
      throw new Refusal('data_point_withheld', { field: 'points', details: { key, reason: secret.reason } })
    if (!given.some((point) => point.key === key))
      throw new Refusal('data_point_unknown', { field: 'points', details: { key } })
  }
  return [...requested]
}

/** A point as its owner reads it. */
export const toOwnerPoint = (point: DataPoint): OwnerPoint => ({
  key: point.key,
  names: point.names,
  unit: point.unit,
  decimals: point.decimals,
  data_type: point.data_type,
  kind: isState(point) ? 'state' : point.accumulate ? 'counter' : 'number',
  formula: point.formulas.read,
  choices: point.choices.map(({ value, names }) => ({ value, names })),
  min: point.min,
  max: point.max,
  writable: point.rw === 'rw',
  group: point.group_tag,
})
