/** A hole that changes nothing anybody can see, and why. Looked at one by one; an entry without a true reason is a leak. */
export const HARMLESS: readonly { file: string; was: string; reason: string }[] = []
