import type { AlarmRule, RuleSchedule, RuleTerm } from '@heatfleet/contract/alarm-rules/rule.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { usePointText } from '../../points/point-text.ts'
import type { Definition } from '../../points/readings.ts'
import { formatNumber } from '../../ui/format.ts'

type Told = Pick<AlarmRule, 'condition' | 'hold' | 'schedule'>

/** Names of ISO days, Monday first, in a language. */
export const dayNames = (lang: string): string[] => {
  const format = new Intl.DateTimeFormat(lang, { weekday: 'short', timeZone: 'UTC' })
  // 2024-01-01 was a Monday.
  return Array.from({ length: 7 }, (_, day) => format.format(Date.UTC(2024, 0, 1 + day)))
}

/** A rule as a sentence: `Flow temperature above 70 °C for at least 10 min · Mon, Tue, 08:00 to 18:00`. */
export const useRuleSentence = (): ((rule: Told, definition: Definition | null) => string) => {
  const t = useMessages('alarm-rules')
  const lang = useLanguage()
  const { nameOf, inline } = usePointText()
  const termText = (term: RuleTerm, definition: Definition | null): string => {
    if (term.of === 'state') return t(($) => $.sentence[term.state])
    const point = definition?.get(term.key)
    const valueText = (value: number) => (point === undefined ? formatNumber(value, 1, lang) : inline(point, value))
    const { key, op, value, clear } = term
    const told = `${point === undefined ? key : nameOf(point)} ${t(($) => $.ops[op])} ${valueText(value)}`
    return clear === null ? told : `${told} (${t(($) => $.sentence.clears, { value: valueText(clear) })})`
  }
  const joint = (match: 'any' | 'all') => t(($) => (match === 'all' ? $.sentence.and : $.sentence.or))
  const scheduleText = ({ days, from, to }: RuleSchedule) => {
    const names = dayNames(lang)
    const told = days.toSorted((one, other) => one - other).map((day) => names[day - 1] ?? '')
    return t(($) => $.sentence.schedule, { days: told.join(', '), from, to })
  }
  return ({ condition, hold, schedule }, definition) => {
    const groups = condition.groups.map(({ match, terms }) => {
      const told = terms.map((term) => termText(term, definition)).join(joint(match))
      return condition.groups.length > 1 && terms.length > 1 ? `(${told})` : told
    })
    const parts = [groups.join(joint(condition.match))]
    if (hold.by === 'duration') parts.push(t(($) => $.sentence.duration, { minutes: hold.minutes }))
    if (hold.by === 'repeat') parts.push(t(($) => $.sentence.repeat, { times: hold.times, minutes: hold.minutes }))
    const told = parts.join(' ')
    return schedule === null ? told : `${told} · ${scheduleText(schedule)}`
  }
}
