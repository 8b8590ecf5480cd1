import { NOTIFICATION_LIMITS } from '@heatfleet/contract/notification-policies/limits.ts'

/** A delivery that is due. */
export type DueRow = {
  delivery_id: string
  event_id: string
  policy_id: number | null
  channel_id: number
  recipient_key: string
  step: number
  message_id: string | null
  attempts: number
  gathered: boolean
  /** The channel did not answer the last time: one message tries whether it does now. */
  probing: boolean
}
/**
 * A message, with those of its deliveries that are known. `takes` says which others belong to it: none, those that have its id already, those
 * of its policy, channel and recipient that are due or about to be, or of these only the gathered ones.
 */
export type PlannedMessage = {
  message_id: string
  attempts: number
  rows: DueRow[]
  takes: 'none' | 'same_id' | 'due' | 'gathered'
}

const { storm_min, storm_ms } = NOTIFICATION_LIMITS

/**
 * Which of the due deliveries are sent together. A retried message keeps its deliveries; a digest is one message; so are a
 * storm's, whose stragglers wait until its time is over. Pure.
 */
export const planMessages = (
  rows: readonly DueRow[],
  /** When the last storm message was sent, by policy, channel and recipient. */
  storms: ReadonlyMap<string, number>,
  { now_ms, makeId }: { now_ms: number; makeId: () => string },
): { messages: PlannedMessage[]; postponed: { delivery_ids: string[]; due_ms: number }[] } => {
  const messages: PlannedMessage[] = []
  const postponed: { delivery_ids: string[]; due_ms: number }[] = []
  for (const [message_id, retried] of groupsOf(rows, ({ message_id: id }) => id))
    messages.push({ message_id, attempts: attemptsOf(retried) + 1, rows: retried, takes: 'same_id' })
  const fresh = rows.filter(({ message_id }) => message_id === null)
  for (const [key, all] of groupsOf(fresh, keyOf)) {
    const storm_over_ms = (storms.get(key) ?? -storm_ms) + storm_ms
    const stragglers = storm_over_ms > now_ms ? all.filter(({ gathered }) => !gathered) : []
    if (stragglers.length > 0)
      postponed.push({ delivery_ids: stragglers.map(({ delivery_id }) => delivery_id), due_ms: storm_over_ms })
    const due = all.filter((row) => !stragglers.includes(row))
    const is_one = due.length >= storm_min || due.some(({ gathered }) => gathered)
    const takes = stragglers.length > 0 ? 'gathered' : 'due'
    if (is_one) messages.push({ message_id: makeId(), attempts: 1, rows: due, takes })
    else for (const row of due) messages.push({ message_id: makeId(), attempts: 1, rows: [row], takes: 'none' })
  }
  return { messages: withoutQueue(messages), postponed }
}

const keyOf = ({ policy_id, channel_id, recipient_key }: DueRow): string =>
  `${policy_id} ${channel_id} ${recipient_key}`
const attemptsOf = (rows: readonly DueRow[]): number => Math.max(...rows.map(({ attempts }) => attempts))

const groupsOf = (rows: readonly DueRow[], key: (row: DueRow) => string | null): Map<string, DueRow[]> => {
  const groups = new Map<string, DueRow[]>()
  for (const row of rows) {
    const of = key(row)
    if (of === null) continue
    const group = groups.get(of)
    if (group === undefined) groups.set(of, [row])
    else group.push(row)
  }
  return groups
}

/** Of a channel that did not answer the last time only the first message. */
const withoutQueue = (messages: readonly PlannedMessage[]): PlannedMessage[] => {
  const probed = new Set<number>()
  return messages.filter(({ rows: [first] }) => {
    if (first === undefined) return false
    if (!first.probing) return true
    if (probed.has(first.channel_id)) return false
    probed.add(first.channel_id)
    return true
  })
}
