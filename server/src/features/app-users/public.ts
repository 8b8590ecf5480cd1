export { changeUserMarks, eraseAppUser, listConsents, updateAppUser } from './store.ts'
export { insertMessageIn, listInbox, type Message, saveRead, toMessage } from './store-messages.ts'
export { deletePushTokenOf, savePushToken } from './store-push-tokens.ts'
