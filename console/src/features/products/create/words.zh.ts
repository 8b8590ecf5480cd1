import type { Words } from '../../../words/shape.ts'
import type { en } from './words.en.ts'

/** 分步创建产品的文字。 */
export const zh: Words<typeof en, 'zh'> = {
  steps: {
    label: '步骤',
    basics: '基本信息',
    points: '数据点',
    check: '检查',
    panel: '面板',
    review: '确认并发布',
  },
  step_of: '第 {{step}} 步，共 {{steps}} 步 · 所有内容都保存在草稿中',
  back: '上一步',
  next: '下一步',
  sources: {
    import: {
      title: '寄存器表',
      text: '主板厂家的 Excel 或 CSV 表，列的顺序和语言不限，每一行都有判定结果。',
      action: '导入表格…',
    },
    copy: { title: '其他产品', text: '复制已有产品的数据点：全部或部分分组。', action: '从产品复制…' },
    empty: { title: '空白', text: '手动逐个添加数据点。', action: '新建数据点' },
  },
  names_use: '控制器以其中任一名称注册的设备会被识别为该产品。',
  findings: '检查结果',
  sound: '没有问题。',
  review: {
    what: '产品信息',
    does: '读取与显示内容',
    writable: '可写数据点',
    faults: '故障数据点',
    tagged: '带语义标签',
    ready: '发布之前对设备没有任何影响。',
    published: '正在使用版本 {{version}}。',
    open: '打开产品',
  },
}
