export type { CreateDeps } from '../accounts/public.ts'
export { type Created, createDistributor } from './create.ts'
