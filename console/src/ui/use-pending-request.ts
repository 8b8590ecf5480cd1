import { useRef, useState } from 'react'
import { type ErrorText, useErrorText } from '../messages/error-text.ts'

/** A single request at a time: whether it is pending, and its error. */
export const usePendingRequest = (): {
  busy: boolean
  problem: ErrorText | null
  send: (action: () => Promise<unknown>) => void
} => {
  const errorText = useErrorText()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<unknown>(null)
  // A second click may come before the first is rendered.
  const sending = useRef(false)
  const run = async (action: () => Promise<unknown>) => {
    if (sending.current) return
    sending.current = true
    setBusy(true)
    setRefused(null)
    try {
      await action()
    } catch (error) {
      setRefused(error)
    } finally {
      sending.current = false
      setBusy(false)
    }
  }
  return { busy, problem: refused === null ? null : errorText(refused), send: (action) => void run(action) }
}
