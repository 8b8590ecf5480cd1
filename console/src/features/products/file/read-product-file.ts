import { ProductFile } from '@heatfleet/contract/products/file.ts'
import { type BrokenRule, brokenRule, valueAt } from '../../../ui/form-rule.ts'

/** One error of a file: location (`points.3.reg_len`), key of the point if any, broken rule. */
type FileFault = { at: string; point: string | null; broken: BrokenRule }

/** A parsed product file, or the errors that make it invalid. */
export type ReadFile =
  | { kind: 'product'; file: ProductFile }
  | { kind: 'not-json' }
  | { kind: 'faulty'; faults: readonly FileFault[] }

/** Parses a product file with the server's schema, so that all errors are shown at once. */
export const readProductFile = (text: string): ReadFile => {
  const json = parsed(text)
  if (json === undefined) return { kind: 'not-json' }
  const validated = ProductFile.safeParse(json)
  if (validated.success) return { kind: 'product', file: validated.data }
  // An unknown format breaks many rules; only this one is helpful.
  const form = validated.error.issues.find(({ message }) => message === 'product_file_form')
  const faults = (form === undefined ? validated.error.issues : [form]).map((issue) => ({
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
