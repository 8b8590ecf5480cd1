/** Result of a fault run, in the form that the stages of `npm test` count. */
type Counts = { passed: number; failed: number; failures: string[]; note: string }

/** Collects checks; each is printed at once. */
export type Checks = {
  /** `what` is a sentence that is true when `holds`; `seen` are its figures. */
  expect: (what: string, holds: boolean, seen?: string) => void
  /** Figures of the whole run, in one line. */
  note: (figures: string) => void
  counts: () => Counts
}

/** Creates an empty list of checks; `print` prints one line. */
export const openChecks = (print: (line: string) => void): Checks => {
  const failures: string[] = []
  let passed = 0
  let note = ''
  return {
    expect: (what, holds, seen) => {
      const line = seen === undefined ? what : `${what} (${seen})`
      if (holds) passed += 1
      else failures.push(line)
      print(`${holds ? 'ok    ' : 'FAILED'} ${line}`)
    },
    note: (figures) => {
      note = figures
      print(figures)
    },
    counts: () => ({ passed, failed: failures.length, failures, note }),
  }
}
