import { ProductFile } from '@heatfleet/contract/products/file.ts'
import { type BrokenRule, brokenRule, valueAt } from '../../../ui/form-rule.ts'

/** One thing that is wrong in a file: where (`points.3.reg_len`), the point's key where it is one, and the broken rule. */
export type FileFault = { at: string; point: string | null; broken: BrokenRule }

/** A product file as it was read: what it holds, or why it holds nothing. */
export type ReadFile =
  | { kind: 'product'; file: ProductFile }
  | { kind: 'not-json' }
  | { kind: 'faulty'; faults: readonly FileFault[] }

/** Reads a product file by the schema that the server judges by, so that all that is wrong is told at once. */
export const readProductFile = (text: string): ReadFile => {
  const json = parsed(text)
  if (json === undefined) return { kind: 'not-json' }
  const judged = ProductFile.safeParse(json)
  if (judged.success) return { kind: 'product', file: judged.data }
  // What is of another form breaks more rules than this one, which says it all.
  const form = judged.error.issues.find(({ message }) => message === 'product_file_form')
  const faults = (form === undefined ? judged.error.issues : [form]).map((issue) => ({
    at: issue.path.join('.'),
    point: pointOf(json, issue.path),
    broken: brokenRule(issue, valueAt(json, issue.path)),
  }))
  return { kind: 'faulty', faults }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const pointOf = (json: unknown, [part, index]: readonly PropertyKey[]): string | null => {
  const key = part === 'points' && index !== undefined ? valueAt(json, [part, index, 'key']) : null
  return typeof key === 'string' ? key : null
}
