import type { SemanticTag } from '../semantic-tags.ts'
import type { Concept } from './vocabulary.ts'

/** What a quantity is measured in; `none` = a list states no unit. */
export type UnitClass =
  | 'temperature'
  | 'frequency'
  | 'speed'
  | 'percent'
  | 'steps'
  | 'flow'
  | 'pressure'
  | 'volt'
  | 'ampere'
  | 'power'
  | 'energy'
  | 'none'

/**
 * How a tag is recognised: the name holds a word of every concept of `all` and none of `none`, the unit is one of `units`.
 * `role`: a measured value, a setting (written, or a value wanted), a state (bit, bool or enum), a counter.
 */
export type TagRule = {
  tag: SemanticTag
  all: readonly Concept[]
  none?: readonly Concept[]
  units: readonly UnitClass[]
  role: 'measured' | 'setting' | 'state' | 'counter' | 'code'
  /** Words that make one candidate better than another. */
  better?: readonly Concept[]
  /** The name may say nothing beside the concepts of `all` but words of this one; with another word it is not accepted by default. */
  only?: Concept
  /** The value must be one of two: by its type, limits, named values, or a word of `only`. */
  on_off?: boolean
  /** Never accepted by default: the words say too little. */
  doubtful?: boolean
}

/** What keeps a name from being a measured value of the unit itself. */
export const PARTS = ['setting', 'bound', 'other_part', 'error', 'protection'] as const
export const WATER_NOT = [
  ...PARTS,
  'outdoor',
  'indoor',
  'hot_water',
  'buffer',
  'discharge',
  'suction',
  'coil',
  'cooling',
  'pressure',
  'antifreeze',
  'compressor',
] as const
export const REFRIGERANT_NOT = ['setting', 'bound', 'error', 'protection', 'second_stage'] as const
export const STATE_NOT = ['setting', 'bound', 'other_part', 'error', 'protection', 'pump', 'fan'] as const
