import { type Hole, type Place, placeOf } from './find-holes.ts'

/** A place where a hole changes nothing anybody can see, and why. */
export type Harmless = Place & { reason: string }

/** Looked at one by one; an entry without a true reason is a leak. */
export const HARMLESS: readonly Harmless[] = []

/** Whether an entry is about this hole. */
export const isAbout = (hole: Hole, { reason: _, ...place }: Harmless): boolean =>
  Object.entries(placeOf(hole)).every(([key, value]) => place[key as keyof Place] === value)

/** Entries that are about no hole of the tree, told. */
export const staleHarmless = (holes: readonly Hole[]): string[] =>
  HARMLESS.filter((entry) => !holes.some((hole) => isAbout(hole, entry))).map(
    ({ kind, file, within, was, nth }) => `harmless.ts: there is no ${kind}: ${file} ${within} ${was} (${nth})`,
  )
