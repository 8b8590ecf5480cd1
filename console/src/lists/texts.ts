import type { Catalogues } from '../messages/catalogues.ts'
import { type Namespace, useMessages } from '../messages/messages.ts'

/** Texts by their place in a catalogue; those with a count by the stem of their plural forms. */
type Plain<T> = {
  [Key in keyof T as Key extends `${infer Stem}_one` | `${infer Stem}_other` ? Stem : Key]: T[Key] extends string
    ? string
    : Plain<T[Key]>
}

/** The `t` of one catalogue, as lists are declared with: the type of i18next is too large to be inferred through. */
export type Translate<Ns extends Namespace> = {
  <Group extends object>(pick: ($: Plain<Catalogues[Ns]>) => Group, options: { returnObjects: true }): Group
  (pick: ($: Plain<Catalogues[Ns]>) => string, options?: Readonly<Record<string, string | number>>): string
}

/** The texts of one catalogue. */
export const useTexts = <Ns extends Namespace>(catalogue: Ns): Translate<Ns> =>
  // The same function; its own type has more forms than these.
  useMessages(catalogue) as unknown as Translate<Ns>
