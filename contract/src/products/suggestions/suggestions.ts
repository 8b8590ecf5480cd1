import type { Definition } from '../diff.ts'
import type { DataPoint } from '../points.ts'
import type { AlarmDefault, ProductSettings } from '../settings.ts'
import { suggestAlarms } from './suggest-alarms.ts'
import { suggestCurves, suggestGroups, suggestSchematic } from './suggest-panel.ts'
import { suggestTags } from './suggest-tags.ts'
import { suggestCounters, suggestSentinels, suggestUnits } from './suggest-values.ts'
import type { KnownFault, Suggestion } from './suggestion.ts'

/**
 * All that can be suggested for a definition: tags, alarms, counters, sentinels, groups, curves and the drawing. Pure; what
 * the definition already says is never touched. Groups and curves follow the tags that are sure.
 */
export const suggestionsFor = ({ points, settings }: Definition, known: readonly KnownFault[]): Suggestion[] => {
  const tag_suggestions = suggestTags(points)
  const alarm_suggestions = suggestAlarms(points, known)
  const tags = new Map([
    ...points.flatMap(({ key, tag }) => (tag === null ? [] : [[key, tag] as const])),
    ...tag_suggestions.filter(isSure).map(({ key, tag }) => [key, tag] as const),
  ])
  const alarms = new Set(alarm_suggestions.filter(isSure).map(({ key }) => key))
  return [
    ...tag_suggestions,
    ...alarm_suggestions,
    ...suggestCounters(points),
    ...suggestUnits(points, tags),
    ...suggestSentinels(points),
    ...suggestGroups(points, tags, alarms),
    ...suggestCurves(settings.panel, tags),
    ...suggestSchematic(settings.panel, points, tags),
  ]
}

/** Accepted by default. */
export const isSure = ({ certainty }: Pick<Suggestion, 'certainty'>): boolean => certainty === 'sure'

/** What accepting suggestions changes: the points as they become, and the parts of the settings. One step, undone as one. */
export const changeOf = (
  { points, settings }: Definition,
  accepted: readonly Suggestion[],
): { set: DataPoint[]; settings: Partial<ProductSettings> } => {
  const changed = new Map<string, DataPoint>()
  const now = new Map(points.map((point) => [point.key, point]))
  const change = (key: string, part: Partial<DataPoint>): void => {
    const point = changed.get(key) ?? now.get(key)
    if (point !== undefined) changed.set(key, { ...point, ...part })
  }
  let { panel, alarm_defaults, fault_sets } = settings
  for (const one of accepted)
    switch (one.kind) {
      case 'tag':
        change(one.key, { tag: one.tag })
        break
      case 'alarm':
        change(one.key, { alarm: true, ...(one.fault === null ? {} : { fault: one.fault }) })
        alarm_defaults = withDefault(alarm_defaults, {
          key: one.key,
          severity: one.severity,
          enabled: true,
          delay_s: 0,
        })
        if (one.fault_set !== null && !fault_sets.includes(one.fault_set)) fault_sets = [...fault_sets, one.fault_set]
        break
      case 'counter':
        change(one.key, { accumulate: true })
        break
      case 'unit':
        change(one.key, { unit: one.unit })
        break
      case 'sentinel':
        change(one.key, { invalid: [...one.invalid] })
        break
      case 'group':
        change(one.key, { group_tag: one.group })
        break
      case 'curves':
        panel = { ...panel, default_curves: [...one.curves] }
        break
      case 'schematic':
        panel = { ...panel, schematic: one.schematic }
        break
      default:
        one satisfies never
    }
  return {
    set: [...changed.values()],
    settings: {
      ...(panel === settings.panel ? {} : { panel }),
      ...(alarm_defaults === settings.alarm_defaults ? {} : { alarm_defaults }),
      ...(fault_sets === settings.fault_sets ? {} : { fault_sets }),
    },
  }
}

const withDefault = (defaults: readonly AlarmDefault[], rule: AlarmDefault): AlarmDefault[] => [
  ...defaults.filter(({ key }) => key !== rule.key),
  rule,
]
