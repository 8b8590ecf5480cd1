import type { Words } from '../words/shape.ts'
import { actions } from './action-words.zh.ts'
import { field_names } from './field-words.zh.ts'
import { nouns } from './noun-words.zh.ts'
import type { en } from './words.en.ts'

export const zh: Words<typeof en, 'zh'> = {
  title: '审计日志',
  note: '永久记录每次变更和每次被拒绝的访问，任何人都无法修改。',
  actions,
  nouns,
  field_names,
  fields: {
    at: '时间',
    user_name: '账号',
    role_name: '角色',
    agent_name: '代理商',
    address: 'IP 地址',
    action: '操作',
    object: '对象',
    change: '旧值 → 新值',
    before: '变更前',
    after: '变更后',
    detail: '详情',
    result: '结果',
    request_id: '请求编号',
    method: '方式',
    user_agent: '浏览器',
    text: '对象或详情中的文字',
    from: '时段',
  },
  results: { ok: '成功', refused: '被拒绝', no_access: '无权访问' },
  nobody: '未知',
  manufacturer: '厂家',
  changes: '变更内容',
  no_changes: '除该行外没有其他记录。',
  same_request: '查看此请求',
  this_object: '查看此对象',
  this_account: '查看此账号',
  never: '还没有任何操作',
  total_other: '{{count, number}} 条',
  total_more: '超过 {{count, number}} 条，请缩小时段',
}
