/** Runs `task` at once and then, as long as it is asked for, once each `interval_ms`. */
export const throttled = (interval_ms: number, task: () => void): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let is_due = false
  const run = () => {
    is_due = false
    task()
    timer = setTimeout(() => {
      timer = undefined
      if (is_due) run()
    }, interval_ms)
  }
  return () => {
    if (timer === undefined) run()
    else is_due = true
  }
}
