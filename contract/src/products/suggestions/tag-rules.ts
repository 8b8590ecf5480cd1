import type { SemanticTag } from '../semantic-tags.ts'
import { MACHINE_TAG_RULES } from './machine-tag-rules.ts'
import type { TagRule } from './tag-rule.ts'
import { TEMPERATURE_TAG_RULES } from './temperature-tag-rules.ts'

/** In the order of the tags; where a name fits several rules, the first counts. */
export const TAG_RULES: readonly TagRule[] = [...TEMPERATURE_TAG_RULES, ...MACHINE_TAG_RULES]

/** Tags the drawing of a unit is made of, those most boards have. */
export const DRAWING_TAGS = [
  'power_on',
  't_out',
  't_in',
  't_ambient',
  't_dhw',
  'comp_hz',
  'flow',
  'fan_rpm',
  'eev',
  't_discharge',
] as const satisfies readonly SemanticTag[]

/**
 * Short sensor names of boards, known only as a family: where so many of one family stand in a list, each means what the
 * family says. Sources: published lists; domain 1.
 */
export const SENSOR_FAMILIES: readonly { least: number; names: Readonly<Record<string, SemanticTag | null>> }[] = [
  {
    least: 4,
    names: {
      'tw in': 't_in',
      'tw out': 't_out',
      t4: 't_ambient',
      tp: 't_discharge',
      th: 't_suction',
      t3: 't_coil',
      t5: 't_dhw',
      ta: 't_room',
      t1: null,
      t2: null,
      t2b: null,
    },
  },
  { least: 2, names: { tvl: 't_out', trl: 't_in', ta: 't_ambient' } },
]
