export { findMembers, type GroupMembers, membersOf } from '../devices/public.ts'
