import { useWords } from '../../../words/words.ts'

/** The name of a point's field in the person's language; one of a later version as it is. */
export const useFieldName = (): ((field: string) => string) => {
  const t = useWords('points')
  const names: Readonly<Record<string, string>> = t(($) => $.fields, { returnObjects: true })
  return (field) => names[field] ?? field
}
