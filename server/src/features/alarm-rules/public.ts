export { createRuleBook } from './rule-book.ts'
