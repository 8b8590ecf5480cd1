/** Limits of alarms, each with its unit in the name and its reason beside it. */
export const ALARM_LIMITS = {
  /** A result or a comment: a page of paper, and no diary. */
  text_max: 2_000,
  /** Alarms that are counted and paged to: of more, the filter is narrowed. */
  count_max: 100_000,
  /** The same under a filter by text, assignee, country, region or duration: each alarm is looked at. */
  count_looked_at_max: 3_000,
  /** Overdue alarms that the quick tab counts: more are as many. */
  overdue_max: 10_000,
  /** Longest time within which alarms are to be processed: a quarter. */
  time_limit_minutes_max: 129_600,
  /** Longest duration that the list is narrowed by: a year. */
  duration_minutes_max: 527_040,
  /** Entries of one alarm's log: moves and comments. */
  log_max: 500,
  assignees_max: 50,
  /** Earlier alarms that are shown as similar: what is read before a visit. */
  similar_max: 10,
  /** Recovered alarms that one turn processes by itself: the next, a minute later, goes on. */
  auto_processed_per_turn: 5_000,
  /** Longest pause between reminders of an offline unit: a week. */
  remind_hours_max: 168,
  reminded_per_turn: 5_000,
  /** Accounts that one comment mentions: a team. */
  mentions_max: 10,
  /** Snapshot before and after the trigger (product 3.17). */
  snapshot_side_ms: 1_800_000,
  /** After the end of a snapshot: reports that are under way still arrive. */
  snapshot_wait_ms: 60_000,
  /** Alarms of one unit raised within this time share a snapshot. */
  snapshot_shared_ms: 60_000,
  /** Reports of a snapshot: one in two seconds, as fast as a live view makes a module report. */
  snapshot_rows_max: 1_800,
  /** Snapshots of one turn: some seconds of decoding. */
  snapshots_per_turn: 200,
  /** Alarms that one turn of a check raises or recovers, in one transaction: a message tells of all; the next turn, a minute later, goes on. */
  check_rows_max: 20_000,
  /** Units of an area that raise the same type within `storm_window_ms` are a storm from this number on, and from this share of the area. */
  storm_units_min: 10,
  storm_share_min: 0.2,
  storm_window_ms: 300_000,
  /** Storms that are over are listed for so long. */
  storm_listed_ms: 86_400_000,
  storms_max: 20,
  /** Groups of alarms that are listed: of more, the filter is narrowed. */
  groups_max: 50,
  /** Interval of pushes of changed alarms to one console, ms. */
  push_every_ms: 1_000,
} as const
