import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { changeAddress, type ListAddress, readAddress, writeAddress } from './list-address.ts'

/** The address of the list and how to change it. Turning pages and filtering leave a trace in the history. */
export const useListAddress = () => {
  const [query, setQuery] = useSearchParams()
  const address = useMemo(() => readAddress(query), [query])
  const go = useCallback((next: ListAddress) => setQuery(writeAddress(next)), [setQuery])
  const change = useCallback(
    // The newest query, not the drawn one: two quick changes must not undo each other.
    (part: Partial<ListAddress>) => setQuery((newest) => writeAddress(changeAddress(readAddress(newest), part))),
    [setQuery],
  )
  const open = useCallback(
    (saved: string) => setQuery(writeAddress(readAddress(new URLSearchParams(saved)))),
    [setQuery],
  )
  return { address, go, change, open }
}
