import type { Words } from '../words/words.ts'
import type { en } from './words.en.ts'

export const zh: Words<typeof en, 'zh'> = {
  title: '通知',
  new_other: '通知：{{count, number}} 条新消息',
  news_other: '{{count, number}} 条新通知',
  is_new: '（新）',
  wishes: '通知设置',
  quiet: '免打扰时段：期间不计数，也不主动提示。',
  none: '最近没有新情况',
  none_hint: '此处显示最近七天的告警、设备离线或易主、您的导出和账号变更。',
  by: '操作人：{{user}}',
  what: {
    alarm: '{{device}}：告警 {{subject}}',
    offline: '{{device}} 已离线',
    bound: '{{device}} 已有户主',
    shared: '{{device}} 已共享',
    unbound: '{{device}} 已解绑',
    transferred: '{{device}} 已转移给新户主',
    export_done: '导出完成：{{subject}}',
    export_failed: '导出失败：{{subject}}',
    account_changed: '您的账号：{{action}}',
    role_changed: '您的角色：{{action}}',
    log_in_locked: '密码错误次数过多，您的账号曾被临时锁定',
    announced: '{{subject}}',
    test: '通知就是这样到达的',
  },
}
