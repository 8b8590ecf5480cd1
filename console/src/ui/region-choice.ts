import { type Region, regionPath, regions } from './region-table.ts'

const childrenOf = (path: readonly string[]): readonly Region[] => {
  let list: readonly Region[] = regions
  for (const code of path) list = list.find((region) => region.code === code)?.children ?? []
  return list
}

/** Whether a region is within the chosen ones: itself or one above it is among them. */
export const isCovered = (codes: readonly string[], code: string): boolean =>
  codes.includes(code) || regionPath(code).some((above) => codes.includes(above))

/** Whether one of the chosen regions is below this one. */
export const isPartlyCovered = (codes: readonly string[], code: string): boolean =>
  codes.some((one) => one !== code && regionPath(one).includes(code))

/**
 * Adds a region or takes it away. A region takes the place of all that is below it: a whole province is one code, and
 * without one of its cities it is its other cities.
 */
export const toggleRegion = (codes: readonly string[], code: string): string[] =>
  isCovered(codes, code) ? without(codes, code) : joined([...outside(codes, code), code], regionPath(code).slice(0, -1))

const outside = (codes: readonly string[], code: string): string[] =>
  codes.filter((one) => !regionPath(one).includes(code))

/** Where all children of a region are chosen, the region is. */
const joined = (codes: readonly string[], above: readonly string[]): string[] => {
  const parent = above.at(-1)
  if (parent === undefined || childrenOf(above).some((child) => !codes.includes(child.code))) return [...codes]
  return joined([...outside(codes, parent), parent], above.slice(0, -1))
}

const without = (codes: readonly string[], code: string): string[] => {
  if (codes.includes(code)) return codes.filter((one) => one !== code)
  const path = regionPath(code)
  const at = path.findIndex((above) => codes.includes(above))
  const kept = path.slice(at).flatMap((_, step) => {
    const above = path.slice(0, at + step + 1)
    const next = path[at + step + 1]
    return next === undefined ? [] : childrenOf(above).flatMap((child) => (child.code === next ? [] : [child.code]))
  })
  return [...codes.filter((one) => one !== path[at]), ...kept]
}
