/** What has been started, and how each part is stopped: the last one first. */
export type Undo = {
  /** Runs one step unless a stop was asked for; remembers how to take it back. */
  step: <Made>(start: () => Made | Promise<Made>, stop?: (made: Made) => void | Promise<void>) => Promise<Made>
  /** Asks running steps to be the last. */
  abort: () => void
  /** Stops everything started so far, in reverse order; repeats join the first call. */
  run: () => Promise<void>
}

/** A stop was asked for while the product was still starting. */
export class StartAborted extends Error {
  override readonly name = 'StartAborted'
}

/** An empty list of things to stop. `onFailure` is told of a part that would not stop; the others are stopped still. */
export const openUndo = (onFailure: (error: unknown) => void): Undo => {
  const stops: (() => void | Promise<void>)[] = []
  let aborted = false
  let running: Promise<void> | null = null
  const stopAll = async (): Promise<void> => {
    for (let stop = stops.pop(); stop !== undefined; stop = stops.pop()) {
      try {
        await stop()
      } catch (error) {
        onFailure(error)
      }
    }
  }
  return {
    step: async (start, stop) => {
      if (aborted) throw new StartAborted()
      const made = await start()
      if (stop) stops.push(() => stop(made))
      if (aborted) throw new StartAborted()
      return made
    },
    abort: () => {
      aborted = true
    },
    run: () => {
      aborted = true
      running ??= stopAll()
      return running
    },
  }
}
