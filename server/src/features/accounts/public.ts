export { type CreateDeps, createAccount } from './create.ts'
export type { Granter } from './grants.ts'
export { readBuiltInRoleId, readWholeFleetId } from './store.ts'
