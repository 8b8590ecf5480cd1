export type { PasswordOwners } from './owners.ts'
