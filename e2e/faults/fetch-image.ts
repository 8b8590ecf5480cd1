import { setTimeout as wait } from 'node:timers/promises'

const AGAIN_MS = 300
/** Connections in a row that bring nothing: then the rest comes in chunks. */
const TRIES = 5
/** A connection that brings nothing for so long is broken. */
const SILENT_MS = 5_000

/**
 * Fetches an image by its link from byte `from` on, over as many connections as it takes, as the protocol's page says. `take` gets each
 * piece with its place and returns false to stop. True = the last byte came or it was stopped; false = the link is of no use.
 */
export const fetchImage = async (
  { link, sha256, size }: { link: string; sha256: string; size: number },
  from: number,
  { signal, take }: { signal: AbortSignal; take: (at: number, bytes: Uint8Array) => boolean },
): Promise<boolean> => {
  let have = from
  for (let tries = 0; tries < TRIES && !signal.aborted; tries += 1) {
    const silent = new AbortController()
    const timer = setTimeout(() => silent.abort(), SILENT_MS)
    try {
      const headers = { range: `bytes=${have}-`, 'if-range': `"${sha256}"` }
      const response = await fetch(link, { headers, signal: AbortSignal.any([signal, silent.signal]) })
      if (response.status >= 400 && response.status < 500) return false
      if (response.status === 206 && response.body !== null)
        for await (const bytes of response.body) {
          timer.refresh()
          tries = 0
          if (!take(have, bytes)) return true
          have += bytes.length
        }
      if (have >= size) return true
    } catch {
      // Broken: the next connection goes on.
    } finally {
      clearTimeout(timer)
    }
    await wait(AGAIN_MS)
  }
  return signal.aborted
}
