import type { Words } from '../../../words/shape.ts'
import type { en } from './words.en.ts'

export const zh: Words<typeof en, 'zh'> = {
  title: '产品记录',
  note: '控制器上报的注册名决定其所属产品。',
  add: '添加注册名',
  save: '添加',
  added_other: '已添加 {{count, number}} 个注册名。',
  tabs: { known: '注册名', unknown: '未知注册名', changes: '产品变更记录' },
  search: '注册名或备注',
  name: '注册名',
  names: '注册名',
  names_hint: '每行一个，最多 {{max}} 个；一个注册名只属于一个产品。',
  from_file: '从文件导入…',
  product: '产品',
  remark: '备注',
  devices: '设备数',
  seen: '最近出现',
  by: '添加人',
  at: '添加时间',
  actions: '操作',
  count_other: '{{count, number}} 个注册名',
  none: '暂无注册名',
  none_hint: '没有注册名的产品无法被任何控制器识别。',
  delete: {
    action: '删除',
    title: '删除注册名 {{name}}？',
    text_other: '有 {{count, number}} 台设备使用此注册名，删除后将无法识别。',
    done: '{{name}} 已删除。',
  },
  unknown: {
    none: '所有上报的注册名均已识别',
    none_hint: '控制器上报其他注册名的设备会显示在这里。',
    mac: '其中一台',
    assign: '分配给产品',
  },
}
