import { useMemo } from 'react'
import { useMessages } from '../../../messages/messages.ts'

/**
 * The name of a point's field in the viewer's language; fields of later versions by key. Stable while the language is.
 */
export const useFieldName = (): ((field: string) => string) => {
  const t = useMessages('products')
  return useMemo(() => {
    const names: Readonly<Record<string, string>> = t(($) => $.points.fields, { returnObjects: true })
    return (field) => names[field] ?? field
  }, [t])
}
