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
}
