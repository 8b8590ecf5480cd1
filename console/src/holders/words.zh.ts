import type { Words } from '../words/words.ts'
import type { en } from './words.en.ts'

/** Words of the accounts that hold a role or a resource group. */
export const zh: Words<typeof en, 'zh'> = {
  title: '账号',
  user_name: '用户名',
  nick_name: '昵称',
  company: '所属单位',
  manufacturer: '厂商',
  state: '状态',
  disabled: '已停用',
  signed_in: '已登录',
  away: '未登录',
  more_other: '还有 {{count, number}} 个',
  others_other: '另有 {{count, number}} 个账号不在您的管辖范围内',
}
