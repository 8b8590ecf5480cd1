import { type ControlProblem, checkControl } from '../controls/controls.ts'
import { finding } from './check.ts'
import type { Finding } from './draft.ts'
import type { DataPoint } from './points.ts'
import type { ControlTemplate } from './settings.ts'

/** Templates are validated as if for a test bench: which units they suit is decided on use. */
const BENCH = { simulated: false, test_bench: true }

/** Validates one value of a template by the rule of the control form; `wanted` = what the template sets other points to. */
export const checkTemplateValue = (
  point: DataPoint,
  value: number,
  wanted: (key: string) => number | undefined,
): ControlProblem | null => checkControl(point, value, wanted, BENCH)

/** What is wrong with control templates: points that are gone or set twice, values that they would not take. Pure. */
export const checkTemplates = (templates: readonly ControlTemplate[], points: readonly DataPoint[]): Finding[] => {
  const by_key = new Map(points.map((point) => [point.key, point]))
  return templates.flatMap(({ names, values }) => {
    const wanted = new Map(values.map(({ key, value }) => [key, value]))
    const seen = new Set<string>()
    return values.flatMap(({ key, value }) => {
      const point = by_key.get(key)
      if (seen.has(key)) return [finding('template_point_twice', { key, field: 'control_templates', other: names.en })]
      seen.add(key)
      if (point === undefined)
        return [finding('template_point_gone', { key, field: 'control_templates', other: names.en })]
      return checkTemplateValue(point, value, (other) => wanted.get(other)) === null
        ? []
        : [finding('template_value_wrong', { key, field: 'control_templates', other: names.en })]
    })
  })
}
