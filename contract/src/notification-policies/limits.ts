/** Limits of notifications, each with its unit in the name and its reason beside it. */
export const NOTIFICATION_LIMITS = {
  name_max: 60,
  address_max: 500,
  secret_max: 500,
  /** Of one organisation: a picker shows them all. */
  channels_max: 100,
  policies_max: 100,
  policy_channels_max: 20,
  policy_roles_max: 50,
  policy_products_max: 50,
  /** Resource groups that are offered to a policy. */
  groups_offered_max: 300,
  digest_minutes_max: 1_440,
  escalation_steps_max: 3,
  escalation_minutes_max: 10_080,
  /** What the other side answered, as the log keeps it, characters. */
  answer_max: 300,
  /** Bytes of an answer that are read at all. */
  answer_bytes: 4_096,
  /** The other side has this long to answer; a message is tried again later. */
  send_timeout_ms: 10_000,
  /** Messages that are sent at the same time: one slow target must not hold the others. */
  sent_at_once: 16,
  /** Messages of one turn. */
  sent_per_turn: 64,
  /** Events that one turn turns into messages. */
  events_per_turn: 500,
  /** A message waits so long for others of the same moment: a storm is one message. */
  gather_ms: 3_000,
  /** So many of one policy to one recipient at a time are a storm, sent as one message. */
  storm_min: 5,
  /** After a storm, further messages of the same policy to the same recipient are gathered for so long. */
  storm_ms: 300_000,
  /** Events named in one message; of more their number is said. */
  named_in_message: 20,
  /** Events of one message at most, further ones are in the next: the power cut of a district is one message. */
  together_max: 20_000,
  /** Events in the body of a webhook, some 800 kB: many receivers refuse a megabyte. Of more their number is said. */
  listed_in_body: 2_000,
  /** Recipients of one event by one policy: more is a mailing. */
  recipients_max: 500,
  /** Turns follow each other this fast while policies are enabled, ms. */
  turn_ms: 2_000,
  /** A turn that has claimed messages and died: they are claimed again after this time, ms. */
  lease_ms: 60_000,
  /** Deliveries and events are kept for so long, days. */
  kept_days: 90,
  /** Messages that one call sends again: the channels take minutes for as many. */
  resent_max: 10_000,
  /** Deliveries that are counted and paged to: of more, the filter is narrowed. */
  count_max: 100_000,
} as const

/** Pauses before each further attempt, ms; a message that fails after the last is a dead letter. */
export const RETRY_PAUSES_MS = [10_000, 30_000, 120_000, 600_000, 1_800_000, 7_200_000, 21_600_000] as const
