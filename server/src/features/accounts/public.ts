export { type CreateDeps, createAccount } from './create.ts'
export type { Granter } from './grants.ts'
export { changeForHolders } from './holders.ts'
export { readBuiltInRoleId, readWholeFleetId } from './store.ts'
