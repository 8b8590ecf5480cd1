/** Limits of webhooks, each with its unit in the name and its reason beside it. */
export const WEBHOOK_LIMITS = {
  name_max: 60,
  address_max: 500,
  /** Of one organisation: each event is matched against all of them. */
  webhooks_max: 50,
  /** What the other side answered, as the log keeps it, characters. */
  answer_max: 300,
  /** Units named in one event; of more their number is given. */
  macs_max: 1_000,
  /** The old secret signs along for so long at most, hours: a week of deployments. */
  overlap_hours_max: 168,
  /** Calls that are made at the same time: one slow receiver must not hold the others. */
  sent_at_once: 16,
  /** Calls of one turn, and those of one webhook among them. */
  sent_per_turn: 128,
  sent_per_webhook: 32,
  /** Events that one turn turns into calls. */
  events_per_turn: 500,
  /** Turns follow each other this fast while there are webhooks, ms. */
  turn_ms: 2_000,
  /** A turn that has claimed calls and died: they are claimed again after this time, ms. */
  lease_ms: 60_000,
  /** Failures in a row for so long pause a webhook, ms: a weekend is longer, but its events are replayed. */
  pause_after_ms: 86_400_000,
  /** A webhook that does not answer is tried again after this time, doubled with each failure, ms. */
  wait_first_ms: 10_000,
  wait_max_ms: 600_000,
  /** Events and calls are kept, and can be replayed, for so long, days. */
  kept_days: 30,
  /** Events of one replay: of more, the range is narrowed. */
  replay_max: 10_000,
  /** Calls that are counted and paged to: of more, the filter is narrowed. */
  count_max: 100_000,
  /** Seconds by which the time of a signature may differ: receivers refuse what is older. */
  tolerance_s: 300,
} as const
