/** True for a time zone this runtime knows by its IANA name, such as `Europe/Warsaw`. */
export const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    // RangeError: no zone of this engine, or no text at all.
    return false
  }
}
