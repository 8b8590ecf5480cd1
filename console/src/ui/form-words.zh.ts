import type { Words } from '../words/shape.ts'
import type { en } from './form-words.en.ts'

export const zh: Words<typeof en, 'zh'> = {
  save: '保存',
  unsaved: '有未保存的更改',
  leave: {
    title: '放弃未保存的更改？',
    text: '您在此处输入的内容尚未保存。',
    discard: '放弃',
    stay: '继续编辑',
  },
  rules: {
    required: '此项必填。',
    number: '请输入数字。',
    whole: '请输入整数。',
    choice: '不在可选范围内。',
    other: '内容无效。',
    email: '不是有效的电子邮箱。',
    url: '不是有效的网址。',
    date: '不是有效的日期。',
    format: '格式不正确。',
    text_min_other: '至少需要 {{count, number}} 个字符。',
    text_max_other: '最多 {{count, number}} 个字符。',
    text_exact_other: '必须为 {{count, number}} 个字符。',
    items_min_other: '至少选择 {{count, number}} 项。',
    items_max_other: '最多选择 {{count, number}} 项。',
    number_min: '不能小于 {{limit}}。',
    number_max: '不能大于 {{limit}}。',
    number_above: '必须大于 {{limit}}。',
    number_below: '必须小于 {{limit}}。',
    number_step: '必须是 {{limit}} 的倍数。',
  },
}
