import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { LIMITS } from '../limits.ts'
import { Paging, pageOf } from '../paging.ts'
import { RowIdText } from '../row-id.ts'
import { textOf } from '../text.ts'

const Time = z.iso.datetime()

/** A message of staff to an app user: subject and text. */
export const MessageDraft = z.object({
  title: textOf({ min: 1, max: LIMITS.message_title_max }),
  text: textOf({ min: 1, max: LIMITS.message_text_max }),
})
export type MessageDraft = z.infer<typeof MessageDraft>

/** A message as the person it is for reads it. */
const AppMessage = MessageDraft.extend({
  message_id: RowIdText,
  sent_time: Time,
  /** When the person first opened it; null = not yet. */
  read_time: Time.nullable(),
})
type AppMessage = z.infer<typeof AppMessage>

/** The same as staff see it. */
const AppUserMessage = AppMessage.extend({
  /** The account that sent it; empty = one that is gone. */
  user_name: z.string(),
})

const example: AppMessage = {
  message_id: 3,
  title: 'Service on Thursday',
  text: 'Our engineer comes between 9 and 11. Please keep the unit switched on.',
  sent_time: '2026-11-21T09:15:00.000Z',
  read_time: null,
}

/** Messages to people of the app (product 3.20, 3.21): the newest of each person are kept, the oldest give way. */
export const appUserMessages = endpoints({
  appUserMessages: {
    method: 'GET',
    path: '/user-manage/:id/messages',
    kind: 'read',
    of: 'app-user',
    needs: 'appuser:view',
    about: 'app_user',
    params: z.object({ id: RowIdText }),
    query: Paging,
    result: pageOf(AppUserMessage),
    fails: ['app_user_not_found'],
    says: 'What was written to an app user, newest first: by the manufacturer, by the own house and by those below it.',
    example: { list: [{ ...example, user_name: 'hotline' }], total: 1, pageNo: 1, size: 999 },
  },
  messageAppUser: {
    method: 'POST',
    path: '/user-manage/:id/message',
    kind: 'change',
    of: 'app-user',
    needs: 'appuser:message',
    about: 'app_user',
    params: z.object({ id: RowIdText }),
    body: MessageDraft,
    result: AppUserMessage,
    fails: ['app_user_not_found', 'app_user_erased'],
    says: 'Writes to an app user, who reads it in the app.',
    example: { ...example, user_name: 'hotline' },
  },
})

/** The inbox of the app. */
export const appMessages = endpoints({
  appMessages: {
    method: 'GET',
    path: '/app/messages',
    kind: 'read',
    of: 'app-user',
    needs: 'app-user',
    query: Paging,
    result: pageOf(AppMessage).extend({ unread: z.number().int() }),
    fails: [],
    says: 'What staff wrote to the caller, newest first, and how many of it were not opened yet.',
    example: { list: [example], total: 1, pageNo: 1, size: 999, unread: 1 },
  },
  appReadMessage: {
    method: 'POST',
    path: '/app/messages/:message_id/read',
    kind: 'change',
    of: 'app-user',
    needs: 'app-user',
    params: z.object({ message_id: RowIdText }),
    result: AppMessage,
    fails: ['not_found'],
    says: 'Notes that the caller opened a message; the first time stays.',
    example: { ...example, read_time: '2026-11-21T12:00:00.000Z' },
  },
})
