import type { Words } from '../words/words.ts'
import type { en } from './words.en.ts'

export const zh: Words<typeof en, 'zh'> = {
  action: '重置链接',
  make: '生成链接',
  made: '{{name}} 的链接',
  made_text: '持有此链接的人可在一天内为 {{name}} 设置一次新密码。在此之前，当前密码仍然有效。',
  title: '设置新密码',
  for_account: '用于本控制台的账号 {{name}}。',
  for_app_user: '用于应用中的 {{name}}。',
  submit: '保存密码',
  done: '新密码已保存',
  done_account: '所有已打开的会话均已结束，请使用新密码登录。',
  done_app_user: '您已在所有设备上退出应用，请使用新密码重新登录。',
  to_login: '前往登录',
}
