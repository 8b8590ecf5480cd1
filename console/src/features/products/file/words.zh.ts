import type { Words } from '../../../words/shape.ts'
import type { en } from './words.en.ts'

/** 从文件导入产品的文字。 */
export const zh: Words<typeof en, 'zh'> = {
  open: '导入…',
  title: '导入产品',
  file: '产品文件',
  choose: '选择文件',
  another: '选择其他文件',
  hint: '以 JSON 导出的产品，最大 {{max}}；也可拖放到此处。',
  too_large: '文件过大：最大 {{max}}。',
  file_first: '请先选择文件。',
  not_json: '该文件不是 JSON。',
  faulty_other: '{{count, number}} 个字段有误，未导入任何内容。',
  more_other: '另有 {{count, number}} 个',
  holds: '文件内容',
  vectors: '测试向量',
  findings_hint: '仍可导入；发布前在草稿中更正错误即可。',
  make: '导入为新产品',
  done: '已创建“{{name}}”。发布之前不影响任何设备。',
}
