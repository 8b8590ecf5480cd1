import type { Words } from '../../../words/shape.ts'
import type { en } from './words.en.ts'

/** 停用产品的文字。 */
export const zh: Words<typeof en, 'zh'> = {
  disabled: '已停用',
  use: '使用状态',
  uses: { enabled: '启用', disabled: '已停用' },
  disable: '停用…',
  enable: '启用…',
  enable_first: '产品已停用，请先启用。',
  disable_title: '停用“{{name}}”？',
  disable_text: '不再接受任何新内容：不再识别新设备，不能添加注册名和虚拟设备，也不能发布。',
  units_none: '该产品没有设备。',
  units_other: '现有 {{count, number}} 台设备照常上报、显示和控制。',
  confirm_disable: '停用',
  disabled_now: '“{{name}}”从现在起不再接受新内容。',
  enable_title: '启用“{{name}}”？',
  enable_text: '将重新识别该产品的设备，草稿也可以发布。',
  confirm_enable: '启用',
  enabled_now: '“{{name}}”已重新启用。',
}
