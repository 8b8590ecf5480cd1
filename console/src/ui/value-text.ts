import { useLanguage, useMessages } from '../messages/messages.ts'
import { formatNumber } from './format.ts'

/** Formats a value of unknown type; `nameOf` names the fields inside it. */
export const useValueText = (nameOf?: (field: string) => string): ((value: unknown) => string) => {
  const t = useMessages('ui')
  const lang = useLanguage()
  const textOf = (value: unknown): string => {
    if (value === null || value === undefined || value === '') return '—'
    if (typeof value === 'boolean') return value ? t(($) => $.parts.changes.yes) : t(($) => $.parts.changes.no)
    if (typeof value === 'number') return formatNumber(value, `${value}`.split('.')[1]?.length ?? 0, lang)
    if (Array.isArray(value)) return value.length === 0 ? '—' : value.map(textOf).join(', ')
    if (typeof value === 'string') return value
    if (typeof value !== 'object') return '—'
    return Object.entries(value)
      .map(([name, part]) => `${nameOf?.(name) ?? name}: ${textOf(part)}`)
      .join('; ')
  }
  return textOf
}
