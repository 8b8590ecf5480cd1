import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import { SEMANTIC_TAGS } from '@heatfleet/contract/products/semantic-tags.ts'
import type { Reason } from '@heatfleet/contract/products/suggestions/suggestion.ts'
import { useLanguage, useMessages } from '../../../messages/messages.ts'
import { useDefinitionNames } from '../../../points/definition-names.ts'
import { pointName } from '../../../points/readings.ts'
import type { Bundle } from './suggestion-bundles.ts'

/** Names at most of a row for many points. */
const NAMED_MAX = 3

/** Texts of a row of suggestions: what it is about, what would be set, why. */
export const useSuggestionText = (points: readonly DataPoint[]) => {
  const t = useMessages('products')
  const fault_texts = useMessages('faults')
  const lang = useLanguage()
  const named = useDefinitionNames()
  const by_key = new Map(points.map((point) => [point.key, point]))
  const nameOf = (key: string): string => {
    const point = by_key.get(key)
    return point === undefined ? key : pointName(point, lang) || key
  }
  const about = ({ first, all }: Bundle): string => {
    if (first.kind === 'curves') return first.curves.map(nameOf).join(', ')
    if (first.kind === 'schematic') return t(($) => $.panel.schematic)
    const names = all.slice(0, NAMED_MAX).map(({ key }) => nameOf(key ?? ''))
    return all.length <= NAMED_MAX
      ? names.join(', ')
      : t(($) => $.suggestions.and_more, { names: names.join(', '), count: all.length - NAMED_MAX })
  }
  const value = ({ first, all }: Bundle): string => {
    switch (first.kind) {
      case 'tag':
        return t(($) => $.suggestions.tags[first.tag])
      case 'alarm': {
        const severity = fault_texts(($) => $.severities[first.severity])
        return first.fault === null ? severity : `${severity} · ${first.fault}`
      }
      case 'counter':
        return t(($) => $.points.fields.accumulate)
      case 'unit':
        return first.unit
      case 'sentinel':
        return t(($) => $.suggestions.points_value, { count: all.length, value: first.invalid.join(', ') })
      case 'group':
        return t(($) => $.suggestions.points_value, { count: all.length, value: named.group(first.group) })
      case 'curves':
        return t(($) => $.panel.default_curves)
      case 'schematic':
        return t(($) => $.panel.schematics[first.schematic])
      default:
        return first satisfies never
    }
  }
  const tagName = (text: string): string => {
    const tag = SEMANTIC_TAGS.find((one) => one === text)
    return tag === undefined ? text : t(($) => $.suggestions.tags[tag])
  }
  const reason = ({ code, text }: Reason): string => {
    const said = code === 'tagged' ? text.split(', ').map(tagName).join(', ') : text
    return t(($) => $.suggestions.reasons[code], { text: said })
  }
  const why = ({ first, all }: Bundle): string => {
    // Rows for many points: the first example speaks for all.
    const reasons = all.length > 1 ? first.reasons.slice(0, 1) : first.reasons
    return reasons.map(reason).join('; ')
  }
  return { about, value, why }
}
