import type { Words } from '../../words/shape.ts'
import type { en } from './words.en.ts'

export const zh: Words<typeof en, 'zh'> = {
  page: '设备历史数据',
  note: '最多 {{max}} 台设备的曲线、数值和状态',
  devices: '设备（最多 {{max}} 台）',
  devices_hint: '名称、IMEI / MAC 或 ICCID',
  none: '请选择设备',
  none_hint: '此处显示其历史数据；再选一台可并列对比。',
  missing: '链接中的某台设备已不存在，或您的角色无权查看。',
  to_list: '前往设备列表',
}
