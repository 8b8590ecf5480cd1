import type { ConnectionSpan } from '@heatfleet/contract/device-log/device-log.ts'
import type { ConnectionEvent } from './store-connections.ts'

type Connections = { spans: ConnectionSpan[]; online_share: number | null; drops: number }

/** Stretches of a period by its comings and goings, of which the first may lie before it. */
export const connectionsOf = (
  events: readonly ConnectionEvent[],
  { from_ms, to_ms }: { from_ms: number; to_ms: number },
): Connections => {
  const spans: { from_ms: number; to_ms: number; state: ConnectionSpan['state'] }[] = []
  // The assignment below is in a function, which the compiler does not follow.
  let state = 'unknown' as ConnectionSpan['state']
  let since_ms = from_ms
  let drops = 0
  const close = (at_ms: number, next: ConnectionSpan['state']): void => {
    // Repeats of one state are one stretch: a module may come again without having gone.
    if (next === state) return
    if (at_ms > since_ms) spans.push({ from_ms: since_ms, to_ms: at_ms, state })
    since_ms = Math.max(at_ms, from_ms)
    state = next
  }
  for (const { at_ms, online } of events) {
    if (!online && at_ms >= from_ms && state === 'online') drops += 1
    close(Math.max(at_ms, from_ms), online ? 'online' : 'offline')
  }
  if (to_ms > since_ms) spans.push({ from_ms: since_ms, to_ms, state })
  const lengthOf = (of: ConnectionSpan['state']) =>
    spans.reduce((sum, span) => sum + (span.state === of ? span.to_ms - span.from_ms : 0), 0)
  const [online, offline] = [lengthOf('online'), lengthOf('offline')]
  return {
    spans: spans.map((span) => ({
      from: new Date(span.from_ms).toISOString(),
      to: new Date(span.to_ms).toISOString(),
      state: span.state,
    })),
    online_share: online + offline === 0 ? null : online / (online + offline),
    drops,
  }
}
