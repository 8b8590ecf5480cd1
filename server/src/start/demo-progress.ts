const STEP_PERCENT = 10

/** Prints the progress of a long demo task every 10 %; `what` = its name, `done` = the final message. */
export const showProgress = (what: string, done: string, print: (line: string) => void) => {
  let shown_percent = 0
  return (progress: { done: number; total: number }): void => {
    const percent = progress.total === 0 ? 100 : Math.floor((progress.done / progress.total) * 100)
    if (percent < shown_percent + STEP_PERCENT && percent < 100) return
    if (shown_percent >= 100) return
    shown_percent = percent
    print(percent >= 100 ? `  ${done}` : `  ${what}: ${percent} %`)
  }
}
