import type { Words } from '../words/words.ts'
import type { en } from './words.en.ts'

/** 批量操作。 */
export const zh: Words<typeof en, 'zh'> = {
  title: '批量操作',
  none: '尚无批量任务',
  none_hint: '在列表中选择若干行并执行操作，任务会在后台进行，结果显示在这里。',
  deeds: {
    'account-disable': '停用账号',
    'account-enable': '启用账号',
    'account-role': '更改账号角色',
    'agent-disable': '停用经销商',
    'agent-enable': '启用经销商',
    'app-user-disable': '停用应用用户',
    'app-user-enable': '启用应用用户',
  },
  states: { queued: '等待中', running: '进行中', done: '已完成', cancelled: '已取消' },
  columns: {
    deed: '操作',
    state: '状态',
    progress: '进度',
    done: '已完成',
    failed: '被拒绝',
    created: '开始时间',
    actions: '操作按钮',
  },
  progress: '{{reached, number}} / {{total, number}}',
  open: '“{{deed}}”的结果',
  object: '对象',
  outside: '不在您的范围内（编号 {{id}}）',
  result: '结果',
  ok: '已完成',
  waiting: '未执行',
  show: '显示',
  only: { all: '全部', failed: '被拒绝', ok: '已完成', open: '未执行' },
  counts: '共 {{total, number}} 个：已完成 {{done, number}} 个，被拒绝 {{failed, number}} 个',
  nothing: '没有此类对象。',
  cancel: '取消剩余部分',
  retry: '重试剩余部分',
  total_other: '{{count, number}} 个任务',
  ended_ok_other: '{{deed}}：已完成 {{count, number}} 个。',
  ended_refused_other: '{{deed}}：{{count, number}} 个被拒绝。',
}
