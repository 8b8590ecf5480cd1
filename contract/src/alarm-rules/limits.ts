/** Limits of alarm rules and mutes, each with its unit in the name and its reason beside it. */
export const ALARM_RULE_LIMITS = {
  /** Policies that one rule names. */
  notify_policies_max: 10,
  /** Policies that are offered to a rule: those of an organisation and of some below it. */
  policies_offered_max: 300,
  name_max: 60,
  /** Rules of one organisation: each report of a product is evaluated by its rules. */
  rules_max: 200,
  /** Groups of a condition, and terms of a group: what one sentence can say. */
  groups_max: 5,
  terms_max: 8,
  /** Single devices of a rule; more are a device group. */
  devices_max: 200,
  /** Times and cool-downs: a day, min. */
  minutes_max: 1_440,
  repeat_max: 20,
  /** A duration starts anew after so long without a report: what happened in between is not known. */
  gap_ms: 1_800_000,
  /** A value of a block that was not read for so long counts as missing: three polls of the slowest plan. */
  stale_ms: 1_800_000,
  /** Offline units that one turn of the check evaluates for one rule. */
  check_rows_max: 5_000,
  /** Days that a test reads back. */
  test_days: 7,
  /** Units that a test reads at most, and how long it reads, ms; what it did not reach is told. */
  test_devices_max: 1_000,
  test_ms: 4_000,
  /** First units a test lists. */
  test_rows_max: 20,
  /** Occurrences of one unit that a test counts: of more, the rule is of no use. */
  test_times_max: 1_000,
  /** How long a mute may last: a season of repair; what should never be raised is switched off. */
  mute_days_max: 90,
  mute_reason_max: 200,
  /** Active mutes of one organisation: each raised alarm is held against them. */
  mutes_max: 500,
} as const
