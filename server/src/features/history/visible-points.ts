import { seesPoint } from '../../audience.ts'
import type { Caller } from '../../caller.ts'
import type { Layout } from '../products/public.ts'

/** A key that no version has: reads as never reported. */
const NO_KEY = ''

/** Keys to read by, in the order asked for: those the caller does not see in the version in use read as never reported. */
export const visibleKeys = (
  caller: Pick<Caller, 'agent_id' | 'permissions'>,
  keys: readonly string[],
  layout: Layout | null,
): string[] => keys.map((key) => (seesPoint(caller, layout?.byKey.get(key)) ? key : NO_KEY))
