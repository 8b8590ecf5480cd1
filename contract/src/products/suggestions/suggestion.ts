import type { DataPoint } from '../points.ts'
import type { SemanticTag } from '../semantic-tags.ts'
import type { FaultSeverity, Schematic } from '../settings.ts'

/** How sure a suggestion is: `sure` is accepted unless a person takes it out, the others wait for a person. */
const CERTAINTIES = ['sure', 'likely', 'possible'] as const
export type Certainty = (typeof CERTAINTIES)[number]

/** Why something is suggested; `text` = the words, the unit, the neighbour or the list it rests on. */
const REASONS = [
  'name',
  'unit',
  'no_unit',
  'type',
  'only_candidate',
  'best_candidate',
  'other_candidates',
  'first_of_alike',
  'neighbour',
  'sensor_family',
  'fault_word',
  'fault_list',
  'fault_group',
  'named_in_note',
  'impossible_value',
  'tagged',
  'unit_of_list',
  'written',
] as const
export type Reason = { code: (typeof REASONS)[number]; text: string }

/** Kinds of suggestions, in the order in which they are shown and applied. */
export const SUGGESTION_KINDS = ['tag', 'alarm', 'counter', 'unit', 'sentinel', 'group', 'curves', 'schematic'] as const
export type SuggestionKind = (typeof SUGGESTION_KINDS)[number]

type Suggested =
  | { kind: 'tag'; key: string; tag: SemanticTag }
  /** `fault` = the code in the knowledge base, `fault_set` = the set that has it. */
  | { kind: 'alarm'; key: string; severity: FaultSeverity; fault: string | null; fault_set: string | null }
  | { kind: 'counter'; key: string }
  | { kind: 'unit'; key: string; unit: string }
  /** Raw patterns that mean a missing sensor. */
  | { kind: 'sentinel'; key: string; invalid: readonly number[] }
  | { kind: 'group'; key: string; group: string }
  | { kind: 'curves'; key: null; curves: readonly string[] }
  | { kind: 'schematic'; key: null; schematic: Schematic }

/** One suggestion: what would be set, why, and how sure it is. `id` is unique among those of a product. */
export type Suggestion = Suggested & { id: string; certainty: Certainty; reasons: readonly Reason[] }
export type SuggestionOf<Kind extends SuggestionKind> = Extract<Suggestion, { kind: Kind }>

/** What of a fault code of the knowledge base suggestions rest on. */
export type KnownFault = {
  set_name: string
  code: string
  register: number | null
  bit: number | null
  names: { en: string; zh: string; pl: string }
  severity: FaultSeverity
}

/** A point with what its name says, read once; `plain_words` without what stands in brackets, `context` = its heading. */
export type NamedPoint = { point: DataPoint; words: string; plain_words: string; context: string }
