import { useEffect, useState } from 'react'

/** The trimmed text once nothing was typed for so long, ms; empty at first. Each search is then one call, not one a letter. */
export const useDebounced = (typed: string, delay_ms: number): string => {
  const [text, setText] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setText(typed.trim()), delay_ms)
    return () => clearTimeout(timer)
  }, [typed, delay_ms])
  return text
}
