import type { Words } from '../words/words.ts'
import type { en } from './words.en.ts'

/** 给应用用户和经销商发消息。 */
export const zh: Words<typeof en, 'zh'> = {
  title: '主题',
  text: '内容',
  send: '发送',
  sent: '已发送。',
  to: '给{{name}}发消息',
  to_people_other: '给 {{count, number}} 人发消息',
  app_hint: '用户在应用中阅读；个人信息已清除的用户不会收到。',
}
