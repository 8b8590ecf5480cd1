const STEP_PERCENT = 10

/** Says how far some long work of the demo is, at every tenth of the way; `what` = its name, `done` = the words at its end. */
export const showProgress = (what: string, done: string, say: (line: string) => void) => {
  let shown_percent = 0
  return (progress: { done: number; total: number }): void => {
    const percent = progress.total === 0 ? 100 : Math.floor((progress.done / progress.total) * 100)
    if (percent < shown_percent + STEP_PERCENT && percent < 100) return
    if (shown_percent >= 100) return
    shown_percent = percent
    say(percent >= 100 ? `  ${done}` : `  ${what}: ${percent} %`)
  }
}
