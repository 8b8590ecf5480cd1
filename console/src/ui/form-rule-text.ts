import { useCodeText } from '../messages/error-text.ts'
import { useLanguage, useMessages } from '../messages/messages.ts'
import type { BrokenRule } from './form-rule.ts'
import { formatNumber } from './format.ts'

/** The text of a broken rule in the viewer's language, with its limit. */
export const useRuleText = (): ((broken: BrokenRule) => string) => {
  const t = useMessages('ui')
  const codeText = useCodeText()
  const lang = useLanguage()
  return (broken) => {
    if (broken.rule === 'refused') return codeText(broken.code)
    if ('count' in broken) return t(($) => $.form.rules[broken.rule], { count: broken.count })
    if ('limit' in broken) return t(($) => $.form.rules[broken.rule], { limit: limitText(broken.limit, lang) })
    return t(($) => $.form.rules[broken.rule])
  }
}

const limitText = (limit: number, lang: Parameters<typeof formatNumber>[2]) =>
  formatNumber(limit, `${limit}`.split('.')[1]?.length ?? 0, lang)
