/** Limits of the search of the console, each with its reason. */
export const SEARCH_LIMITS = {
  text_max: 100,
  /** Rows of one kind that the palette shows: all kinds fit on a screen. */
  size_default: 5,
  size_max: 20,
  /** Digits from which the end of an id is looked at: fewer would match every hundredth unit. */
  end_min: 4,
  /** Words that are long enough for a typing error: a shorter one would be similar to too many. */
  similar_letters_min: 4,
  /** From here they are similar to whole words alone: three letters begin too many names. */
  similar_whole_min: 3,
  similar_chinese_min: 3,
  /** Longer words and texts are no names; each letter costs the index four looks. */
  similar_letters_max: 24,
  similar_words_max: 5,
  /** For the similar names of one kind: they are offered where nothing matches, and nobody waits for them longer. */
  similar_ms: 300,
  /** Names of fault codes that are looked at for their alarms. */
  codes_max: 30,
} as const
