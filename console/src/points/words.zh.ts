import type { Words } from '../words/shape.ts'
import type { en } from './words.en.ts'

export const zh: Words<typeof en, 'zh'> = {
  product_tabs: {
    Overview: '概览',
    Electric: '电气',
    Refrigerant: '制冷剂',
    Outputs: '输出',
    Alarms: '故障',
    Control: '控制',
    'Heating curve': '采暖曲线',
    Service: '维护',
    Energy: '能耗',
    Device: '设备',
  },
  groups: {
    status: '状态',
    hydraulic: '水路',
    energy: '能量',
    electric: '电气',
    maintenance: '维护',
    refrigerant: '制冷剂回路',
    fault: '故障',
    info: '信息',
    state: '需求与状态',
    output: '输出',
    input: '输入',
    control: '运行',
    curve: '采暖曲线',
    defrost: '除霜',
    dhw: '生活热水',
    clock: '时钟',
    timer: '定时',
  },
}
