import type { Notice } from '@heatfleet/contract/notifications/notifications.ts'

type Moment = Pick<Notice, 'notice_id' | 'kind' | 'at'>

/** What the first list of a visit holds: up to then everything is for the bell to count. */
export const latestTimeOf = (list: readonly Moment[]): number => Math.max(0, ...list.map(({ at }) => Date.parse(at)))

/**
 * What happened since the console was opened and was not there a moment ago. What is older and only shows up now (a wish
 * was widened, a line above it left) is no news. How exports end is said by their own centre.
 */
export const newNotifications = <One extends Moment>(
  known: ReadonlySet<string>,
  opened_ms: number,
  list: readonly One[],
): One[] =>
  list.filter(({ notice_id, kind, at }) => kind !== 'export' && !known.has(notice_id) && Date.parse(at) >= opened_ms)
