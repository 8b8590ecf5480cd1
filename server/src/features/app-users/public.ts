export { eraseAppUser, listConsents, updateAppUser } from './store.ts'
export { listInbox, saveRead, toMessage } from './store-messages.ts'
