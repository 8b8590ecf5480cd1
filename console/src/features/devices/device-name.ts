import { LIMITS } from '@heatfleet/contract/limits.ts'

/** What is wrong with a new name: nothing at all, too long, or fine as `name`. */
type NameCheck = { kind: 'ok'; name: string } | { kind: 'empty' } | { kind: 'too_long'; max: number; length: number }

/** Judges a new name: 1 to 60 characters after trimming, as the server counts them. */
export const checkName = (text: string): NameCheck => {
  const name = text.trim()
  if (name === '') return { kind: 'empty' }
  const max = LIMITS.device_name_max
  return name.length > max ? { kind: 'too_long', max, length: name.length } : { kind: 'ok', name }
}
