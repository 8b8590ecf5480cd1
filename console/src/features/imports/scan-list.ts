import { normalizeDeviceId } from '@heatfleet/contract/identifiers.ts'

/** What a scanner read: a new id, one that was read before (`place` counts from 1), or no whole id. */
export type ScanResult =
  | { kind: 'new'; mac: string }
  | { kind: 'duplicate'; mac: string; place: number }
  | { kind: 'incomplete'; text: string }

/** Labels of ours hold a link with the id, others the id alone. */
const LINK_ID = /[?&]id=([^&\s]+)/

/** Evaluates one scan against what was read so far. */
export const evaluateScan = (scanned: readonly string[], text: string): ScanResult => {
  const mac = normalizeDeviceId(LINK_ID.exec(text)?.[1] ?? text)
  if (mac === null) return { kind: 'incomplete', text: text.trim() }
  const at = scanned.indexOf(mac)
  return at === -1 ? { kind: 'new', mac } : { kind: 'duplicate', mac, place: at + 1 }
}
