import type { Words } from '../words/shape.ts'
import type { en } from './part-words.en.ts'

export const zh: Words<typeof en, 'zh'> = {
  check: {
    all: '全选 · {{checked, number}} / {{total, number}}',
    count: '{{checked, number}} / {{total, number}}',
    differences: '仅看差异（+{{added}} −{{removed}}）',
    no_difference: '没有差异。',
    also_added: '因依赖关系一并勾选：{{names}}',
    also_removed: '因依赖关系一并取消：{{names}}',
    dangerous: '高风险',
    change: { added: '新增', removed: '移除' },
  },
  changes: {
    added: '新增：',
    removed: '移除：',
    before: '原值：',
    after: '新值：',
    yes: '是',
    no: '否',
    more_other: '另有 {{count}} 项',
  },
  confirm: {
    type: '请输入“{{expected}}”以确认',
    type_first: '请先输入“{{expected}}”。',
    differs: '与要求输入的内容不一致。',
    reason: '原因',
    reason_first: '请先填写原因。',
    reason_long: '原因过长。',
  },
  order: {
    handle: '移动 {{name}}，第 {{place}} 位，共 {{count}} 位：方向键',
    up: '上移 {{name}}',
    down: '下移 {{name}}',
  },
  secret: {
    once: '仅显示这一次',
    kept: '我已妥善保存',
    keep_first: '请先保存并勾选确认。',
  },
}
