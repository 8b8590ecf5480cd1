import { useRef, useState } from 'react'
import { type ErrorText, useErrorText } from '../messages/error-text.ts'

/** One thing that is sent at a time: whether it is under way, and what it was refused with. */
export const useSending = (): {
  busy: boolean
  problem: ErrorText | null
  send: (action: () => Promise<unknown>) => void
} => {
  const errorText = useErrorText()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<unknown>(null)
  // Two presses may come before the first is drawn.
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
