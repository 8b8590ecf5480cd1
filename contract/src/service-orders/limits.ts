/** Limits of service orders, each with its unit in the name and its reason beside it. */
export const ORDER_LIMITS = {
  /** What is written at a service order: a page of paper, and no diary. */
  text_max: 2_000,
  comment_max: 500,
  lines_max: 200,
  /** Characters of a problem that lists show. */
  start_max: 160,
  pictures_max: 3,
  picture_bytes: 262_144,
  picture_px: 2_048,
  /** Photos at all that is written at one order or alarm: some ten megabytes. */
  line_pictures_max: 60,
  /** Three pictures in letters, and the words. */
  body_bytes: 1_310_720,
  /** Some seconds of a phone's video show what a unit does; `video_body_bytes` is its call with the base64 around it. */
  videos_max: 2,
  video_bytes: 10_485_760,
  video_body_bytes: 14_155_776,
  /** Orders that are counted and paged to: of more, the filter is narrowed. */
  count_max: 100_000,
  /** The same under any filter beside the tab, and of a part of the fleet: orders are looked at one by one. */
  count_looked_at_max: 5_000,
  /** Hours within which staff answer, by priority; column `due_at` has them too. */
  answer_hours: { high: 4, normal: 24, low: 72 },
  /** Parts used for an order. */
  parts_max: 20,
  part_max: 100,
  part_quantity_max: 999,
  /** Unresolved orders of one person: beyond it a further one is refused. */
  open_max: 10,
  /** An order may be taken up again for a week (product 3.36). */
  reopen_ms: 604_800_000,
  /** Satisfaction and handling time of a distributor: what was resolved within a year. */
  figures_ms: 31_536_000_000,
  /** The same by month: a year, so that a season is seen beside the last one. */
  figures_months: 12,
  /** Canned answers of one organisation: a picker that is searched shows them. */
  canned_max: 200,
  canned_title_max: 80,
  /** A week: later nobody waits for an answer. */
  escalation_minutes_max: 10_080,
  /** Orders that one turn moves up. */
  escalated_per_turn: 500,
  /** Levels of distributors, and the manufacturer above them. */
  levels_up_max: 3,
  /** Longest period of the statistics: a year and a day of another zone. */
  statistics_ms: 31_708_800_000,
  /** Distributors and products that the statistics show apart. */
  statistics_shares_max: 20,
  handlers_max: 50,
  /** Distributors, handlers or products whose ratings are shown apart. */
  evaluation_shares_max: 5,
  /** Months of the trend of ratings: two heating seasons. */
  evaluation_months: 24,
  /** Comments of the dissatisfied whose words are counted, the newest: some tenths of a second. */
  complaints_max: 500,
  complaint_words_max: 30,
} as const

/** In the address of the list: an order about this alarm is created. */
export const OF_ALARM = 'of_alarm'
/** The same for the device that it is about, and its address. */
export const OF_DEVICE = 'new_for'
export const newOrderPath = (mac: string): string => `/service/userFeedback?${OF_DEVICE}=${encodeURIComponent(mac)}`
