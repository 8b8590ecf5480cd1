export { eraseAppUser, listConsents, updateAppUser } from './store.ts'
