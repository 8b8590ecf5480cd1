import { useEffect } from 'react'
import { useSearchParams } from 'react-router'

/** Opens the form of something new where the address says `create=1`, as the command palette does, and takes that out of it. */
export const useCreateRequest = (missing_permission: string | undefined, open: () => void): void => {
  const [query, setQuery] = useSearchParams()
  const is_requested = query.has('create')
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each request; a form that opens at each drawing would never let the address change
  useEffect(() => {
    if (!is_requested) return
    setQuery(
      (before) => {
        const after = new URLSearchParams(before)
        after.delete('create')
        return after
      },
      { replace: true },
    )
    if (missing_permission === undefined) open()
  }, [is_requested])
}
