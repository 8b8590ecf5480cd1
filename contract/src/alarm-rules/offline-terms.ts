import type { RuleCondition } from './rule.ts'

/** True for a condition that mentions being offline: no report says that, a check does. */
export const hasOfflineTerm = ({ groups }: RuleCondition): boolean =>
  groups.some(({ terms }) => terms.some((term) => term.of === 'state' && term.state === 'offline'))

/** True when the condition could hold for a unit that is online, whatever it reports. */
export const canHoldOnline = ({ match, groups }: RuleCondition): boolean => {
  const can = groups.map(({ match: of_group, terms }) => {
    const each = terms.map((term) => term.of !== 'state' || term.state === 'online')
    return of_group === 'any' ? each.some(Boolean) : each.every(Boolean)
  })
  return match === 'any' ? can.some(Boolean) : can.every(Boolean)
}
