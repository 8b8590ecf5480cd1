import { useLanguage, useWords } from '../words/words.ts'
import { formatNumber } from './format.ts'

/** Words of a value nobody knows more of. */
export const useValueText = (): ((value: unknown) => string) => {
  const t = useWords('parts')
  const lang = useLanguage()
  return (value: unknown): string => {
    if (value === null || value === undefined || value === '') return '—'
    if (typeof value === 'boolean') return value ? t(($) => $.changes.yes) : t(($) => $.changes.no)
    if (typeof value === 'number') return formatNumber(value, `${value}`.split('.')[1]?.length ?? 0, lang)
    return typeof value === 'string' ? value : JSON.stringify(value)
  }
}
