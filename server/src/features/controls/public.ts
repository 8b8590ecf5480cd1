export { type AcceptedControl, acceptControl } from './accept.ts'
