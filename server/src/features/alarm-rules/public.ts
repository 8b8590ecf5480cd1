export { createRuleBook, type RuleBookKeeper } from './rule-book.ts'
