/** Started parts and how to stop each, in reverse order. */
export type ShutdownStack = {
  /** Runs one step unless a stop was requested; registers how to stop it. */
  step: <Made>(start: () => Made | Promise<Made>, stop?: (created: Made) => void | Promise<void>) => Promise<Made>
  /** Requests a stop: no further step begins. */
  abort: () => void
  /** Stops everything started so far, in reverse order; further calls join the first. */
  run: () => Promise<void>
}

/** A stop was requested while the product was still starting. */
export class StartAborted extends Error {
  override readonly name = 'StartAborted'
}

/** An empty stack. `onFailure` gets the error of a part that does not stop; the others are still stopped. */
export const createShutdownStack = (onFailure: (error: unknown) => void): ShutdownStack => {
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
      const created = await start()
      if (stop) stops.push(() => stop(created))
      if (aborted) throw new StartAborted()
      return created
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
