export { changeUserMarks, eraseAppUser, updateAppUser } from './store.ts'
export { insertMessageIn, listInbox, saveRead, toMessage } from './store-messages.ts'
export { deletePushTokenOf, savePushToken } from './store-push-tokens.ts'
