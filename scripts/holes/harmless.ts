import { type Hole, type Place, placeOf } from './find-holes.ts'

/** A place where a hole changes nothing anybody can see, and why. */
export type Harmless = Place & { reason: string }

/** Looked at one by one; an entry without a true reason is a leak. */
export const HARMLESS: readonly Harmless[] = []

/** Whether an entry is about this hole. */
export const isAbout = (hole: Hole, entry: Harmless): boolean => {
  const place = placeOf(hole)
  return PLACE.every((part) => place[part] === entry[part])
}

const PLACE = ['kind', 'file', 'within', 'was', 'nth'] as const satisfies readonly (keyof Place)[]

/** Entries that are about no hole of the tree, told. */
export const staleHarmless = (holes: readonly Hole[]): string[] =>
  HARMLESS.filter((entry) => !holes.some((hole) => isAbout(hole, entry))).map(
    ({ kind, file, within, was, nth }) => `harmless.ts: there is no ${kind}: ${file} ${within} ${was} (${nth})`,
  )
