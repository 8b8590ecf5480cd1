import type { OtaLink } from '@heatfleet/contract/device-protocol/ota-messages.ts'

/** A connection that breaks is opened again after this, so often without a byte in between. */
const AGAIN_MS = 1_000
const TRIES = 5
/** Nothing for so long is a broken connection. */
const SILENT_MS = 20_000

export type HttpDownload = {
  /** Ends it: the module lost its network, or starts anew. */
  abort: () => void
  /** False = the link is of no use any more, and the rest has to come another way. */
  done: Promise<boolean>
}

/** Fetches an image by its link from the byte that `take` needs next; `take` returns true with the last one. */
export const fetchImage = (
  { link }: Pick<OtaLink, 'link'>,
  { sha256, have, take }: { sha256: string; have: () => number; take: (bytes: Uint8Array) => boolean },
): HttpDownload => {
  const ended = new AbortController()
  const once = async (): Promise<'complete' | 'broken' | 'refused'> => {
    const from = have()
    const headers = { range: `bytes=${from}-`, 'if-range': `"${sha256}"` }
    const silent = new AbortController()
    const timer = setTimeout(() => silent.abort(), SILENT_MS)
    try {
      const response = await fetch(link, { headers, signal: AbortSignal.any([ended.signal, silent.signal]) })
      // Busy: there is a place later.
      if (response.status === 503) return 'broken'
      const is_rest = response.status === 206 && response.headers.get('content-range')?.startsWith(`bytes ${from}-`)
      if (!(is_rest || (response.status === 200 && from === 0)) || response.body === null) return 'refused'
      for await (const bytes of response.body) {
        timer.refresh()
        if (ended.signal.aborted) return 'broken'
        if (take(bytes)) return 'complete'
      }
      return 'broken'
    } catch {
      return 'broken'
    } finally {
      clearTimeout(timer)
    }
  }
  const run = async (): Promise<boolean> => {
    for (let tries = 0; tries < TRIES && !ended.signal.aborted; tries += 1) {
      const before = have()
      const result = await once()
      if (result !== 'broken') return result === 'complete'
      if (have() > before) tries = 0
      if (!ended.signal.aborted) await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
    }
    return false
  }
  return { abort: () => ended.abort(), done: run() }
}
