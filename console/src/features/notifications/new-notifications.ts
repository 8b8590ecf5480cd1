import type { Notice } from '@heatfleet/contract/notifications/notifications.ts'

type DatedEntry = Pick<Notice, 'notice_id' | 'kind' | 'at'>

/** Time of the newest entry at the first fetch: entries up to it are counted by the bell only. */
export const latestTimeOf = (list: readonly DatedEntry[]): number =>
  Math.max(0, ...list.map(({ at }) => Date.parse(at)))

/**
 * Notifications that arrived since the console was opened and were not in the previous list. Older entries that only
 * appear now (settings changed, an entry above was removed) are excluded. The end of exports is announced by the export
 * centre.
 */
export const newNotifications = <One extends DatedEntry>(
  previous_ids: ReadonlySet<string>,
  opened_ms: number,
  list: readonly One[],
): One[] =>
  list.filter(
    ({ notice_id, kind, at }) => kind !== 'export' && !previous_ids.has(notice_id) && Date.parse(at) >= opened_ms,
  )
