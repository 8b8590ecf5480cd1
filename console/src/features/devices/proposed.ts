import { useState } from 'react'

/**
 * A value shown at once while the server is asked: `propose` shows the new one until the server's own value arrives, and
 * goes back when the server refuses.
 */
export const useProposed = <Value,>(current: Value) => {
  const [proposed, setProposed] = useState<{ value: Value } | null>(null)
  if (proposed !== null && Object.is(proposed.value, current)) setProposed(null)
  const propose = async (value: Value, send: () => Promise<unknown>): Promise<void> => {
    setProposed({ value })
    try {
      await send()
    } finally {
      setProposed(null)
    }
  }
  return [proposed === null ? current : proposed.value, propose] as const
}
