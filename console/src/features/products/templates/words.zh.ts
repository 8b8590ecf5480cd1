import type { Words } from '../../../words/shape.ts'
import type { en } from './words.en.ts'

export const zh: Words<typeof en, 'zh'> = {
  title: '控制模板',
  none: '还没有模板',
  none_hint: '把相关的设定归为一组，例如“冬季，地暖”，可一次填入机组的控制表单。',
  none_writable: '草稿中没有可写的数据点。',
  full: '最多 {{max}} 个模板。',
  add: '添加模板',
  new: '新模板',
  name: '名称',
  settings: '设定内容',
  more_other: '另有 {{count, number}} 项',
  state: '检查',
  fits: '与数据点相符',
  actions: '操作',
  edit: '编辑',
  remove: '删除',
  add_point: '添加设定项',
  add_hint: '最多 {{max}} 项：一次命令只能发送这么多。',
  add_first: '请先添加设定项。',
  value_of: '{{name}} 的值',
  remove_point: '移除 {{name}}',
  gone: '该数据点已不存在',
}
