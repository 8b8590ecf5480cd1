import { seesPoint } from '../../audience.ts'
import type { Caller } from '../../caller.ts'
import type { Layout } from '../products/public.ts'

/** No version has this key: it reads as never reported. */
const NO_KEY = ''

/** Replaces keys that the caller may not see (in the version in use) by one that reads as never reported; keeps the order. */
export const visibleKeys = (
  caller: Pick<Caller, 'agent_id' | 'permissions'>,
  keys: readonly string[],
  layout: Layout | null,
): string[] => keys.map((key) => (seesPoint(caller, layout?.byKey.get(key)) ? key : NO_KEY))
