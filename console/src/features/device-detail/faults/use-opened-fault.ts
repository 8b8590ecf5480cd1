import { useSearchParams } from 'react-router'

/** Fault code of the open drawer, in the query as `?fault=`; null = none. */
export const useOpenedFault = (): readonly [code: string | null, open: (code: string | null) => void] => {
  const [query, setQuery] = useSearchParams()
  const open = (code: string | null) =>
    setQuery((before) => {
      const after = new URLSearchParams(before)
      if (code === null) after.delete('fault')
      else after.set('fault', code)
      return after
    })
  return [query.get('fault'), open]
}
