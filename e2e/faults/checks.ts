/** What a fault run found, in the form the stages of `npm test` count. */
export type Counts = { passed: number; failed: number; failures: string[]; note: string }

/** Collects checks; each is printed as it is made. */
export type Checks = {
  /** `what` is a sentence that holds when `holds`; `seen` are the figures behind it. */
  expect: (what: string, holds: boolean, seen?: string) => void
  /** Figures of the whole run, in one line. */
  note: (figures: string) => void
  counts: () => Counts
}

/** An empty list of checks; `print` shows one line to a person. */
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
