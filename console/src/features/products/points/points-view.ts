import { checkDefinition } from '@heatfleet/contract/products/check.ts'
import { changedPointFields } from '@heatfleet/contract/products/diff.ts'
import type { Finding } from '@heatfleet/contract/products/draft.ts'
import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import type { ProductSettings } from '@heatfleet/contract/products/settings.ts'
import type { PointsAddress } from './points-filters.tsx'

type PointChange = 'added' | 'changed' | 'same'
/** A row of the table: the point, its position, differences to the current version, and findings. */
export type PointTableRow = {
  row_number: number
  point: DataPoint
  change: PointChange
  fields: readonly string[]
  findings: readonly Finding[]
}

type Definition = { points: readonly DataPoint[]; settings: ProductSettings }

/** All points as rows, in their order. */
export const pointTableRows = (definition: Definition, published: readonly DataPoint[]): PointTableRow[] => {
  const before = new Map(published.map((point) => [point.key, point]))
  const findings = findingsOf(definition)
  return definition.points.map((point, at) => {
    const old = before.get(point.key)
    const fields = old === undefined ? [] : changedPointFields(old, point)
    return {
      row_number: at + 1,
      point,
      change: old === undefined ? 'added' : fields.length > 0 ? 'changed' : 'same',
      fields,
      findings: findings.get(point.key) ?? [],
    }
  })
}

/** Findings by definition, cached: they are needed again whenever the tab opens. */
const found = new WeakMap<Definition, ReadonlyMap<Finding['key'], readonly Finding[]>>()
const findingsOf = (definition: Definition) => {
  const cached = found.get(definition) ?? Map.groupBy(checkDefinition(definition), ({ key }) => key)
  found.set(definition, cached)
  return cached
}

/** The rows that match the filters. */
export const filterRows = (rows: readonly PointTableRow[], address: PointsAddress): PointTableRow[] => {
  const search_text = address.text.toLowerCase()
  const hex = /^0x[0-9a-f]+$/.test(search_text) ? Number(search_text) : null
  return rows.filter(({ point, change, findings }) => {
    const is_meant =
      search_text === '' ||
      (hex === null
        ? `${point.key}\n${Object.values(point.names).join('\n')}`.toLowerCase().includes(search_text) ||
          String(point.address) === search_text
        : point.address === hex)
    if (!is_meant) return false
    if (address.group !== '' && point.group_tag !== address.group) return false
    if (address.data_type !== undefined && point.data_type !== address.data_type) return false
    if (address.rw !== undefined && point.rw !== address.rw) return false
    if (address.only === 'changed') return change !== 'same'
    if (address.only === 'found') return findings.length > 0
    return address.only !== 'untried' || (point.rw === 'rw' && !point.write_verified)
  })
}
